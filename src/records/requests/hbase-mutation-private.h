/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-cell-private.h"
#include "hbase-enums.h"
#include "hbase-named-values-private.h"
#include "hbase-packed-private.h"
#include "hbase-row.h"
#include "hbase-wire-tables.h"

typedef struct _HBaseMutation HBaseMutation;

/* What distinguishes put, append, increment and delete. */
typedef struct {
  const char *name;                    /* in error messages */
  gsize size;                          /* of the struct that begins with HBaseMutation */
  gsize first_capacity;                /* bytes for the first cells, allocated together with the struct */
  HBaseWireMethodId method;            /* the call for one, … */
  HBaseWireMethodId method_of_several; /* … and for several, where there is one */
  guint8 row_field, cells_field;       /* ids of the Thrift struct's fields */
  guint8 timestamp_field;              /* 0: it has no timestamps */
  guint8 attributes_field;
  guint8 durability_field;
  guint8 visibility_field; /* 0: its cells have no visibility */
  guint8 return_results_field;
  gboolean adds; /* to the stored values: HBase would use only the last of several entries for a column */
  /* Returns one of its cells, as others see it; NULL: as it was added. */
  HBaseCell *(*make_cell) (const HBaseMutation *mutation, const HBasePackedElement *element);
  /* Returns why it can't be sent, or NULL. */
  const char *(*find_problem) (const HBaseMutation *mutation);
  /* Returns the mutation with that timestamp where it has none (transfer full); NULL: it can't have one. */
  HBaseMutation *(*stamp) (HBaseMutation *mutation, gint64 timestamp);
  /* Writes the fields between timestamp and durability; NULL: there are none. */
  void (*write_more) (const HBaseMutation *mutation, HBaseWireWriter *writer);
} HBaseMutationClass;

/* The base of HBasePut, HBaseAppend, HBaseIncrement and HBaseDelete. */
struct _HBaseMutation {
  const HBaseMutationClass *class;
  gatomicrefcount ref_count;
  HBasePacked cells;    /* TColumnValue, TColumnIncrement or TColumn */
  guint n_untimed;      /* cells without a timestamp of their own */
  guint n_server_timed; /* cells whose own timestamp stands for the server's clock */
  const char *problem;  /* what is wrong with a cell that was added; NULL: nothing */
  gint64 timestamp;     /* HBASE_CELL_NO_TIMESTAMP: not set */
  HBaseDurability durability;
  HBaseNamedValues *attributes; /* ay */
  char *visibility;             /* an expression; NULL: none */
  gboolean return_results;
  gboolean idempotent; /* the caller allows to send it again */
  gboolean assume_new; /* a put's row isn't looked up */
  GBytes *stored_key;  /* of the row that it was made for; NULL: it was made of a key */
  gsize row_length;
  guint8 *row; /* after the struct, in the same allocation; then the first cells */
};

#define HBASE_MUTATION(record) ((HBaseMutation *) (record))

gpointer hbase_mutation_new (const HBaseMutationClass *class, HBaseSlice row);
/* Makes a change of a row that was read, whose stored key is known. */
gpointer hbase_mutation_new_for_row (const HBaseMutationClass *class, HBaseRow *row);
/* Returns a copy of the change for another row. */
gpointer hbase_mutation_copy_to (const HBaseMutation *mutation, HBaseSlice row);
gpointer hbase_mutation_copy (const HBaseMutation *mutation);
gpointer hbase_mutation_ref (gpointer mutation);
void hbase_mutation_unref (gpointer mutation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseMutation, hbase_mutation_unref)

static inline HBaseSlice
hbase_mutation_row_slice (const HBaseMutation *mutation)
{
  return hbase_slice (mutation->row, mutation->row_length);
}

/* Adds a column; `qualifier` of data NULL: the whole family. What is invalid is recorded as the mutation's
 * problem, which hbase_mutation_check() reports. */
void hbase_mutation_add_column (HBaseMutation *mutation,
                                const char *family,
                                HBaseSlice qualifier,
                                gint64 timestamp);
/* Does the same for an increment's column. */
void
hbase_mutation_add_counter (HBaseMutation *mutation, const char *family, HBaseSlice qualifier, gint64 amount);

/* Does the same for a cell. Cells that can't be encoded are left out. */
HBASE_WIRE_INLINE void
hbase_mutation_add_cell (
    HBaseMutation *mutation, HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, gint64 timestamp)
{
  mutation->n_untimed += timestamp == HBASE_CELL_NO_TIMESTAMP;
  mutation->n_server_timed += timestamp == G_MAXINT64;
  if (G_UNLIKELY (family.length == 0))
    mutation->problem = "a column family's name is empty";
  if (G_UNLIKELY ((family.length | qualifier.length | value.length) > G_MAXINT32))
    mutation->problem = "a cell has more than 2,147,483,647 bytes";
  else
    hbase_packed_add_cell (&mutation->cells, family, qualifier, value, timestamp);
}

