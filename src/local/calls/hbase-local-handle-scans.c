/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Handlers of openScanner, getScannerRows, closeScanner and getScannerResults. */

#include "config.h"

#include "hbase-local-call-private.h"
#include "hbase-local-catalogue-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-scanners-private.h"

gboolean
hbase_local_handle_open_scanner (HBaseLocalCall *call, GError **error)
{
  /* As in HBase, table and families are looked up only when rows are requested. */
  g_autoptr (HBaseLocalScan) scan
      = hbase_local_scan_new (call->arguments[HBASE_OPEN_SCANNER_ARGS_TABLE].bytes,
                              &call->arguments[HBASE_OPEN_SCANNER_ARGS_TSCAN], error);
  gint32 id;

  return scan != NULL && hbase_local_scanners_add (call->owner, scan, &id, error)
         && hbase_local_reply_i32 (call, id);
}

static gboolean
reply_rows (HBaseLocalCall *call, HBaseLocalScan *scan, const HBaseLocalField *rows, GError **error)
{
  gint64 wanted = hbase_local_field_or (rows, 1);
  guint count = 0;
  gsize start;

  if (wanted < 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a negative number of rows");
  /* For zero rows HBase neither looks up the table nor checks the scan. */
  if (wanted > 0)
    call->table = hbase_local_catalogue_find_enabled (
        call->db, hbase_slice_text (hbase_local_scan_get_table_name (scan)), error);
  if (wanted > 0 && call->table == NULL)
    return FALSE;
  start = hbase_local_reply_begin_list (call);
  return (wanted == 0 || hbase_local_scan_read (scan, call, (guint) wanted, &count, error))
         && hbase_local_reply_end_list (call, start, count);
}

gboolean
hbase_local_handle_get_scanner_rows (HBaseLocalCall *call, GError **error)
{
  gint32 id = (gint32) call->arguments[HBASE_GET_SCANNER_ROWS_ARGS_SCANNER_ID].number;
  g_autoptr (HBaseLocalScan) scan = hbase_local_scanners_acquire (call->owner, id);
  gboolean ok;

  if (scan == NULL)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_ILLEGAL_ARGUMENT, "Invalid scanner Id");
  ok = reply_rows (call, scan, &call->arguments[HBASE_GET_SCANNER_ROWS_ARGS_NUM_ROWS], error);
  call->scan = hbase_local_scan_ref (scan);
  return hbase_local_scanners_release (call->owner, id, ok ? error : NULL) && ok;
}

gboolean
hbase_local_handle_close_scanner (HBaseLocalCall *call, GError **error)
{
  hbase_local_scanners_remove (call->owner,
                               (gint32) call->arguments[HBASE_CLOSE_SCANNER_ARGS_SCANNER_ID].number);
  return hbase_local_reply_void (call);
}

gboolean
hbase_local_handle_get_scanner_results (HBaseLocalCall *call, GError **error)
{
  g_autoptr (HBaseLocalScan) scan
      = hbase_local_scan_new (call->arguments[HBASE_GET_SCANNER_RESULTS_ARGS_TABLE].bytes,
                              &call->arguments[HBASE_GET_SCANNER_RESULTS_ARGS_TSCAN], error);

  return scan != NULL
         && reply_rows (call, scan, &call->arguments[HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS], error);
}
