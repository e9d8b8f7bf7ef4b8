/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include "hbase-cell.h"
#include "hbase-key-schema.h"

G_BEGIN_DECLS

#define HBASE_TYPE_ROW (hbase_row_get_type ())
typedef struct _HBaseRow HBaseRow;

HBASE_AVAILABLE_IN_0_1
GType hbase_row_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_row_ref (HBaseRow *row);
HBASE_AVAILABLE_IN_0_1
void hbase_row_unref (HBaseRow *row);
/* a copy that keeps only its own bytes in memory, not the whole response */
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_row_copy (HBaseRow *row);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_row_get_key (HBaseRow *row, gsize *length);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_row_get_stored_key (HBaseRow *row, gsize *length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_row_ref_key (HBaseRow *row);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_row_ref_stored_key (HBaseRow *row);
/* as UTF-8 text; NULL if it isn't */
HBASE_AVAILABLE_IN_0_1
char *hbase_row_dup_key_utf8 (HBaseRow *row);
HBASE_AVAILABLE_IN_0_1
char *hbase_row_dup_key_escaped (HBaseRow *row);
/* a missing row is an empty row with its key */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_row_is_empty (HBaseRow *row);
/* only with a batch size: more cells of this row may follow */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_row_is_partial (HBaseRow *row);
HBASE_AVAILABLE_IN_0_1
guint hbase_row_get_n_cells (HBaseRow *row);
HBASE_AVAILABLE_IN_0_1
HBaseCell *hbase_row_get_cell (HBaseRow *row, guint index);
/* (element-type HBaseCell) */
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_row_list_cells (HBaseRow *row);
/* newest value of a column; NULL if the row has none (an empty value isn't NULL, and has length 0) */
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_row_get_value (
    HBaseRow *row, const char *family, const guint8 *qualifier, gsize qualifier_length, gsize *length);
/* the same as GBytes, for languages that don't distinguish an empty array from NULL */
HBASE_AVAILABLE_IN_0_1
GBytes *
hbase_row_ref_value (HBaseRow *row, const char *family, const guint8 *qualifier, gsize qualifier_length);
/* column as `family:qualifier`, it and the value as UTF-8 text; NULL if the value isn't */
HBASE_AVAILABLE_IN_0_1
char *hbase_row_dup_value_utf8 (HBaseRow *row, const char *column);
/* of eight bytes; 0 if the row has no such column */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_row_get_counter (HBaseRow *row, const char *column, gint64 *number, GError **error);
/* of eight bytes; an error if the row has no such column */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_row_get_int64 (HBaseRow *row, const char *column, gint64 *number, GError **error);
/* both as decimal text, for languages whose numbers are exact only to 2^53 */
/* as hbase_put_add_variant() writes it */
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_row_get_value_variant (HBaseRow *row, const char *column, const char *type, GError **error);
/* column as `family:qualifier`, it and the value in printable escapes */
HBASE_AVAILABLE_IN_0_1
char *hbase_row_dup_value_escaped (HBaseRow *row, const char *column);
/* the key's fields, if the table handle has a key schema */
HBASE_AVAILABLE_IN_0_1
HBaseKeySchema *hbase_row_get_key_schema (HBaseRow *row);
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_row_get_key_field (HBaseRow *row, const char *name, GError **error);
HBASE_AVAILABLE_IN_0_1
char *hbase_row_dup_key_field_escaped (HBaseRow *row, const char *name, GError **error);
/* its key without the salts that the schema has */
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_row_ref_unsalted_key (HBaseRow *row, GError **error);

/**
 * HBaseCellIter: (skip)
 * @family: the name of the cell's family
 * @qualifier: its qualifier
 * @value: its value
 * @family_length: the length of @family in bytes
 * @qualifier_length: the length of @qualifier in bytes
 * @value_length: the length of @value in bytes
 * @timestamp: its timestamp
 * @type: what it is
 *
 * Iterates over a row's cells on the stack, for C. The fields describe the cell that
 * [method@HBase.CellIter.next] advanced to. Other languages use [method@HBase.Row.list_cells].
 */
typedef struct {
  const guint8 *family;
  const guint8 *qualifier;
  const guint8 *value;
  gsize family_length;
  gsize qualifier_length;
  gsize value_length;
  gint64 timestamp;
  HBaseCellType type;
  /*< private >*/
  HBaseRow *row;
  guint index;
  gpointer padding[4];
} HBaseCellIter;

HBASE_AVAILABLE_IN_0_1
void hbase_cell_iter_init (HBaseCellIter *iter, HBaseRow *row);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_cell_iter_next (HBaseCellIter *iter);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseRow, hbase_row_unref)

G_END_DECLS
