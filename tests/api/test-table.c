/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"

START_TEST (a_row_that_was_put_can_be_read)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;
  const guint8 *value;
  gsize length;

  hbase_put_add (put, "f", BYTES ("a"), (const guint8 *) "\0\xff", 2);
  hbase_put_add (put, "g", (const guint8 *) "", 0, (const guint8 *) "", 0);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  row = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_row_get_n_cells (row), 2);
  value = hbase_row_get_value (row, "f", BYTES ("a"), &length);
  ck_assert_uint_eq (length, 2);
  ck_assert_mem_eq (value, "\0\xff", 2);
  value = hbase_row_get_value (row, "g", (const guint8 *) "", 0, &length);
  ck_assert_ptr_nonnull (value);
  ck_assert_uint_eq (length, 0);
}
END_TEST

START_TEST (a_missing_row_is_an_empty_one_with_its_key)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseGet) get = hbase_get_new ((const guint8 *) "a\0b", 3);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_get (table, get, NULL, &error);
  gsize length;

  ck_assert_no_error (error);
  ck_assert (hbase_row_is_empty (row));
  ck_assert_mem_eq (hbase_row_get_key (row, &length), "a\0b", 3);
  ck_assert_uint_eq (length, 3);
}
END_TEST

START_TEST (columns_and_versions_can_be_chosen)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  hbase_put_add_with_timestamp (put, "f", BYTES ("a"), BYTES ("1"), 10);
  hbase_put_add_with_timestamp (put, "f", BYTES ("b"), BYTES ("2"), 10);
  hbase_put_add_with_timestamp (put, "g", BYTES ("c"), BYTES ("3"), 10);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  hbase_query_add_column (HBASE_QUERY (get), "f", BYTES ("b"));
  hbase_query_add_family (HBASE_QUERY (get), "g");
  row = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_row_get_n_cells (row), 2);
  ck_assert_ptr_null (hbase_row_get_value (row, "f", BYTES ("a"), &length));
}
END_TEST

START_TEST (the_cells_of_each_family_can_be_limited)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (HBaseRow) row = NULL, rest = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *value = NULL;

  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *qualifier = g_strdup_printf ("%u", i / 2);

      hbase_put_add_utf8 (put, i % 2 == 0 ? "f" : "g", qualifier, qualifier);
    }
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  hbase_get_set_store_limit (get, 2);
  hbase_get_set_store_offset (get, 1);
  hbase_query_set_attribute (HBASE_QUERY (get), "name", BYTES ("value"));
  hbase_query_set_authorizations (HBASE_QUERY (get), (const char *const[]){ "public", NULL });
  hbase_query_set_cache_blocks (HBASE_QUERY (get), FALSE);
  hbase_query_set_consistency (HBASE_QUERY (get), HBASE_CONSISTENCY_TIMELINE);
  hbase_query_set_replica (HBASE_QUERY (get), 0);
  row = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_row_get_n_cells (row), 4);
  value = hbase_row_dup_value_utf8 (row, "g:1");
  ck_assert_str_eq (value, "1");
  hbase_get_set_store_limit (get, 0);
  rest = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_row_get_n_cells (rest), 6);
}
END_TEST

/* Puts values of each type and reads the row. */
static HBaseRow *
typed_row (HBaseTable *table)
{
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GBytes) qualifier = g_bytes_new_static ("bytes", 5), value = g_bytes_new_static ("\0v", 2);
  g_autoptr (GError) error = NULL;
  HBaseRow *row;

  hbase_put_add_bytes (put, "f", qualifier, value);
  hbase_put_add_bytes (put, "f", NULL, value);
  hbase_put_add_int64 (put, "f", "number", -2);
  hbase_put_add_utf8 (put, "f", "text", "text");
  hbase_put_add_variant (put, "f", "pair", g_variant_new ("(su)", "a", 7));
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  row = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_row_get_n_cells (row), 5);
  return row;
}

