/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include <histedit.h>

/* The functions of libedit that read lines from a terminal. The program isn't linked with libedit, which only
 * its shell uses, and which needs three other libraries. */

#define EDIT_FUNCTIONS(F)                                                                                    \
  F (el_deletestr)                                                                                           \
  F (el_end)                                                                                                 \
  F (el_get)                                                                                                 \
  F (el_gets)                                                                                                \
  F (el_init)                                                                                                \
  F (el_insertstr)                                                                                           \
  F (el_line)                                                                                                \
  F (el_resize)                                                                                              \
  F (el_set)                                                                                                 \
  F (el_source)                                                                                              \
  F (history)                                                                                                \
  F (history_end)                                                                                            \
  F (history_init)

typedef struct {
#define DECLARE_FUNCTION(name) __typeof__ (name) *name;
  EDIT_FUNCTIONS (DECLARE_FUNCTION)
#undef DECLARE_FUNCTION
} EditLibrary;

/* Loads libedit, which stays loaded. Returns NULL with an error if it isn't installed. */
const EditLibrary *edit_library_load (GError **error);
