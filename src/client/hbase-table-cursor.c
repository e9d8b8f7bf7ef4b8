/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-table-cursor-private.h"

#include "hbase-table-private.h"

/**
 * HBaseTableCursor:
 *
 * The rows of a scan, one after the other.
 *
 * A cursor reads a table in its order, or against it, row by row, while it fetches whole replies of one to
 * two mebibytes behind the scenes: the next is asked for before the last is used up. A scan with a limit that
 * fits into one reply costs one call.
 *
 * ```c
 * g_autoptr (HBaseScan) scan = hbase_scan_new ();
 * g_autoptr (HBaseTableCursor) cursor = NULL;
 * g_autoptr (GError) error = NULL;
 * HBaseRow *row;
 *
 * hbase_scan_set_prefix (scan, (const guint8 *) "user7", 5);
 * cursor = hbase_table_scan (table, scan);
 * while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
 *   {
 *     g_autofree char *key = hbase_row_dup_key_escaped (row);
 *
 *     g_print ("%s\n", key);
 *     hbase_row_unref (row);
 *   }
 * if (error != NULL)
 *   g_printerr ("%s\n", error->message);
 * ```
 *
 * A cursor may wait as long as it likes between two rows: a gateway forgets a scan that rests for a minute,
 * is restarted, or gone, and the cursor goes on behind the last row it gave, through whichever gateway there
 * is.
 *
 * **What is promised.** Rows come in strict order, none twice; a row that nobody touches from the first call to
 * the last comes exactly once; a row is what it was at one moment, all families together; never more rows come
 * than the limit. Every reply is checked: one with rows out of order, twice, or outside the range is dropped
 * and read anew, up to three times in a row; if that doesn't help, or where rows have families that weren't asked for, the
 * call fails with %HBASE_ERROR_PROTOCOL. **What isn't:** a snapshot of the table. What is written meanwhile may
 * be seen or not. With a batch size a row that is interrupted between two of its pieces is read anew, and its
 * cells up to the last one given are left out; if it was changed in between, its pieces show it partly before and
 * partly after the change, and each cell that nobody touched comes once.
 *
 * Several lanes ([method@HBase.Scan.set_parallelism]) read several regions at a time, and the cursors of
 * [method@HBase.SaltedTable.scan] all buckets of a salted table. All this holds for them, too; but unordered lanes
 * have no order.
 *
 * One call at a time: a second one while the first is under way is refused with %G_IO_ERROR_PENDING. A call
 * that is cancelled or timed out loses nothing: the next one goes on. Calls may be blocking or asynchronous
 * by turns, from any thread.
 *
 * Closing is for who leaves early and wants to know that nothing stays open on the gateway; a cursor that was
 * read to its end or is dropped closes its scan there by itself, without waiting.
 *
 * Since: 0.1
 */
G_DEFINE_FINAL_TYPE (HBaseTableCursor, hbase_table_cursor, G_TYPE_OBJECT)

enum {
  PROP_TABLE = 1,
  PROP_N_ROWS,
  PROP_N_CELLS,
  PROP_N_BYTES,
  PROP_N_CALLS,
  PROP_N_RESUMES,
  PROP_N_MISORDERED_REPLIES,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void
hbase_table_cursor_finalize (GObject *object)
{
  HBaseTableCursor *cursor = HBASE_TABLE_CURSOR (object);

  if (cursor->operation != NULL)
    {
      hbase_scan_operation_begin_close (cursor->operation);
      hbase_table_close_abandoned_scanners (cursor->table, cursor->operation);
      hbase_operation_free (cursor->operation);
    }
  g_clear_pointer (&cursor->after, g_bytes_unref);
  g_clear_pointer (&cursor->schema, hbase_key_schema_unref);
  g_clear_pointer (&cursor->scan, hbase_scan_unref);
  g_clear_object (&cursor->table);
  G_OBJECT_CLASS (hbase_table_cursor_parent_class)->finalize (object);
}

static void
hbase_table_cursor_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HBaseTableCursor *cursor = HBASE_TABLE_CURSOR (object);