START_TEST (values_of_types_can_be_read)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseRow) row = typed_row (table), raised = NULL;
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("r");
  g_autoptr (HBaseCell) number_cell = hbase_row_get_cell (row, 2), pair_cell = hbase_row_get_cell (row, 3);
  g_autoptr (GVariant) pair = NULL, of_cell = NULL, none = NULL;
  g_autoptr (GBytes) bytes = NULL, empty_qualifier = NULL;
  g_autoptr (GError) error = NULL;
  const char *name;
  gint64 number;
  guint32 count;

  assert_works (hbase_row_get_counter (row, "f:number", &number, &error), error);
  ck_assert_int_eq (number, -2);
  assert_works (hbase_cell_get_int64 (number_cell, &number, &error), error);
  ck_assert_int_eq (number, -2);
  assert_works (hbase_row_get_counter (row, "f:none", &number, &error), error);
  ck_assert_int_eq (number, 0);
  assert_works (hbase_row_get_int64 (row, "f:number", &number, &error), error);
  ck_assert_int_eq (number, -2);
  ck_assert (!hbase_row_get_int64 (row, "f:none", &number, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_COLUMN_NOT_FOUND);
  g_clear_error (&error);
  ck_assert (!hbase_row_get_int64 (row, "f:bytes", &number, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_VALUE);
  g_clear_error (&error);
  pair = hbase_row_get_value_variant (row, "f:pair", "(su)", &error);
  ck_assert_no_error (error);
  g_variant_get (pair, "(&su)", &name, &count);
  ck_assert_str_eq (name, "a");
  ck_assert_uint_eq (count, 7);
  of_cell = hbase_cell_get_variant (pair_cell, NULL, &error);
  ck_assert (g_variant_equal (pair, of_cell));
  none = hbase_row_get_value_variant (row, "f:none", NULL, &error);
  ck_assert_ptr_null (none);
  ck_assert_no_error (error);
  bytes = hbase_row_ref_value (row, "f", BYTES ("bytes"));
  empty_qualifier = hbase_row_ref_value (row, "f", NULL, 0);
  ck_assert_uint_eq (g_bytes_get_size (bytes), 2);
  ck_assert (g_bytes_equal (bytes, empty_qualifier));
  hbase_increment_add (increment, "f", BYTES ("number"), 5);
  raised = hbase_table_increment (table, increment, NULL, &error);
  ck_assert_no_error (error);
  assert_works (hbase_row_get_counter (raised, "f:number", &number, &error), error);
  ck_assert_int_eq (number, 3);
}
END_TEST

/* The bytes are the same on every machine. */
START_TEST (variants_are_stored_little_endian_with_their_types)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseRow) row = typed_row (table);
  gsize length;
  const guint8 *value = hbase_row_get_value (row, "f", BYTES ("pair"), &length);

  ck_assert_uint_eq (length, 14);
  ck_assert_mem_eq (value, "a\0\0\0\7\0\0\0\2\0(su)", 14);
}
END_TEST

START_TEST (values_of_other_types_are_reported)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseRow) row = typed_row (table);
  g_autoptr (HBaseCell) cell = hbase_row_get_cell (row, 4);
  g_autoptr (GError) number_error = NULL, cell_error = NULL, type_error = NULL, text_error = NULL,
                     cell_type_error = NULL, invalid = NULL, cell_invalid = NULL;
  gint64 number;

  ck_assert (!hbase_row_get_counter (row, "f:text", &number, &number_error));
  assert_reported (number_error, HBASE_ERROR_INVALID_VALUE,
                   "row “r”, column “f:text”: its value has 4 bytes");
  ck_assert (!hbase_cell_get_int64 (cell, &number, &cell_error));
  assert_reported (cell_error, HBASE_ERROR_INVALID_VALUE, "column “f:text”: its value has 4 bytes");
  ck_assert_ptr_null (hbase_row_get_value_variant (row, "f:pair", "(si)", &type_error));
  assert_reported (type_error, HBASE_ERROR_INVALID_VALUE, "of type “(su)”, and not of “(si)”");
  ck_assert_ptr_null (hbase_row_get_value_variant (row, "f:text", NULL, &text_error));
  assert_reported (text_error, HBASE_ERROR_INVALID_VALUE, "isn't a GVariant");
  ck_assert_ptr_null (hbase_cell_get_variant (cell, "s", &cell_type_error));
  assert_reported (cell_type_error, HBASE_ERROR_INVALID_VALUE, "column “f:text”");
  ck_assert_ptr_null (hbase_row_get_value_variant (row, "f:none", "(s", &invalid));
  assert_reported (invalid, HBASE_ERROR_INVALID_ARGUMENT, "“(s” isn't the type of a GVariant");
  ck_assert_ptr_null (hbase_cell_get_variant (cell, "(s", &cell_invalid));
  assert_reported (cell_invalid, HBASE_ERROR_INVALID_ARGUMENT, "“(s” isn't the type of a GVariant");
}
END_TEST

