/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes tables with random histories, copies them, and compares the copies. */

#include "config.h"

#include "test-seed.h"
#include "tools/transfers.h"

#define N_CHANGES 60
#define WIDE_ROW 250 /* columns: more than one response has */
#define MAX_TIMESTAMP 6

static const char *const families[] = { "f", "g" };
static const char *const qualifiers[] = { "", "a", "b" };

static guint
draw (GRand *rand, guint n)
{
  return (guint) g_rand_int_range (rand, 0, (gint) n);
}

/* ---- tables ---- */

static HBaseFamilyDescriptor *
draw_family (GRand *rand, const char *name)
{
  HBaseFamilyDescriptor *family = hbase_family_descriptor_new (name);

  hbase_family_descriptor_set_max_versions (family, 1 + draw (rand, 3));
  hbase_family_descriptor_set_keep_deleted_cells (family, (HBaseKeepDeletedCells) draw (rand, 3));
  return family;
}

static HBaseTable *
create_table (GRand *rand, const char *uri, const char *name)
{
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new (name);
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    {
      g_autoptr (HBaseFamilyDescriptor) family = draw_family (rand, families[i]);

      hbase_table_descriptor_add_family (descriptor, family);
    }
  if (draw (rand, 2) == 0)
    g_ptr_array_add (splits, g_bytes_new_static ("1", 1));
  assert_works (hbase_admin_create_table (admin, descriptor, splits, NULL, &error), error);
  return hbase_table_new (connection, name);
}

/* ---- changes ---- */

static const char *
draw_row (GRand *rand)
{
  static const char *const rows[] = { "0", "1", "2" };

  return rows[draw (rand, G_N_ELEMENTS (rows))];
}

/* Returns a timestamp, or -1 for none. */
static gint64
draw_timestamp (GRand *rand)
{
  return draw (rand, 4) == 0 ? -1 : (gint64) draw (rand, MAX_TIMESTAMP) + 1;
}

static HBasePut *
draw_put (GRand *rand, const char *row)
{
  HBasePut *put = hbase_put_new_utf8 (row);

  for (guint n = 1 + draw (rand, 3); n > 0; n--)
    {
      const char *family = families[draw (rand, G_N_ELEMENTS (families))];
      const char *qualifier = qualifiers[draw (rand, G_N_ELEMENTS (qualifiers))];
      g_autofree char *value = g_strdup_printf ("%u", draw (rand, 100));
      gint64 timestamp = draw_timestamp (rand);

      if (timestamp < 0)
        hbase_put_add (put, family, BYTES (qualifier), BYTES (value));
      else
        hbase_put_add_with_timestamp (put, family, BYTES (qualifier), BYTES (value), timestamp);
    }
  return put;
}

/* All four types, and whole rows. */
static HBaseDelete *
draw_delete (GRand *rand, const char *row)
{
  HBaseDelete *delete_ = hbase_delete_new_utf8 (row);
  HBaseDeleteType type = (HBaseDeleteType) draw (rand, 5);
  const char *family = families[draw (rand, G_N_ELEMENTS (families))];
  const char *qualifier = qualifiers[draw (rand, G_N_ELEMENTS (qualifiers))];
  gint64 timestamp = draw_timestamp (rand);

  if (type > HBASE_DELETE_TYPE_FAMILY_VERSION)
    {
      if (timestamp >= 0)
        hbase_mutation_set_timestamp (HBASE_MUTATION (delete_), timestamp);
      return delete_;
    }
  hbase_delete_set_delete_type (delete_, type);
  if (type == HBASE_DELETE_TYPE_FAMILY_VERSION && timestamp < 0)
    timestamp = 1;
  if (type >= HBASE_DELETE_TYPE_FAMILY && timestamp < 0)
    hbase_delete_add_family (delete_, family);
  else if (type >= HBASE_DELETE_TYPE_FAMILY)
    hbase_delete_add_family_with_timestamp (delete_, family, timestamp);
  else if (timestamp < 0)
    hbase_delete_add_column (delete_, family, BYTES (qualifier));
  else
    hbase_delete_add_column_with_timestamp (delete_, family, BYTES (qualifier), timestamp);
  return delete_;
}

