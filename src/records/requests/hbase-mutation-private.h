/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-cell-private.h"
#include "hbase-mutation.h"
#include "hbase-named-values-private.h"
#include "hbase-packed-private.h"
#include "hbase-wire-tables.h"

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

gpointer hbase_mutation_new (const HBaseMutationClass *class, HBaseSlice row);
/* Makes a change of a row that was read, whose stored key is known. */
gpointer hbase_mutation_new_for_row (const HBaseMutationClass *class, HBaseRow *row);
/* Returns a copy of the change for another row. */
gpointer hbase_mutation_copy_to (const HBaseMutation *mutation, HBaseSlice row);
gpointer hbase_mutation_copy (const HBaseMutation *mutation);

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

/* Returns an upper bound of the bytes that hbase_mutation_write() adds to the writer; `in_place`: without
 * cells that are sent without being copied. */
gsize hbase_mutation_get_max_length (const HBaseMutation *mutation, gboolean in_place);
/* Writes the fields and the stop byte; the caller has begun the struct. */
void hbase_mutation_write (HBaseMutation *mutation, HBaseWireWriter *writer);

/* Defines the type and its constructors. Their docstrings are in the files of put, append, increment and
 * delete. */
#define HBASE_DEFINE_MUTATION(Type, type, mutation_class)                                                    \
  G_DEFINE_BOXED_TYPE (Type, type, hbase_mutation_ref, hbase_mutation_unref)                                 \
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
  }