static GPtrArray *
gets_of (const char *const *rows)
{
  GPtrArray *gets = g_ptr_array_new_with_free_func (hbase_query_unref);

  for (guint i = 0; rows[i] != NULL; i++)
    g_ptr_array_add (gets, hbase_get_new_utf8 (rows[i]));
  return gets;
}

START_TEST (several_rows_come_in_the_order_asked_for)
{
  static const char *const asked[] = { "c", "missing", "a", "c", NULL };
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (GPtrArray) gets = gets_of (asked);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GError) error = NULL;

  api_write (table, "a", "1");
  api_write (table, "c", "3");
  rows = hbase_table_get_multiple (table, gets, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (rows->len, 4);
  for (guint i = 0; i < rows->len; i++)
    {
      g_autofree char *key = hbase_row_dup_key_escaped (rows->pdata[i]);

      ck_assert_str_eq (key, asked[i]);
      ck_assert_int_eq (hbase_row_is_empty (rows->pdata[i]), i == 1);
    }
}
END_TEST

START_TEST (empty_lists_of_gets_and_puts_send_nothing)
{
  g_autoptr (HBaseConnection) connection = api_connect ("thrift://no-such-host.invalid/");
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GArray) exist = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  rows = hbase_table_get_multiple (table, none, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (rows->len, 0);
  exist = hbase_table_exists_multiple (table, none, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (exist->len, 0);
  assert_works (hbase_table_put_multiple (table, none, NULL, &error), error);
  hbase_table_put_multiple_async (table, none, NULL, api_done, &result);
  assert_works (hbase_table_put_multiple_finish (table, api_wait (&result), &error), error);
  ck_assert_no_error (error);
}
END_TEST

static gboolean
call_with_list (HBaseTable *table, guint call, GPtrArray *list, GError **error)
{
  switch (call)
    {
    case 0:
      return hbase_table_get_multiple (table, list, NULL, error) != NULL;
    case 1:
      return hbase_table_exists_multiple (table, list, NULL, error) != NULL;
    case 2:
      return hbase_table_put_multiple (table, list, NULL, error);
    default:
      return hbase_table_delete_multiple (table, list, NULL, error);
    }
}

/* Languages have lists with a null. */
START_TEST (a_null_in_a_list_is_reported)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (list, NULL);
  ck_assert (!call_with_list (table, (guint) _i, list, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "table “t”: element 0 of the list");
}
END_TEST

START_TEST (exists_reports_rows_and_columns)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseGet) row = hbase_get_new_utf8 ("r");
  g_autoptr (HBaseGet) column = hbase_get_new_utf8 ("r");
  g_autoptr (GError) error = NULL;
  gboolean exists = TRUE;

  assert_works (hbase_table_exists (table, row, &exists, NULL, &error), error);
  ck_assert (!exists);
  api_write (table, "r", "v");
  assert_works (hbase_table_exists (table, row, &exists, NULL, &error), error);
  ck_assert (exists);
  hbase_query_add_column (HBASE_QUERY (column), "f", BYTES ("other"));
  assert_works (hbase_table_exists (table, column, &exists, NULL, &error), error);
  ck_assert (!exists);
  assert_works (hbase_table_exists (table, row, NULL, NULL, &error), error);
  ck_assert_no_error (error);
}
END_TEST

START_TEST (exists_multiple_reports_rows_in_the_order_of_the_gets)
{
  static const char *const rows[] = { "c", "missing", "a", "c", "c", NULL };
  static const gboolean expected[] = { TRUE, FALSE, TRUE, TRUE, FALSE };
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (GPtrArray) gets = gets_of (rows);
  g_autoptr (GArray) exist = NULL, invalid = NULL;
  g_autoptr (GError) error = NULL;

  api_write (table, "a", "1");
  api_write (table, "c", "3");
  hbase_query_add_column (HBASE_QUERY (gets->pdata[4]), "f", BYTES ("other"));
  exist = hbase_table_exists_multiple (table, gets, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (exist->len, G_N_ELEMENTS (expected));
  for (guint i = 0; i < exist->len; i++)
    ck_assert_int_eq (g_array_index (exist, gboolean, i), expected[i]);
  g_ptr_array_add (gets, hbase_get_new_utf8 (""));
  invalid = hbase_table_exists_multiple (table, gets, NULL, &error);
  ck_assert_ptr_null (invalid);
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "table “t”");
}
END_TEST

