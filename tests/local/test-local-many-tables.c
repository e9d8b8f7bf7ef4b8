/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "local-call.h"
#include "test-seed.h"

#include "hbase-local-fsck-private.h"

/* Tables of any description can be made in a new directory, however many there are: SQLite moves pages to
 * make room for their trees. */

#define ROUNDS 6
#define TABLES 70
#define ATTRIBUTE_MAX 30000
#define NAME_MAX_LENGTH 20000 /* neither HBase nor the engine has a limit */

typedef struct {
  char *name;
  char *description; /* as the engine returned it; NULL: the table was dropped */
  gboolean has_row;
} Made;

static void
made_free (gpointer data)
{
  Made *made = data;

  g_free (made->name);
  g_free (made->description);
  g_free (made);
}

/* Half of the lengths are short. */
static guint
random_length (GRand *rand, guint max)
{
  return (guint) g_rand_int_range (rand, 0, (gint32) (g_rand_boolean (rand) ? MIN (max, 20) : max));
}

static void
write_attributes (HBaseWireWriter *out, guint field, GRand *rand)
{
  guint n = (guint) g_rand_int_range (rand, 0, 3);

  hbase_wire_write_map (out, field, HBASE_WIRE_BINARY, HBASE_WIRE_BINARY, n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("A%u", i);
      g_autofree char *value = g_strnfill (random_length (rand, ATTRIBUTE_MAX), 'x');

      hbase_wire_put_binary (out, hbase_slice_text (name));
      hbase_wire_put_binary (out, hbase_slice_text (value));
    }
}

/* The first family is f. */
static void
write_families (HBaseWireWriter *out, GRand *rand)
{
  guint n = (guint) g_rand_int_range (rand, 1, 4);

  hbase_wire_write_list (out, HBASE_T_TABLE_DESCRIPTOR_COLUMNS, HBASE_WIRE_STRUCT, n);
  for (guint i = 0; i < n; i++)
    {
      char name[] = { (char) ('f' + i), '\0' };

      hbase_wire_begin_struct (out);
      hbase_wire_write_binary (out, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_NAME, hbase_slice_text (name));
      write_attributes (out, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_ATTRIBUTES, rand);
      hbase_wire_end_struct (out);
    }
}

static void
write_descriptor (HBaseWireWriter *out, guint field, const char *name, GRand *rand)
{
  hbase_wire_write_struct (out, field);
  hbase_wire_write_struct (out, HBASE_T_TABLE_DESCRIPTOR_TABLE_NAME);
  hbase_wire_write_binary (out, HBASE_T_TABLE_NAME_QUALIFIER, hbase_slice_text (name));
  hbase_wire_end_struct (out);
  write_families (out, rand);
  write_attributes (out, HBASE_T_TABLE_DESCRIPTOR_ATTRIBUTES, rand);
  hbase_wire_end_struct (out);
}

static char *
describe (Local *local, const Made *made)
{
  return call_of_table (local, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, made->name);
}

static void
make_random_table (Local *local, GPtrArray *tables, GRand *rand)
{
  Made *made = g_new0 (Made, 1);
  g_autofree char *filling = g_strnfill (random_length (rand, NAME_MAX_LENGTH), 'n');

  made->name = g_strdup_printf ("t%u%s", tables->len, filling);
  g_ptr_array_add (tables, made);
  write_descriptor (call_begin (local), HBASE_CREATE_TABLE_ARGS_DESC, made->name, rand);
  ck_text (call_text (local, HBASE_WIRE_METHOD_CREATE_TABLE), "ok");
  made->description = describe (local, made);
  ck_text_begins (describe (local, made), "{1={1=default 2=t");
}

static void
change_description (Local *local, Made *made, GRand *rand)
{
  write_descriptor (call_begin (local), HBASE_MODIFY_TABLE_ARGS_DESC, made->name, rand);
  ck_text (call_text (local, HBASE_WIRE_METHOD_MODIFY_TABLE), "ok");
  g_free (made->description);
  made->description = describe (local, made);
}

/* The value, of any length, is written twice: the former one leaves unused pages, some of them never
 * written. */