/* Returns the cells that were added (transfer full). (element-type HBaseCell) */
GPtrArray *hbase_mutation_list_cells (const HBaseMutation *mutation);

/* INVALID_ARGUMENT if it can't be sent. */
gboolean hbase_mutation_check (const HBaseMutation *mutation, GError **error);
/* Checks the same except the row key and the number of cells. */
gboolean hbase_mutation_check_cells (const HBaseMutation *mutation, GError **error);
/* Whether each change has an explicit timestamp: then executing it twice changes nothing. */
gboolean hbase_mutation_is_timestamped (const HBaseMutation *mutation);

/* Whether hbase_mutation_stamp() would give it a timestamp. */
gboolean hbase_mutation_needs_timestamp (const HBaseMutation *mutation);
/* Returns a copy whose changes that need a timestamp have this one, or the mutation itself if none does. */
HBaseMutation *hbase_mutation_stamp (HBaseMutation *mutation, gint64 timestamp);

/* The time to live of the cells that are written, in milliseconds; 0: that of their families. It is the
 * attribute `_ttl`. */
void hbase_mutation_set_time_to_live (HBaseMutation *mutation, gint64 milliseconds);
gint64 hbase_mutation_get_time_to_live (const HBaseMutation *mutation);

/* Returns an upper bound of the bytes that hbase_mutation_write() adds to the writer; `in_place`: without
 * cells that are sent without being copied. */
gsize hbase_mutation_get_max_length (const HBaseMutation *mutation, gboolean in_place);
/* Writes the fields and the stop byte; the caller has begun the struct. */
void hbase_mutation_write (HBaseMutation *mutation, HBaseWireWriter *writer);

/* Defines the functions that are alike in put, append, increment and delete. Their docstrings are in the
 * files of these types. */
