/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <string.h>

#include "hbase-glib.h"

/* A cell or a delete marker on its way from one table to another. Its bytes belong to where it came from. */
typedef struct {
  const guint8 *row, *family, *qualifier, *value;
  gsize row_length, family_length, qualifier_length, value_length;
  gint64 timestamp; /* ms since 1970 */
  HBaseCellType type;
} TransferCell;

static inline gboolean
transfer_cell_is_marker (const TransferCell *cell)
{
  return cell->type != HBASE_CELL_TYPE_PUT;
}

/* Returns whether HBase can have such a cell, and take it again. */
static inline gboolean
transfer_cell_is_valid (const TransferCell *cell)
{
  gboolean has_type = cell->type == HBASE_CELL_TYPE_PUT || cell->type == HBASE_CELL_TYPE_DELETE
                      || cell->type == HBASE_CELL_TYPE_DELETE_FAMILY_VERSION
                      || cell->type == HBASE_CELL_TYPE_DELETE_COLUMN
                      || cell->type == HBASE_CELL_TYPE_DELETE_FAMILY;

  return has_type && cell->timestamp >= 0 && cell->timestamp < G_MAXINT64 && cell->family_length > 0
         && memchr (cell->family, '\0', cell->family_length) == NULL;
}

/* Compares two keys in HBase's order. */
static inline int
transfer_compare (const guint8 *a, gsize a_length, const guint8 *b, gsize b_length)
{
  gsize length = MIN (a_length, b_length);
  int order = length > 0 ? memcmp (a, b, length) : 0;

  return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

/* Compares the places of two cells in HBase's order: newer ones come before older ones. */
static inline int
transfer_cell_compare (const TransferCell *a, const TransferCell *b)
{
  int order = transfer_compare (a->row, a->row_length, b->row, b->row_length);

  if (order == 0)
    order = transfer_compare (a->family, a->family_length, b->family, b->family_length);
  if (order == 0)
    order = transfer_compare (a->qualifier, a->qualifier_length, b->qualifier, b->qualifier_length);
  if (order == 0)
    order = (a->timestamp < b->timestamp) - (a->timestamp > b->timestamp);
  return order != 0 ? order : (a->type < b->type) - (a->type > b->type);
}

static inline gboolean
transfer_is_equal (const GByteArray *array, const guint8 *bytes, gsize length)
{
  return transfer_compare (array->data, array->len, bytes, length) == 0;
}

/* Replaces the content of the array. */
static inline void
transfer_set_bytes (GByteArray *array, const guint8 *bytes, gsize length)
{
  g_byte_array_set_size (array, 0);
  g_byte_array_append (array, bytes, (guint) length);
}
