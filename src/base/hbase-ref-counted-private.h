/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

/* Defines a boxed type with its functions type_ref() and type_unref(). The struct has a member
 * `gatomicrefcount ref_count`; `free_function` frees the struct after the last reference was released. The
 * docstrings of both functions are in the file of the type. */
#define HBASE_DEFINE_REF_COUNTED(Type, type, free_function)                                                  \
  G_DEFINE_BOXED_TYPE (Type, type, type##_ref, type##_unref)                                                 \
                                                                                                             \
  Type *type##_ref (Type *self)                                                                              \
  {                                                                                                          \
    g_return_val_if_fail (self != NULL, NULL);                                                               \
                                                                                                             \
    g_atomic_ref_count_inc (&self->ref_count);                                                               \
    return self;                                                                                             \
  }                                                                                                          \
                                                                                                             \
  void type##_unref (Type *self)                                                                             \
  {                                                                                                          \
    g_return_if_fail (self != NULL);                                                                         \
                                                                                                             \
    if (g_atomic_ref_count_dec (&self->ref_count))                                                           \
      free_function (self);                                                                                  \
  }
