/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "bench-prepend.h"

#include <string.h>

const BenchContestant bench_contestants[] = {
  { .name = "textbook", .is_textbook = TRUE },
  { .name = "probe", .strategy = HBASE_PREPEND_STRATEGY_PROBE },
  { .name = "ticket", .strategy = HBASE_PREPEND_STRATEGY_TICKET, .has_tickets = TRUE },
  { .name = "block", .strategy = HBASE_PREPEND_STRATEGY_BLOCK, .has_tickets = TRUE },
};
const guint bench_n_contestants = G_N_ELEMENTS (bench_contestants);

#define TEXT "what somebody has to say about it, in about as many words as people use"

struct _BenchWriter {
  HBaseTable *table;
  HBasePrepender *prepender; /* NULL: the usual loop of the textbook */
};

static void
must (const GError *error)
{
  if (error != NULL)
    g_error ("%s", error->message);
}

static HBaseTable *
open_table (const char *uri, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseConnection) connection = hbase_connection_new (uri, &error);
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", NULL);
  HBaseTable *table;

  must (error);
  table = hbase_table_new_with_key_schema (connection, name, schema);
  return table;
}

static HBaseSequence *
open_sequence (HBaseTable *table)
{
  g_autofree char *name = g_strconcat (hbase_table_get_name (table), "-ids", NULL);
  g_autoptr (HBaseTable) ids = hbase_table_new (hbase_table_get_connection (table), name);

  return g_object_new (HBASE_TYPE_SEQUENCE, "table", ids, "name", "rows", "family", "f", "downward", TRUE,
                       "block-size", 100, NULL);
}

/* ---- the textbook's loop: the content is its own guard ---- */

/* Returns the counter of the first row, or in an empty table the one after the highest counter. */
static guint64
find_first (HBaseTable *table)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;
  guint64 big;
  gsize length;

  hbase_scan_set_limit (scan, 1);
  cursor = hbase_table_scan (table, scan);
  row = hbase_table_cursor_next (cursor, NULL, &error);
  must (error);
  if (row == NULL)
    return (guint64) G_MAXINT64 + 1;
  memcpy (&big, hbase_row_get_key (row, &length), sizeof big);
  return GUINT64_FROM_BE (big);
}

static gboolean
put_if_absent (HBaseTable *table, guint64 counter)
{
  guint64 big = GUINT64_TO_BE (counter);
  g_autoptr (HBasePut) put = hbase_put_new ((const guint8 *) &big, sizeof big);
  g_autoptr (GError) error = NULL;
  gboolean written = FALSE;

  hbase_put_add_utf8 (put, "f", "text", TEXT);
  hbase_table_check_and_put (table, "f", (const guint8 *) "text", 4, NULL, 0, put, &written, NULL, &error);
  must (error);
  return written;
}

static void
write_by_textbook (HBaseTable *table)
{
  guint64 counter = find_first (table);

  while (!put_if_absent (table, --counter))
    continue;
}

/* ---- by a prepender ---- */

static void
write_by_prepender (HBasePrepender *prepender)
{
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (HBasePrependRequest) row = NULL;
  g_autoptr (GError) error = NULL;

  hbase_put_add_utf8 (cells, "f", "text", TEXT);
  row = hbase_prepend_request_new (cells);
  hbase_prepender_prepend (prepender, row, NULL, &error);
  must (error);
}

/* ---- writers ---- */

BenchWriter *
bench_writer_new (const BenchContestant *contestant, const char *uri, const char *name)
{
  BenchWriter *writer = g_new0 (BenchWriter, 1);

  writer->table = open_table (uri, name);
  if (!contestant->is_textbook)
    writer->prepender
        = g_object_new (HBASE_TYPE_PREPENDER, "table", writer->table, "strategy", contestant->strategy, NULL);
  if (contestant->has_tickets)
    {
      g_autoptr (HBaseSequence) sequence = open_sequence (writer->table);

      g_object_set (writer->prepender, "sequence", sequence, NULL);
    }
  bench_writer_write (writer);
  return writer;
}

void
bench_writer_write (BenchWriter *writer)
{
  if (writer->prepender != NULL)
    write_by_prepender (writer->prepender);
  else
    write_by_textbook (writer->table);
}

void
bench_writer_free (BenchWriter *writer)
{
  g_clear_object (&writer->prepender);
  g_object_unref (writer->table);
  g_free (writer);
}

/* ---- tables ---- */

static void
create (HBaseConnection *connection, const char *name)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new (name);
  g_autoptr (HBaseFamilyDescriptor) content = hbase_family_descriptor_new ("f");
  g_autoptr (HBaseFamilyDescriptor) guards = hbase_family_descriptor_new ("g");
  g_autoptr (GError) error = NULL;

  hbase_table_descriptor_add_family (descriptor, content);
  hbase_table_descriptor_add_family (descriptor, guards);
  hbase_admin_create_table (admin, descriptor, NULL, NULL, &error);
  must (error);
}

void
bench_make_table (const BenchContestant *contestant, const char *uri, const char *name)
{
  g_autoptr (HBaseTable) table = open_table (uri, name);
  g_autoptr (HBaseSequence) sequence = open_sequence (table);
  g_autofree char *ids = g_strconcat (name, "-ids", NULL);
  g_autoptr (GError) error = NULL;

  create (hbase_table_get_connection (table), name);
  if (!contestant->has_tickets)
    return;
  create (hbase_table_get_connection (table), ids);
  hbase_sequence_create (sequence, NULL, &error);
  must (error);
}

guint
bench_count_rows (const char *uri, const char *name)
{
  g_autoptr (HBaseTable) table = open_table (uri, name);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autoptr (GError) error = NULL;
  HBaseRow *row;
  guint n = 0;

  for (; (row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL; n++)
    hbase_row_unref (row);
  must (error);
  return n;
}