static void
change_put (GRand *rand, HBaseTable *table, GError **error)
{
  g_autoptr (HBasePut) put = draw_put (rand, draw_row (rand));

  hbase_table_put (table, put, NULL, error);
}

static void
change_delete (GRand *rand, HBaseTable *table, GError **error)
{
  g_autoptr (HBaseDelete) delete_ = draw_delete (rand, draw_row (rand));

  hbase_table_delete (table, delete_, NULL, error);
}

static void
change_mutate (GRand *rand, HBaseTable *table, GError **error)
{
  const char *row = draw_row (rand);
  g_autoptr (HBasePut) put = draw_put (rand, row);
  g_autoptr (HBaseDelete) delete_ = draw_delete (rand, row);
  g_autoptr (HBaseRowMutations) mutations = hbase_row_mutations_new ();

  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (delete_));
  hbase_table_mutate_row (table, mutations, NULL, error);
}

static void
change_check (GRand *rand, HBaseTable *table, GError **error)
{
  g_autoptr (HBasePut) put = draw_put (rand, draw_row (rand));
  gboolean applied;

  hbase_table_check_and_put (table, "f", BYTES ("a"), NULL, 0, put, &applied, NULL, error);
}

/* No other change writes to this column. */
static void
change_increment (GRand *rand, HBaseTable *table, GError **error)
{
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 (draw_row (rand));

  hbase_increment_add_utf8 (increment, "g", "n", 1 + draw (rand, 9));
  hbase_row_unref (hbase_table_increment (table, increment, NULL, error));
}

static void
change_append (GRand *rand, HBaseTable *table, GError **error)
{
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 (draw_row (rand));

  hbase_append_add_utf8 (append, "f", "a", "+");
  hbase_row_unref (hbase_table_append (table, append, NULL, error));
}

static void
put_wide_row (HBaseTable *table)
{
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("wide");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < WIDE_ROW; i++)
    {
      g_autofree char *qualifier = g_strdup_printf ("%03u", i);

      hbase_put_add_with_timestamp (put, families[i % 2], BYTES (qualifier), BYTES ("v"), 1 + i % 3);
    }
  assert_works (hbase_table_put (table, put, NULL, &error), error);
}

void
transfers_draw_table (GRand *rand, const char *uri, const char *name)
{
  static void (*const changes[]) (GRand * rand, HBaseTable * table, GError * *error)
      = { change_put,    change_put,   change_put,       change_delete, change_delete,
          change_mutate, change_check, change_increment, change_append };
  g_autoptr (HBaseTable) table = create_table (rand, uri, name);

  for (guint i = 0; i < N_CHANGES; i++)
    {
      g_autoptr (GError) error = NULL;

      changes[draw (rand, G_N_ELEMENTS (changes))](rand, table, &error);
      /* Some that contradict themselves are refused before they are sent. */
      ck_assert_msg (error == NULL || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT),
                     "%s", error->message);
    }
  put_wide_row (table);
}

/* ---- copies ---- */

void
transfers_run (const char *folder, int expected, const char *format, ...)
{
  g_autofree char *tool = g_build_filename (g_getenv ("top_builddir"), "tools", "hbase-glib", NULL);
  g_autofree char *words = NULL, *line = NULL, *printed = NULL, *errors = NULL;
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GError) error = NULL;
  va_list list;
  int status;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  line = g_strdup_printf ("'%s' %s", tool, words);
  ck_assert (g_shell_parse_argv (line, NULL, &arguments, NULL));
  g_spawn_sync (folder, arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &printed, &errors, &status, &error);
  ck_assert_no_error (error);
  ck_assert_msg (WIFEXITED (status) && WEXITSTATUS (status) == expected, "%s\n%s\n%s", line, printed, errors);
}