  switch (id)
    {
    case PROP_TABLE:
      g_value_set_object (value, cursor->table);
      break;
    case PROP_N_ROWS:
      g_value_set_uint64 (value, hbase_table_cursor_get_n_rows (cursor));
      break;
    case PROP_N_CELLS:
      g_value_set_uint64 (value, hbase_table_cursor_get_n_cells (cursor));
      break;
    case PROP_N_BYTES:
      g_value_set_uint64 (value, hbase_table_cursor_get_n_bytes (cursor));
      break;
    case PROP_N_CALLS:
      g_value_set_uint64 (value, hbase_table_cursor_get_n_calls (cursor));
      break;
    case PROP_N_RESUMES:
      g_value_set_uint64 (value, hbase_table_cursor_get_n_resumes (cursor));
      break;
    case PROP_N_MISORDERED_REPLIES:
      g_value_set_uint64 (value, hbase_table_cursor_get_n_misordered_replies (cursor));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static GParamSpec *
count_property (const char *name)
{
  return g_param_spec_uint64 (name, NULL, NULL, 0, G_MAXUINT64, 0, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void
hbase_table_cursor_class_init (HBaseTableCursorClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->finalize = hbase_table_cursor_finalize;
  object_class->get_property = hbase_table_cursor_get_property;

  /**
   * HBaseTableCursor:table:
   *
   * The table that is read.
   *
   * Since: 0.1
   */
  properties[PROP_TABLE] = g_param_spec_object ("table", NULL, NULL, HBASE_TYPE_TABLE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseTableCursor:n-rows:
   *
   * How many rows it has given; of rows in pieces, how many whole ones. It isn't notified about.
   *
   * Since: 0.1
   */
  properties[PROP_N_ROWS] = count_property ("n-rows");
  /**
   * HBaseTableCursor:n-cells:
   *
   * How many cells these had. It isn't notified about.
   *
   * Since: 0.1
   */
  properties[PROP_N_CELLS] = count_property ("n-cells");
  /**
   * HBaseTableCursor:n-bytes:
   *
   * How many bytes the replies had that brought them, those asked ahead included. It isn't notified about.
   *
   * Since: 0.1
   */
  properties[PROP_N_BYTES] = count_property ("n-bytes");
  /**
   * HBaseTableCursor:n-calls:
   *
   * How many calls were sent to gateways. It isn't notified about.
   *
   * Since: 0.1
   */
  properties[PROP_N_CALLS] = count_property ("n-calls");
  /**
   * HBaseTableCursor:n-resumes:
   *
   * How often the scan was gone on with by another scanner: a gateway was lost, or had forgotten it. It isn't notified about.
   *
   * Since: 0.1
   */
  properties[PROP_N_RESUMES] = count_property ("n-resumes");
  /**
   * HBaseTableCursor:n-misordered-replies:
   *
   * How many replies were dropped and read anew because they had rows out of order. It isn't notified about.
   *
   * Since: 0.1
   */
  properties[PROP_N_MISORDERED_REPLIES] = count_property ("n-misordered-replies");
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_table_cursor_init (HBaseTableCursor *cursor)
{
}

HBaseTableCursor *
hbase_table_cursor_new (HBaseTable *table, HBaseScan *scan, guint limit, HBaseSlice after)
{
  HBaseTableCursor *cursor = g_object_new (HBASE_TYPE_TABLE_CURSOR, NULL);

  g_set_object (&cursor->table, table);
  cursor->schema = table != NULL ? hbase_table_dup_key_schema (table) : NULL;
  cursor->scan = hbase_scan_copy (scan);
  cursor->limit = limit;
  if (after.data != NULL)
    cursor->after = g_bytes_new (after.data, after.length);
  return cursor;
}

HBaseTableCursor *
hbase_table_cursor_new_salted (HBaseTable *table, HBaseScan *scan, guint limit, HBaseSlice after)
{
  HBaseTableCursor *cursor = hbase_table_cursor_new (table, scan, limit, after);

  cursor->salted = TRUE;
  return cursor;
}

/**
 * hbase_table_scan:
 * @table: a table
 * @scan: which rows and columns; it is copied
 *
 * Makes a cursor over rows of the table. Nothing is sent yet: what is wrong with the scan, or with the table,
 * is told by the first [method@HBase.TableCursor.next].
 *
 * Returns: (transfer full): the cursor, before the first row
 *
 * Since: 0.1
 */
HBaseTableCursor *
hbase_table_scan (HBaseTable *table, HBaseScan *scan)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (scan != NULL, NULL);

  return hbase_table_cursor_new (table, scan, 0, hbase_slice (NULL, 0));
}

/**
 * hbase_table_cursor_get_table:
 * @cursor: a cursor
 *
 * The table that is read.
 *
 * Returns: (transfer none): the table
 *
 * Since: 0.1
 */
HBaseTable *
hbase_table_cursor_get_table (HBaseTableCursor *cursor)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), NULL);

  return cursor->table;
}

/* ---- what it has cost ---- */

static HBaseScanCounts
cursor_counts (HBaseTableCursor *cursor)
{
  return cursor->operation != NULL ? *hbase_scan_operation_get_counts (cursor->operation)
                                   : (HBaseScanCounts){ 0 };
}

/**
 * hbase_table_cursor_get_n_rows:
 * @cursor: a cursor
 *
 * Returns how many rows it has given. A row in pieces counts once it is known that no more of it follows: at the latest
 * when the next row or the end has been reached. Call it between the calls that read, from their thread.
 *
 * Returns: the number
 *
 * Since: 0.1
 */
guint64
hbase_table_cursor_get_n_rows (HBaseTableCursor *cursor)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), 0);

  return cursor_counts (cursor).rows;
}