START_TEST (several_puts_are_written_after_all_were_checked)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GError) error = NULL;
  g_autofree char *a = NULL, *b = NULL, *before = NULL;

  g_ptr_array_add (puts, api_put ("a", "1"));
  g_ptr_array_add (puts, hbase_put_new_utf8 ("without columns"));
  ck_assert (!hbase_table_put_multiple (table, puts, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  before = api_read (table, "a");
  ck_assert_ptr_null (before);
  g_ptr_array_set_size (puts, 1);
  g_ptr_array_add (puts, api_put ("b", "2"));
  assert_works (hbase_table_put_multiple (table, puts, NULL, &error), error);
  ck_assert_no_error (error);
  a = api_read (table, "a");
  b = api_read (table, "b");
  ck_assert_str_eq (a, "1");
  ck_assert_str_eq (b, "2");
}
END_TEST

/* An empty value differs from none. */
START_TEST (a_value_outlives_its_row)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBasePut) put = api_put ("r", "kept");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GBytes) value = NULL, empty = NULL, none = NULL;
  g_autoptr (GError) error = NULL;
  HBaseRow *row;

  hbase_put_add_utf8 (put, "f", "empty", "");
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  row = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  value = hbase_row_ref_value (row, "f", BYTES ("q"));
  empty = hbase_row_ref_value (row, "f", BYTES ("empty"));
  none = hbase_row_ref_value (row, "f", BYTES ("none"));
  hbase_row_unref (row);
  ck_assert_mem_eq (g_bytes_get_data (value, NULL), "kept", g_bytes_get_size (value));
  ck_assert_uint_eq (g_bytes_get_size (value), 4);
  ck_assert_uint_eq (g_bytes_get_size (empty), 0);
  ck_assert_ptr_null (none);
}
END_TEST

START_TEST (several_deletes_are_sent_after_all_were_checked)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (GPtrArray) deletes = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *kept = NULL, *a = NULL, *b = NULL;

  api_write (table, "a", "v");
  api_write (table, "b", "v");
  g_ptr_array_add (deletes, hbase_delete_new_utf8 ("a"));
  g_ptr_array_add (deletes, hbase_delete_new_utf8 (""));
  ck_assert (!hbase_table_delete_multiple (table, deletes, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  kept = api_read (table, "a");
  ck_assert_str_eq (kept, "v");
  assert_works (hbase_table_delete_multiple (table, none, NULL, &error), error);
  g_ptr_array_set_size (deletes, 1);
  g_ptr_array_add (deletes, hbase_delete_new_utf8 ("b"));
  hbase_table_delete_multiple_async (table, deletes, NULL, api_done, &result);
  assert_works (hbase_table_delete_multiple_finish (table, api_wait (&result), &error), error);
  a = api_read (table, "a");
  b = api_read (table, "b");
  ck_assert_ptr_null (a);
  ck_assert_ptr_null (b);
}
END_TEST

START_TEST (a_deleted_row_is_missing)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("r");
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (GError) error = NULL;
  g_autofree char *left = NULL;

  /* The puts have timestamps: HBase's delete masks what is put within the same millisecond. */
  hbase_put_add_with_timestamp (put, "f", BYTES ("q"), BYTES ("v"), 1000);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  assert_works (hbase_table_delete (table, delete_, NULL, &error), error);
  assert_works (hbase_table_delete (table, delete_, NULL, &error), error);
  ck_assert_no_error (error);
  left = api_read (table, "r");
  ck_assert_ptr_null (left);
}
END_TEST

static gboolean
put_if (HBaseTable *table, const char *expected, const char *value)
{
  g_autoptr (HBasePut) put = api_put ("r", value);
  g_autoptr (GError) error = NULL;
  gboolean applied = FALSE;

  assert_works (hbase_table_check_and_put (table, "f", BYTES ("q"), (const guint8 *) expected,
                                           expected != NULL ? strlen (expected) : 0, put, &applied, NULL,
                                           &error),
                error);
  ck_assert_no_error (error);
  return applied;
}

