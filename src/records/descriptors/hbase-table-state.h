/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

/**
 * HBaseTableState:
 * @HBASE_TABLE_STATE_MISSING: there is no such table
 * @HBASE_TABLE_STATE_DISABLED: the table is disabled: its rows can't be read or written
 * @HBASE_TABLE_STATE_CHANGING: it is being enabled or disabled
 * @HBASE_TABLE_STATE_ENABLED: it is enabled, but not each of its regions is served at the moment
 * @HBASE_TABLE_STATE_AVAILABLE: it is enabled, and a server serves each of its regions
 *
 * The state of a table, which [method@HBase.Admin.get_table_state] returns. Each value is greater than those
 * of the states before it: a table exists if its state is greater than %HBASE_TABLE_STATE_MISSING, and is
 * enabled if it is %HBASE_TABLE_STATE_ENABLED or greater.
 */
typedef enum {
  HBASE_TABLE_STATE_MISSING = 0,
  HBASE_TABLE_STATE_DISABLED = 1,
  HBASE_TABLE_STATE_CHANGING = 2,
  HBASE_TABLE_STATE_ENABLED = 3,
  HBASE_TABLE_STATE_AVAILABLE = 4,
} HBaseTableState;

#define HBASE_TYPE_TABLE_STATE (hbase_table_state_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_table_state_get_type (void);

/**
 * HBaseDeleteTableFlags:
 * @HBASE_DELETE_TABLE_NONE: none: an enabled table isn't deleted
 * @HBASE_DELETE_TABLE_DISABLE: an enabled table is disabled first
 *
 * How [method@HBase.Admin.delete_table] deletes a table.
 */
typedef enum {
  HBASE_DELETE_TABLE_NONE = 0,
  HBASE_DELETE_TABLE_DISABLE = 1 << 0,
} HBaseDeleteTableFlags;

#define HBASE_TYPE_DELETE_TABLE_FLAGS (hbase_delete_table_flags_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_delete_table_flags_get_type (void);

/**
 * HBaseTruncateTableFlags:
 * @HBASE_TRUNCATE_TABLE_NONE: none: an enabled table isn't truncated, and the table has one region afterwards
 * @HBASE_TRUNCATE_TABLE_DISABLE: an enabled table is disabled first
 * @HBASE_TRUNCATE_TABLE_PRESERVE_SPLITS: the table keeps its regions
 *
 * How [method@HBase.Admin.truncate_table] deletes the rows of a table.
 */
typedef enum {
  HBASE_TRUNCATE_TABLE_NONE = 0,
  HBASE_TRUNCATE_TABLE_DISABLE = 1 << 0,
  HBASE_TRUNCATE_TABLE_PRESERVE_SPLITS = 1 << 1,
} HBaseTruncateTableFlags;

#define HBASE_TYPE_TRUNCATE_TABLE_FLAGS (hbase_truncate_table_flags_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_truncate_table_flags_get_type (void);

G_END_DECLS