static void
put_row (Local *local, Made *made, GRand *rand)
{
  g_autofree char *value = g_strnfill (random_length (rand, ATTRIBUTE_MAX), 'v');
  g_autofree char *cells = g_strconcat ("f:q@1=", value, NULL);
  HBaseWireWriter *out = call_begin_table (local, made->name);

  hbase_wire_write_list (out, HBASE_PUT_MULTIPLE_ARGS_TPUTS, HBASE_WIRE_STRUCT, 3);
  write_put (out, "r", cells);
  write_put (out, "r", "f:q@1=x");
  write_put (out, "r", cells);
  ck_text (call_text (local, HBASE_WIRE_METHOD_PUT_MULTIPLE), "ok");
  made->has_row = TRUE;
}

static void
truncate_table (Local *local, Made *made)
{
  ck_text (call_of_table (local, HBASE_WIRE_METHOD_DISABLE_TABLE, made->name), "ok");
  ck_text (call_of_table (local, HBASE_WIRE_METHOD_TRUNCATE_TABLE, made->name), "ok");
  made->has_row = FALSE;
}

static void
drop_table (Local *local, Made *made)
{
  ck_text (call_of_table (local, HBASE_WIRE_METHOD_DISABLE_TABLE, made->name), "ok");
  ck_text (call_of_table (local, HBASE_WIRE_METHOD_DELETE_TABLE, made->name), "ok");
  g_clear_pointer (&made->description, g_free);
}

/* Does something with a random table, if it is still there. */
static void
use_random_table (Local *local, GPtrArray *tables, GRand *rand)
{
  Made *made = g_ptr_array_index (tables, g_rand_int_range (rand, 0, (gint32) tables->len));
  gint32 choice = g_rand_int_range (rand, 0, 12);

  if (made->description == NULL)
    return;
  if (choice < 4)
    put_row (local, made, rand);
  else if (choice == 4)
    truncate_table (local, made);
  else if (choice == 5)
    drop_table (local, made);
  else if (choice == 6)
    change_description (local, made, rand);
}

static void
check_table (Local *local, const Made *made)
{
  g_autofree char *missing = g_strconcat ("IO: ", made->name, NULL);
  HBaseWireWriter *out;

  ck_text (describe (local, made), made->description != NULL ? made->description : missing);
  if (made->description == NULL)
    return;
  out = call_begin_table (local, made->name);
  hbase_wire_write_struct (out, HBASE_GET_ARGS_TGET);
  hbase_wire_write_binary (out, HBASE_T_GET_ROW, HBASE_SLICE_LITERAL ("r"));
  hbase_wire_end_struct (out);
  ck_text_begins (call_text (local, HBASE_WIRE_METHOD_GET), made->has_row ? "r f:q@1=" : "-");
}

static void
check_is_sound (const char *directory)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) problems = hbase_local_fsck (directory, NULL, &error);

  ck_assert_no_error (error);
  ck_assert_msg (problems->len == 0, "%s", problems->len > 0 ? (char *) problems->pdata[0] : "");
}

static void
fill_new_directory (GRand *rand)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func (made_free);
  char *directory = local_directory ();
  Local local;

  local_open_at (&local, directory);
  for (guint i = 0; i < TABLES; i++)
    {
      make_random_table (&local, tables, rand);
      use_random_table (&local, tables, rand);
    }
  local_close (&local);
  local_open_at (&local, directory);
  for (guint i = 0; i < tables->len; i++)
    check_table (&local, tables->pdata[i]);
  local_close (&local);
  check_is_sound (directory);
  local_remove (directory);
}

START_TEST (test_random_tables)
{
  g_autoptr (GRand) rand = test_rand_new ("many-tables");

  for (guint i = test_times (ROUNDS); i > 0; i--)
    fill_new_directory (rand);
}
END_TEST

/* Small descriptions, too, fill their trees in the end. */
START_TEST (test_many_small_tables)
{
  char *directory = local_directory ();
  Local local;

  local_open_at (&local, directory);
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *name = g_strdup_printf ("copy%u", i);

      make_table (&local, name, i % 3 == 0 ? "f" : "f g h");
    }
  local_close (&local);
  check_is_sound (directory);
  local_remove (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("many-tables");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, test_random_tables);
  tcase_add_test (tcase, test_many_small_tables);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-many-tables", fill)