/**
 * hbase_table_cursor_get_n_cells:
 * @cursor: a cursor
 *
 * How many cells these had. To be
 * asked by who makes the calls, between them.
 *
 * Returns: the number
 *
 * Since: 0.1
 */
guint64
hbase_table_cursor_get_n_cells (HBaseTableCursor *cursor)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), 0);

  return cursor_counts (cursor).cells;
}

/**
 * hbase_table_cursor_get_n_bytes:
 * @cursor: a cursor
 *
 * How many bytes the replies had that brought them, those asked ahead included. To be
 * asked by who makes the calls, between them.
 *
 * Returns: the number
 *
 * Since: 0.1
 */
guint64
hbase_table_cursor_get_n_bytes (HBaseTableCursor *cursor)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), 0);

  return cursor_counts (cursor).bytes;
}

/**
 * hbase_table_cursor_get_n_calls:
 * @cursor: a cursor
 *
 * How many calls were sent to gateways. To be
 * asked by who makes the calls, between them.
 *
 * Returns: the number
 *
 * Since: 0.1
 */
guint64
hbase_table_cursor_get_n_calls (HBaseTableCursor *cursor)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), 0);

  return cursor_counts (cursor).calls;
}

/**
 * hbase_table_cursor_get_n_resumes:
 * @cursor: a cursor
 *
 * How often the scan was gone on with by another scanner: a gateway was lost, or had forgotten it. To be
 * asked by who makes the calls, between them.
 *
 * Returns: the number
 *
 * Since: 0.1
 */
guint64
hbase_table_cursor_get_n_resumes (HBaseTableCursor *cursor)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), 0);

  return cursor_counts (cursor).resumes;
}

/**
 * hbase_table_cursor_get_n_misordered_replies:
 * @cursor: a cursor
 *
 * Returns how many replies were dropped, and their rows read anew by another scanner, because they had rows out of order,
 * twice, or outside the range. HBase itself sends such replies now and then while regions move; where most replies are
 * such, look at what stands between this program and HBase. Call it between the calls that read, from their thread.
 *
 * Returns: the number
 *
 * Since: 0.1
 */
guint64
hbase_table_cursor_get_n_misordered_replies (HBaseTableCursor *cursor)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), 0);

  return cursor_counts (cursor).misordered;
}