START_TEST (a_checked_put_is_applied_only_if_it_matches)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autofree char *value = NULL;

  ck_assert (!put_if (table, "1", "2"));
  ck_assert (put_if (table, NULL, "1"));
  ck_assert (!put_if (table, NULL, "2"));
  ck_assert (!put_if (table, "2", "3"));
  ck_assert (put_if (table, "1", "4"));
  value = api_read (table, "r");
  ck_assert_str_eq (value, "4");
}
END_TEST

START_TEST (a_check_treats_an_empty_cell_as_missing)
{
  g_autoptr (HBaseTable) table = api_table ();

  api_write (table, "r", "");
  ck_assert (put_if (table, NULL, "v"));
}
END_TEST

static gboolean
delete_if (HBaseTable *table, const char *expected)
{
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("r");
  g_autoptr (GError) error = NULL;
  gboolean applied = FALSE;

  assert_works (hbase_table_check_and_delete (table, "f", BYTES ("q"), (const guint8 *) expected,
                                              expected != NULL ? strlen (expected) : 0, delete_, &applied,
                                              NULL, &error),
                error);
  return applied;
}

START_TEST (a_checked_delete_is_executed_only_if_it_matches)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (GError) error = NULL;
  g_autofree char *kept = NULL, *deleted = NULL;

  hbase_put_add_with_timestamp (put, "f", BYTES ("q"), BYTES ("1"), 1000);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  ck_assert (!delete_if (table, NULL));
  ck_assert (!delete_if (table, "2"));
  kept = api_read (table, "r");
  ck_assert_str_eq (kept, "1");
  ck_assert (delete_if (table, "1"));
  deleted = api_read (table, "r");
  ck_assert_ptr_null (deleted);
  ck_assert (!delete_if (table, "1"));
  ck_assert (delete_if (table, NULL));
}
END_TEST

/* Puts f:q and deletes f:p. */
static HBaseRowMutations *
mutations_of (const char *row, const char *value)
{
  HBaseRowMutations *mutations = hbase_row_mutations_new ();
  g_autoptr (HBasePut) put = api_put (row, value);
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 (row);

  hbase_delete_add_column (delete_, "f", BYTES ("p"));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (delete_));
  return mutations;
}

START_TEST (a_rows_mutations_are_executed_together)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseRowMutations) mutations = mutations_of ("r", "new");
  g_autoptr (HBasePut) before = hbase_put_new_utf8 ("r"), unknown = hbase_put_new_utf8 ("r");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (HBaseRow) row = NULL, unchanged = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *value = NULL;

  hbase_put_add_with_timestamp (before, "f", BYTES ("p"), BYTES ("old"), 1000);
  assert_works (hbase_table_put (table, before, NULL, &error), error);
  assert_works (hbase_table_mutate_row (table, mutations, NULL, &error), error);
  row = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_row_get_n_cells (row), 1);
  value = hbase_row_dup_value_utf8 (row, "f:q");
  ck_assert_str_eq (value, "new");
  hbase_put_add_utf8 (unknown, "unknown", "q", "v");
  hbase_put_add_utf8 (unknown, "f", "another", "v");
  hbase_row_mutations_add (mutations, HBASE_MUTATION (unknown));
  ck_assert (!hbase_table_mutate_row (table, mutations, NULL, &error));
  assert_reported (error, HBASE_ERROR_FAMILY_NOT_FOUND, "unknown");
  g_clear_error (&error);
  unchanged = hbase_table_get (table, get, NULL, &error);
  ck_assert_uint_eq (hbase_row_get_n_cells (unchanged), 1);
}
END_TEST

START_TEST (mutations_that_cant_be_right_are_refused)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseRowMutations) none = hbase_row_mutations_new (), hiding = mutations_of ("r", "v");
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("r");
  g_autoptr (GError) empty = NULL, hidden = NULL, checked = NULL;

  ck_assert (!hbase_table_mutate_row (table, none, NULL, &empty));
  assert_reported (empty, HBASE_ERROR_INVALID_ARGUMENT, "table “t”: mutations: there are none");
  hbase_row_mutations_add (hiding, HBASE_MUTATION (delete_));
  ck_assert (!hbase_table_mutate_row (table, hiding, NULL, &hidden));
  assert_reported (hidden, HBASE_ERROR_INVALID_ARGUMENT,
                   "table “t”: mutations of row “r”: a delete would hide the put of column “f:q”");
  ck_assert (!hbase_table_check_and_mutate (table, "f", BYTES ("q"), HBASE_COMPARE_OPERATOR_EQUAL, NULL, 0,
                                            hiding, NULL, NULL, &checked));
  assert_reported (checked, HBASE_ERROR_INVALID_ARGUMENT, "would hide");
}
END_TEST