#define HBASE_DEFINE_MUTATION(Type, type, mutation_class)                                                    \
  G_DEFINE_BOXED_TYPE (Type, type, type##_ref, type##_unref)                                                 \
                                                                                                             \
  Type *type##_new (const guint8 *row, gsize row_length)                                                     \
  {                                                                                                          \
    hbase_return_if_no_bytes (row, NULL);                                                                    \
                                                                                                             \
    return hbase_mutation_new (&(mutation_class), hbase_slice (row, row_length));                            \
  }                                                                                                          \
                                                                                                             \
  Type *type##_new_utf8 (const char *row)                                                                    \
  {                                                                                                          \
    g_return_val_if_fail (row != NULL, NULL);                                                                \
                                                                                                             \
    return hbase_mutation_new (&(mutation_class), hbase_slice_text (row));                                   \
  }                                                                                                          \
                                                                                                             \
  Type *type##_new_for_row (HBaseRow *row)                                                                   \
  {                                                                                                          \
    g_return_val_if_fail (row != NULL, NULL);                                                                \
                                                                                                             \
    return hbase_mutation_new_for_row (&(mutation_class), row);                                              \
  }                                                                                                          \
                                                                                                             \
  Type *type##_new_bytes (GBytes *row)                                                                       \
  {                                                                                                          \
    g_return_val_if_fail (row != NULL, NULL);                                                                \
                                                                                                             \
    return hbase_mutation_new (&(mutation_class), hbase_slice_of_bytes (row));                               \
  }                                                                                                          \
                                                                                                             \
  Type *type##_ref (Type *self)                                                                              \
  {                                                                                                          \
    g_return_val_if_fail (self != NULL, NULL);                                                               \
                                                                                                             \
    return hbase_mutation_ref (self);                                                                        \
  }                                                                                                          \
                                                                                                             \
  void type##_unref (Type *self)                                                                             \
  {                                                                                                          \
    g_return_if_fail (self != NULL);                                                                         \
                                                                                                             \
    hbase_mutation_unref (self);                                                                             \
  }                                                                                                          \
                                                                                                             \
  const guint8 *type##_get_row (Type *self, gsize *length)                                                   \
  {                                                                                                          \
    g_return_val_if_fail (self != NULL, NULL);                                                               \
    g_return_val_if_fail (length != NULL, NULL);                                                             \
                                                                                                             \
    *length = self->base.row_length;                                                                         \
    return self->base.row;                                                                                   \
  }                                                                                                          \
                                                                                                             \
  GBytes *type##_ref_row (Type *self)                                                                        \
  {                                                                                                          \
    g_return_val_if_fail (self != NULL, NULL);                                                               \
                                                                                                             \
    return g_bytes_new (self->base.row, self->base.row_length);                                              \
  }                                                                                                          \
                                                                                                             \
  void type##_set_durability (Type *self, HBaseDurability durability)                                        \
  {                                                                                                          \
    g_return_if_fail (self != NULL);                                                                         \
                                                                                                             \
    self->base.durability = durability;                                                                      \
  }                                                                                                          \
                                                                                                             \
  HBaseDurability type##_get_durability (Type *self)                                                         \
  {                                                                                                          \
    g_return_val_if_fail (self != NULL, HBASE_DURABILITY_USE_DEFAULT);                                       \
                                                                                                             \
    return self->base.durability;                                                                            \
  }                                                                                                          \
                                                                                                             \
  void type##_set_idempotent (Type *self, gboolean idempotent)                                               \
  {                                                                                                          \
    g_return_if_fail (self != NULL);                                                                         \
                                                                                                             \
    self->base.idempotent = idempotent != FALSE;                                                             \
  }                                                                                                          \
                                                                                                             \
  gboolean type##_get_idempotent (Type *self)                                                                \
  {                                                                                                          \
    g_return_val_if_fail (self != NULL, FALSE);                                                              \
                                                                                                             \
    return self->base.idempotent;                                                                            \
  }                                                                                                          \
                                                                                                             \
  void type##_set_attribute (Type *self, const char *name, const guint8 *value, gsize value_length)          \
  {                                                                                                          \
    g_return_if_fail (self != NULL);                                                                         \
    g_return_if_fail (name != NULL);                                                                         \
    hbase_return_if_no_bytes (value);                                                                        \
                                                                                                             \
    hbase_attributes_set (&self->base.attributes, name, hbase_slice (value, value_length));                  \
  }                                                                                                          \
                                                                                                             \
  GBytes *type##_ref_attribute (Type *self, const char *name)                                                \
  {                                                                                                          \
    g_return_val_if_fail (self != NULL, NULL);                                                               \
    g_return_val_if_fail (name != NULL, NULL);                                                               \
                                                                                                             \
    return hbase_attributes_ref (self->base.attributes, name);                                               \
  }                                                                                                          \
                                                                                                             \
  GPtrArray *type##_list_cells (Type *self)                                                                  \
  {                                                                                                          \
    g_return_val_if_fail (self != NULL, NULL);                                                               \
                                                                                                             \
    return hbase_mutation_list_cells (&self->base);                                                          \
  }

/* The same for put and delete, which have a timestamp. */
#define HBASE_DEFINE_MUTATION_TIMESTAMP(Type, type)                                                          \
  void type##_set_timestamp (Type *self, gint64 timestamp)                                                   \
  {                                                                                                          \
    g_return_if_fail (self != NULL);                                                                         \
                                                                                                             \
    self->base.timestamp = timestamp;                                                                        \
  }                                                                                                          \
                                                                                                             \
  gint64 type##_get_timestamp (Type *self)                                                                   \
  {                                                                                                          \
    g_return_val_if_fail (self != NULL, -1);                                                                 \
                                                                                                             \
    return MAX (self->base.timestamp, -1);                                                                   \
  }

/* The same for put, append and increment, which write cells. */
#define HBASE_DEFINE_MUTATION_CELLS(Type, type)                                                              \
  void type##_set_time_to_live (Type *self, gint64 milliseconds)                                             \
  {                                                                                                          \
    g_return_if_fail (self != NULL);                                                                         \
    g_return_if_fail (milliseconds >= 0);                                                                    \
                                                                                                             \
    hbase_mutation_set_time_to_live (&self->base, milliseconds);                                             \
  }                                                                                                          \
                                                                                                             \
  gint64 type##_get_time_to_live (Type *self)                                                                \
  {                                                                                                          \
    g_return_val_if_fail (self != NULL, 0);                                                                  \
                                                                                                             \
    return hbase_mutation_get_time_to_live (&self->base);                                                    \
  }                                                                                                          \
                                                                                                             \
  void type##_set_cell_visibility (Type *self, const char *expression)                                       \
  {                                                                                                          \
    g_return_if_fail (self != NULL);                                                                         \
                                                                                                             \
    g_free (self->base.visibility);                                                                          \
    self->base.visibility = g_strdup (expression);                                                           \
  }                                                                                                          \
                                                                                                             \
  const char *type##_get_cell_visibility (Type *self)                                                        \
  {                                                                                                          \
    g_return_val_if_fail (self != NULL, NULL);                                                               \
                                                                                                             \
    return self->base.visibility;                                                                            \
  }

/* The same for append and increment, whose response has the new values. */
#define HBASE_DEFINE_MUTATION_RETURN_RESULTS(Type, type)                                                     \
  void type##_set_return_results (Type *self, gboolean return_results)                                       \
  {                                                                                                          \
    g_return_if_fail (self != NULL);                                                                         \
                                                                                                             \
    self->base.return_results = return_results != FALSE;                                                     \
  }                                                                                                          \
                                                                                                             \
  gboolean type##_get_return_results (Type *self)                                                            \
  {                                                                                                          \
    g_return_val_if_fail (self != NULL, FALSE);                                                              \
                                                                                                             \
    return self->base.return_results;                                                                        \
  }
