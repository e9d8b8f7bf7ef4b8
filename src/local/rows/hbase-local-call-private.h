/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-cell-writer-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-row-private.h"
#include "hbase-local-table-private.h"
#include "hbase-wire-tables.h"

/* One call while it is handled: its arguments, what the engine needs to execute it, and its reply. */

#define HBASE_LOCAL_N_ARGUMENTS 8
#define HBASE_LOCAL_RESULT_SUCCESS 0 /* field of a result struct that holds the returned value */

/* The timestamp that a put gets in one column. */
typedef struct {
  HBaseSlice family, qualifier;
  gint64 timestamp; /* ms since 1970; 0 if there is none */
} HBaseLocalColumnTime;

typedef struct {
  const HBaseBlock *block;
  HBaseLocalField arguments[HBASE_LOCAL_N_ARGUMENTS];
  struct _HBaseLocalScannerOwner *owner; /* the connection that sent the call */
  HBaseLocalBudget *budget;
  HBaseLocalDb *db;             /* in a transaction; NULL if the method needs none */
  HBaseLocalCellWriter *writer; /* what it has written when the handler returns is committed */
  HBaseLocalWritten written;    /* when the handler has returned */
  HBaseLocalTable *table;       /* NULL until a handler has found it */
  gint64 now;                   /* ms since 1970 */
  gint64 put_time, delete_time; /* timestamps of mutations that have none; see hbase-local-row-clock.c */
  HBaseLocalColumnTime far_put; /* instead of put_time; see hbase-local-handle-checks.c */
  gboolean drops_cells;         /* the handler drops all cells of the table */
  gboolean leaves_cells;        /* it failed, as they are damaged: leave them as a tree of no table */
  gboolean is_strict;           /* these are `now`, as in HBase */
  struct _HBaseLocalScan *scan; /* of the scanner whose rows are in the reply; NULL: none */
  HBaseWireWriter *reply;
  GError *partial_error; /* the error of a batch; some of its actions were committed */
} HBaseLocalCall;

/* Executes a call and writes the whole reply. On failure it sets the error, and what it has written is
 * discarded. */
typedef gboolean (*HBaseLocalHandler) (HBaseLocalCall *call, GError **error);

/* Sets `table` to the enabled table that the first argument names. */
gboolean hbase_local_call_find_table (HBaseLocalCall *call, GError **error);
/* Refuses to change rows of that table if it has the attribute READONLY. */
gboolean hbase_local_call_check_writable (HBaseLocalCall *call, GError **error);

/* Sets `table` to the table that the TTableName in the first argument names, or to NULL if there is none. */
gboolean hbase_local_call_find (HBaseLocalCall *call, GError **error);

#define HBASE_LOCAL_NOT_FOUND_BY_MASTER HBASE_LOCAL_EXCEPTION "TableNotFoundException: "
#define HBASE_LOCAL_NOT_FOUND_BY_CLIENT "" /* HBase's client looks itself, and reports only the name */

/* The same, but if there is no such table the error is its name after `not_found`. */
gboolean hbase_local_call_find_existing (HBaseLocalCall *call, const char *not_found, GError **error);

/* The only region server, whose port and start code are 0. */
#define HBASE_LOCAL_SERVER_HOST "localhost"

/* ---- replies: begin() writes the header, up to the field header of the returned value ---- */

void hbase_local_reply_begin (HBaseLocalCall *call);
void hbase_local_reply_end (HBaseLocalCall *call);
gboolean hbase_local_reply_void (HBaseLocalCall *call);
gboolean hbase_local_reply_bool (HBaseLocalCall *call, gboolean value);
gboolean hbase_local_reply_i32 (HBaseLocalCall *call, gint32 value);
gboolean hbase_local_reply_text (HBaseLocalCall *call, const char *text);
gboolean hbase_local_reply_row (HBaseLocalCall *call, const HBaseLocalRow *row);
/* A reply with a row whose cells are perhaps written as they are read, in between. */
void hbase_local_reply_begin_row (HBaseLocalCall *call);
gboolean hbase_local_reply_end_row (HBaseLocalCall *call, const HBaseLocalRow *row);
/* A reply with a list of structs, which are written in between. begin() returns what end() needs. */
gsize hbase_local_reply_begin_list (HBaseLocalCall *call);
gboolean hbase_local_reply_end_list (HBaseLocalCall *call, gsize start, guint count);
gboolean hbase_local_reply_empty_list (HBaseLocalCall *call, HBaseWireType element);

/* ---- handlers, in hbase-local-handle-*.c ---- */

gboolean hbase_local_handle_get (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_get_multiple (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_exists (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_exists_all (HBaseLocalCall *call, GError **error);

gboolean hbase_local_handle_put (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_put_multiple (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_delete_single (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_delete_multiple (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_mutate_row (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_increment (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_append (HBaseLocalCall *call, GError **error);

gboolean hbase_local_handle_check_and_put (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_check_and_delete (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_check_and_mutate (HBaseLocalCall *call, GError **error);

gboolean hbase_local_handle_open_scanner (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_get_scanner_rows (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_close_scanner (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_get_scanner_results (HBaseLocalCall *call, GError **error);

gboolean hbase_local_handle_create_table (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_delete_table (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_truncate_table (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_enable_table (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_disable_table (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_table_exists (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_is_table_enabled (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_is_table_disabled (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_is_table_available (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_is_table_available_with_split (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_get_table_descriptor (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_get_table_descriptors (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_get_table_descriptors_by_pattern (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_get_table_descriptors_by_namespace (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_get_table_names_by_pattern (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_get_table_names_by_namespace (HBaseLocalCall *call, GError **error);

gboolean hbase_local_handle_modify_table (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_add_column_family (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_modify_column_family (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_delete_column_family (HBaseLocalCall *call, GError **error);

gboolean hbase_local_handle_get_region_location (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_get_all_region_locations (HBaseLocalCall *call, GError **error);

gboolean hbase_local_handle_get_namespace_descriptor (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_list_namespace_descriptors (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_list_namespaces (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_create_namespace (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_modify_namespace (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_delete_namespace (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_get_slow_log_responses (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_clear_slow_log_responses (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_get_thrift_server_type (HBaseLocalCall *call, GError **error);
gboolean hbase_local_handle_get_cluster_id (HBaseLocalCall *call, GError **error);