/* Returns whether the mutations were executed. `value`, `cell`: NULL means none. */
static gboolean
mutate_if (HBaseTable *table, const char *cell, HBaseCompareOperator operator, const char * value)
{
  const char *row = cell != NULL ? cell[0] != '\0' ? cell : "empty" : "none";
  g_autoptr (HBaseRowMutations) mutations = mutations_of (row, cell != NULL ? cell : "none");
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 (row);
  g_autoptr (GError) error = NULL;
  gboolean applied = FALSE;

  assert_works (hbase_table_check_and_mutate (table, "f", BYTES ("q"), operator, (const guint8 *) value,
                                              value != NULL ? strlen (value) : 0, mutations, &applied, NULL,
                                              &error),
                error);
  if (cell == NULL && applied)
    assert_works (hbase_table_delete (table, delete_, NULL, &error), error);
  return applied;
}

#define LESS HBASE_COMPARE_OPERATOR_LESS
#define LESS_OR_EQUAL HBASE_COMPARE_OPERATOR_LESS_OR_EQUAL
#define EQUAL HBASE_COMPARE_OPERATOR_EQUAL
#define NOT_EQUAL HBASE_COMPARE_OPERATOR_NOT_EQUAL
#define GREATER_OR_EQUAL HBASE_COMPARE_OPERATOR_GREATER_OR_EQUAL
#define GREATER HBASE_COMPARE_OPERATOR_GREATER

START_TEST (a_check_compares_the_cell_with_the_value)
{
  static const struct {
    const char *cell;
    HBaseCompareOperator operator;
    const char *value;
    gboolean applied;
  } cases[] = {
    { "4", LESS, "5", TRUE },
    { "5", LESS, "5", FALSE },
    { "6", LESS, "5", FALSE },
    { "5", LESS_OR_EQUAL, "5", TRUE },
    { "6", LESS_OR_EQUAL, "5", FALSE },
    { "4", LESS_OR_EQUAL, "5", TRUE },
    { "4", EQUAL, "5", FALSE },
    { "5", EQUAL, "5", TRUE },
    { "4", NOT_EQUAL, "5", TRUE },
    { "5", NOT_EQUAL, "5", FALSE },
    { "4", GREATER, "5", FALSE },
    { "5", GREATER, "5", FALSE },
    { "6", GREATER, "5", TRUE },
    { "5", GREATER_OR_EQUAL, "5", TRUE },
    { "4", GREATER_OR_EQUAL, "5", FALSE },
    { "6", GREATER_OR_EQUAL, "5", TRUE },
    { "4", EQUAL, NULL, FALSE },
    { "4", NOT_EQUAL, NULL, TRUE },
    { "4", NOT_EQUAL, "", TRUE },
    { "", EQUAL, NULL, TRUE },
    { "", EQUAL, "", TRUE },
    { "", NOT_EQUAL, NULL, FALSE },
    { "", LESS, "5", TRUE },
    { NULL, EQUAL, NULL, TRUE },
    { NULL, EQUAL, "", TRUE },
    { NULL, NOT_EQUAL, NULL, FALSE },
    { NULL, EQUAL, "5", FALSE },
    { NULL, NOT_EQUAL, "5", FALSE },
    { NULL, LESS, "5", FALSE },
  };
  g_autoptr (HBaseTable) table = api_table ();

  api_write (table, "4", "4");
  api_write (table, "5", "5");
  api_write (table, "6", "6");
  api_write (table, "empty", "");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    ck_assert_msg (mutate_if (table, cases[i].cell, cases[i].operator, cases[i].value) == cases[i].applied,
                   "case %u", i);
}
END_TEST

START_TEST (no_value_is_less_or_greater_than_nothing)
{
  static const HBaseCompareOperator operators[] = { LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL };
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseRowMutations) mutations = mutations_of ("r", "v");

  for (guint i = 0; i < 2 * G_N_ELEMENTS (operators); i++)
    {
      g_autoptr (GError) error = NULL;
      const guint8 *value = i % 2 == 0 ? NULL : (const guint8 *) "";

      ck_assert (!hbase_table_check_and_mutate (table, "f", BYTES ("q"), operators[i / 2], value, 0,
                                                mutations, NULL, NULL, &error));
      assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "use EQUAL");
    }
}
END_TEST

