/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"

#include "hbase-bytes.h"
#include "hbase-key-schema-private.h"

/* This file tests that the table of types in docs/key-schema.md is right. It has one line for each type. */

enum { TYPE, BYTES, VALUE, ORDER, EXAMPLE, KEY, LIMITS, N_CELLS };

/* Splits a line at its bars; the cells are returned without surrounding blanks and backquotes. */
static char **
split_cells (const char *line)
{
  char **cells = g_strsplit (line, "|", -1);

  for (char **cell = cells; *cell != NULL; cell++)
    g_strdelimit (g_strstrip (*cell), "`", ' '), g_strstrip (*cell);
  return cells;
}

/* Returns the lines of the table, in order, as arrays of cells. */
static GPtrArray *
read_table (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("top_srcdir"), "docs", "key-schema.md", NULL);
  GPtrArray *table = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_autofree char *page = NULL;
  g_auto (GStrv) lines = NULL;
  gboolean inside = FALSE;

  ck_assert (g_file_get_contents (path, &page, NULL, NULL));
  lines = g_strsplit (page, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    {
      if (g_str_has_prefix (*line, "## "))
        inside = g_str_equal (*line, "## Types");
      if (inside && g_str_has_prefix (*line, "| `"))
        g_ptr_array_add (table, split_cells (*line + 1));
    }
  return table;
}

static char *
describe_bytes (const HBaseKeyType *type)
{
  switch (type->shape)
    {
    case HBASE_KEY_FIXED:
      return g_strdup_printf ("%" G_GSIZE_FORMAT, type->width);
    case HBASE_KEY_SIZED:
      return type->width > 1000 ? g_strdup_printf ("n, 1 to %" G_GSIZE_FORMAT ",%03" G_GSIZE_FORMAT,
                                                   type->width / 1000, type->width % 1000)
                                : g_strdup_printf ("n, 1 to %" G_GSIZE_FORMAT, type->width);
    case HBASE_KEY_TERMINATED:
      return g_strdup ("variable");
    case HBASE_KEY_REST:
    default:
      return g_strdup ("the rest");
    }
}

static void
check_line (const HBaseKeyType *type, char **cells)
{
  static const char *const orders[] = { "reversed", "no", "yes" };
  g_autofree char *name = g_strndup (cells[TYPE], strcspn (cells[TYPE], "("));
  g_autofree char *bytes = describe_bytes (type);

  ck_assert_uint_ge (g_strv_length (cells), N_CELLS);
  ck_assert_str_eq (name, type->name);
  ck_assert_msg ((strchr (cells[TYPE], '(') != NULL) == (type->shape == HBASE_KEY_SIZED), "%s", cells[TYPE]);
  ck_assert_msg (g_str_equal (cells[BYTES], bytes), "%s: %s, and not %s", cells[TYPE], bytes, cells[BYTES]);
  ck_assert_msg (g_str_equal (cells[VALUE], type->variant), "%s: %s", cells[TYPE], type->variant);
  ck_assert_msg (g_str_equal (cells[ORDER], orders[type->order + 1]), "%s: %s", cells[TYPE],
                 orders[type->order + 1]);
}

/* Checks that the example has the key in the table, and that the key is shown as the example. */
static void
check_example (char **cells)
{
  g_autofree char *text = g_strdup_printf ("f:%s", cells[TYPE]);
  g_autofree char *word = g_strdup_printf ("f=%s", cells[EXAMPLE]);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (text, &error);
  g_autoptr (GBytes) key = NULL;
  g_autofree char *shown = NULL, *back = NULL;

  ck_assert_no_error (error);
  key = hbase_key_schema_encode_escaped (schema, (const char *[]){ word, NULL }, FALSE, &error);
  ck_assert_no_error (error);
  shown = hbase_bytes_to_escaped (g_bytes_get_data (key, NULL), g_bytes_get_size (key));
  ck_assert_str_eq (shown, cells[KEY]);
  back = hbase_key_schema_key_to_escaped (schema, g_bytes_get_data (key, NULL), g_bytes_get_size (key),
                                          &error);
  ck_assert_no_error (error);
  if (!g_str_has_prefix (cells[TYPE], "hex")) /* is shown with leading zeros */
    ck_assert_str_eq (back, word);
}

START_TEST (the_page_describes_each_type_correctly)
{
  g_autoptr (GPtrArray) table = read_table ();
  const HBaseKeyType *type;
  guint n_types;

  for (n_types = 0; (type = hbase_key_type_nth (n_types)) != NULL; n_types++)
    {
      ck_assert_msg (n_types < table->len, "%s isn't in the table", type->name);
      check_line (type, table->pdata[n_types]);
      check_example (table->pdata[n_types]);
    }
  ck_assert_uint_eq (table->len, n_types);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("key page");

  tcase_add_test (tests, the_page_describes_each_type_correctly);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("key page", fill)