void
transfers_copy (GRand *rand,
                const char *folder,
                const char *from_uri,
                const char *from,
                const char *to_uri,
                const char *to)
{
  guint parallelism = 1 + draw (rand, 4);

  if (draw (rand, 2) == 0)
    transfers_run (folder, 0, "mirror '%s' %s '%s' %s --parallelism=%u", from_uri, from, to_uri, to,
                   parallelism);
  else
    {
      transfers_run (folder, 0, "--uri='%s' export %s file --replace --parallelism=%u", from_uri, from,
                     parallelism);
      transfers_run (folder, 0, "--uri='%s' import file %s --parallelism=%u", to_uri, to, parallelism);
      transfers_run (folder, 0, "--uri='%s' verify file %s", to_uri, to);
    }
  transfers_run (folder, 0, "verify '%s' %s '%s' %s", from_uri, from, to_uri, to);
}

/* ---- comparison ---- */

static void
append_row (GString *text, HBaseRow *row)
{
  g_autofree char *key = hbase_row_dup_key_escaped (row);

  for (guint i = 0; i < hbase_row_get_n_cells (row); i++)
    {
      g_autoptr (HBaseCell) cell = hbase_row_get_cell (row, i);
      g_autofree char *column = hbase_cell_dup_column_escaped (cell), *value = NULL;
      gsize length;
      const guint8 *bytes = hbase_cell_get_value (cell, &length);

      value = hbase_bytes_to_escaped (bytes, length);
      g_string_append_printf (text, "%s %s %" G_GINT64_FORMAT " %d=%s\n", key, column,
                              hbase_cell_get_timestamp (cell), (int) hbase_cell_get_cell_type (cell), value);
    }
}

static char *
read_table (HBaseTable *table, HBaseScan *scan)
{
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);
  HBaseRow *row;

  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      append_row (text, row);
      hbase_row_unref (row);
    }
  ck_assert_no_error (error);
  return g_string_free (text, FALSE);
}

static void
assert_equal_reads (HBaseTable *a, HBaseTable *b, HBaseScan *scan)
{
  g_autofree char *of_a = read_table (a, scan), *of_b = read_table (b, scan);

  ck_assert_str_eq (of_a, of_b);
}

void
transfers_assert_equal (const char *a_uri, const char *a, const char *b_uri, const char *b)
{
  g_autoptr (HBaseConnection) a_connection = api_connect (a_uri), b_connection = api_connect (b_uri);
  g_autoptr (HBaseTable) a_table = hbase_table_new (a_connection, a);
  g_autoptr (HBaseTable) b_table = hbase_table_new (b_connection, b);
  static const guint versions[] = { 1, 2, G_MAXINT32 };

  for (guint raw = 0; raw < 2; raw++)
    for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
      for (gint64 end = 1; end <= MAX_TIMESTAMP + 2; end++)
        {
          g_autoptr (HBaseScan) scan = hbase_scan_new ();

          hbase_scan_set_raw (scan, raw != 0);
          hbase_query_set_max_versions (HBASE_QUERY (scan), versions[i]);
          hbase_query_set_time_range (HBASE_QUERY (scan), 0, end <= MAX_TIMESTAMP + 1 ? end : G_MAXINT64);
          assert_equal_reads (a_table, b_table, scan);
        }
}

void
transfers_go_there_and_back (GRand *rand, const char *folder, const char *from, const char *to)
{
  for (guint i = test_times (4); i > 0; i--)
    {
      g_autofree char *name = g_strdup_printf ("t%u", i), *back = g_strdup_printf ("back%u", i);

      transfers_draw_table (rand, from, name);
      transfers_copy (rand, folder, from, name, to, name);
      transfers_assert_equal (from, name, to, name);
      transfers_copy (rand, folder, to, name, from, back);
      transfers_assert_equal (from, name, from, back);
    }
}