START_TEST (timeouts_default_to_the_connections)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "ns:t");
  int timeout, attempt_timeout;

  ck_assert_str_eq (hbase_table_get_name (table), "ns:t");
  ck_assert_ptr_eq (hbase_table_get_connection (table), connection);
  g_object_get (table, "timeout", &timeout, "attempt-timeout", &attempt_timeout, NULL);
  ck_assert_int_eq (timeout, -1);
  ck_assert_int_eq (attempt_timeout, -1);
  g_object_set (table, "timeout", 0, "attempt-timeout", 7, NULL);
  ck_assert_int_eq (hbase_table_get_timeout (table), 0);
  ck_assert_int_eq (hbase_table_get_attempt_timeout (table), 7);
  hbase_table_set_timeout (table, -1);
  hbase_table_set_attempt_timeout (table, -1);
  g_object_get (table, "timeout", &timeout, "attempt-timeout", &attempt_timeout, NULL);
  ck_assert_int_eq (timeout, -1);
  ck_assert_int_eq (attempt_timeout, -1);
}
END_TEST

START_TEST (rows_of_a_table_with_a_schema_give_key_fields)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("userid:uint32,actionid:uint32", &error);
  g_autoptr (HBaseTable) with_schema
      = hbase_table_new_with_key_schema (hbase_table_get_connection (table), "t", schema);
  g_autoptr (HBaseGet) get = hbase_get_new ((const guint8 *) "\0\0\0\7\0\0\1\0", 8);
  g_autoptr (HBaseRow) row = NULL;
  g_autofree char *field = NULL;

  ck_assert_no_error (error);
  ck_assert_ptr_null (hbase_table_get_key_schema (table));
  ck_assert_ptr_eq (hbase_table_get_key_schema (with_schema), schema);
  row = hbase_table_get (with_schema, get, NULL, &error);
  ck_assert_no_error (error);
  field = hbase_row_dup_key_field_escaped (row, "actionid", &error);
  ck_assert_no_error (error);
  ck_assert_str_eq (field, "256");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("table");

  tcase_add_test (tests, a_row_that_was_put_can_be_read);
  tcase_add_test (tests, a_missing_row_is_an_empty_one_with_its_key);
  tcase_add_test (tests, values_of_types_can_be_read);
  tcase_add_test (tests, variants_are_stored_little_endian_with_their_types);
  tcase_add_test (tests, values_of_other_types_are_reported);
  tcase_add_test (tests, columns_and_versions_can_be_chosen);
  tcase_add_test (tests, the_cells_of_each_family_can_be_limited);
  tcase_add_test (tests, several_rows_come_in_the_order_asked_for);
  tcase_add_test (tests, empty_lists_of_gets_and_puts_send_nothing);
  tcase_add_loop_test (tests, a_null_in_a_list_is_reported, 0, 4);
  tcase_add_test (tests, exists_reports_rows_and_columns);
  tcase_add_test (tests, exists_multiple_reports_rows_in_the_order_of_the_gets);
  tcase_add_test (tests, several_puts_are_written_after_all_were_checked);
  tcase_add_test (tests, a_value_outlives_its_row);
  tcase_add_test (tests, several_deletes_are_sent_after_all_were_checked);
  tcase_add_test (tests, a_deleted_row_is_missing);
  tcase_add_test (tests, a_checked_put_is_applied_only_if_it_matches);
  tcase_add_test (tests, a_check_treats_an_empty_cell_as_missing);
  tcase_add_test (tests, a_checked_delete_is_executed_only_if_it_matches);
  tcase_add_test (tests, a_rows_mutations_are_executed_together);
  tcase_add_test (tests, mutations_that_cant_be_right_are_refused);
  tcase_add_test (tests, a_check_compares_the_cell_with_the_value);
  tcase_add_test (tests, no_value_is_less_or_greater_than_nothing);
  tcase_add_test (tests, timeouts_default_to_the_connections);
  tcase_add_test (tests, rows_of_a_table_with_a_schema_give_key_fields);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("table", fill)
