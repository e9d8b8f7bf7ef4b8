/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"

#define N_ROWS 40

/* Each schema has one number as its value: an unsalted key has 8 bytes. */
static const struct {
  const char *text;
  gboolean drawn;
  gboolean has_too_many_salts; /* for a scan */
} schemas[] = {
  { "salt:random(4),id:uint64", TRUE, FALSE },
  { "salt:one-of(a,b,c,d),id:uint64", TRUE, FALSE },
  { "salt:phoenix(16),id:uint64", FALSE, FALSE },
  { "salt:md5-hex(8,id),id:uint64", FALSE, TRUE },
  { "part:modulo(4,id),sub:md5-hex(1,id),id:uint64", FALSE, FALSE },
  { "part:modulo(2,id),salt:random(3),id:uint64", TRUE, FALSE },
  { "id:uint64", FALSE, FALSE },
};

static HBaseTable *
salted_table (const char *schema_text)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (schema_text, &error);

  ck_assert_no_error (error);
  return hbase_table_new_unsalted (hbase_table_get_connection (table), "t", schema);
}

/* The handle of the same table's stored keys. */
static HBaseTable *
stored_table (HBaseTable *salted)
{
  return hbase_table_new_with_key_schema (hbase_table_get_connection (salted), "t",
                                          hbase_table_get_key_schema (salted));
}

static HBaseGet *
get_of (guint64 id)
{
  guint64 key = GUINT64_TO_BE (id);

  return hbase_get_new ((const guint8 *) &key, sizeof key);
}

static HBasePut *
put_of (guint64 id, const char *value)
{
  guint64 key = GUINT64_TO_BE (id);
  HBasePut *put = hbase_put_new ((const guint8 *) &key, sizeof key);

  hbase_put_add_utf8 (put, "f", "q", value);
  return put;
}

static HBaseDelete *
delete_of (guint64 id)
{
  guint64 key = GUINT64_TO_BE (id);

  return hbase_delete_new ((const guint8 *) &key, sizeof key);
}

static void
write_row (HBaseTable *salted, guint64 id, const char *value)
{
  g_autoptr (HBasePut) put = put_of (id, value);
  g_autoptr (GError) error = NULL;

  assert_works (hbase_table_put (salted, put, NULL, &error), error);
}

static void
assert_row (HBaseRow *row, guint64 id, const char *value)
{
  guint64 key = GUINT64_TO_BE (id);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) unsalted = hbase_row_ref_unsalted_key (row, &error);
  g_autoptr (GVariant) field = hbase_row_get_key_field (row, "id", &error);
  g_autofree char *text = hbase_row_dup_value_utf8 (row, "f:q");

  gsize length;
  const guint8 *handle_key = hbase_row_get_key (row, &length);

  ck_assert_no_error (error);
  ck_assert_uint_eq (length, sizeof key);
  ck_assert_mem_eq (handle_key, &key, sizeof key);
  ck_assert_int_eq (hbase_row_get_stored_key (row, &length) != NULL, value != NULL);
  ck_assert_uint_eq (g_bytes_get_size (unsalted), sizeof key);
  ck_assert_mem_eq (g_bytes_get_data (unsalted, NULL), &key, sizeof key);
  ck_assert_uint_eq (g_variant_get_uint64 (field), id);
  ck_assert_int_eq (hbase_row_is_empty (row), value == NULL);
  ck_assert_pstr_eq (text, value);
}

static HBaseRow *
read_row (HBaseTable *salted, guint64 id)
{
  g_autoptr (HBaseGet) get = get_of (id);
  g_autoptr (GError) error = NULL;
  HBaseRow *row = hbase_table_get (salted, get, NULL, &error);

  ck_assert_no_error (error);
  return row;
}

static void
assert_reads (HBaseTable *salted, guint64 id, const char *value)
{
  g_autoptr (HBaseRow) row = read_row (salted, id);

  assert_row (row, id, value);
}

static gboolean
row_exists (HBaseTable *salted, guint64 id)
{
  g_autoptr (HBaseGet) get = get_of (id);
  g_autoptr (GError) error = NULL;
  gboolean exists = TRUE;

  assert_works (hbase_table_exists (salted, get, &exists, NULL, &error), error);
  return exists;
}

/* ---- each kind of salt ---- */

START_TEST (rows_are_written_read_and_deleted_by_unsalted_keys)
{
  g_autoptr (HBaseTable) salted = salted_table (schemas[_i].text);

  for (guint64 id = 0; id < N_ROWS; id++)
    {
      g_autofree char *value = g_strdup_printf ("%" G_GUINT64_FORMAT, id);

      write_row (salted, id, value);
    }
  for (guint64 id = 0; id < N_ROWS; id++)
    {
      g_autofree char *value = g_strdup_printf ("%" G_GUINT64_FORMAT, id);
      g_autoptr (HBaseDelete) delete_ = delete_of (id);
      g_autoptr (GError) error = NULL;

      assert_reads (salted, id, value);
      ck_assert (row_exists (salted, id));
      assert_works (hbase_table_delete (salted, delete_, NULL, &error), error);
      assert_reads (salted, id, NULL);
      ck_assert (!row_exists (salted, id));
    }
}
END_TEST

START_TEST (several_rows_come_in_the_order_asked_for)
{
  static const guint64 asked[] = { 7, 1000, 3, 7 };
  g_autoptr (HBaseTable) salted = salted_table (schemas[_i].text);
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func (hbase_query_unref);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GError) error = NULL;

  write_row (salted, 3, "three");
  write_row (salted, 7, "seven");
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    g_ptr_array_add (gets, get_of (asked[i]));
  rows = hbase_table_get_multiple (salted, gets, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (rows->len, 4);
  assert_row (rows->pdata[0], 7, "seven");
  assert_row (rows->pdata[1], 1000, NULL);
  assert_row (rows->pdata[2], 3, "three");
  assert_row (rows->pdata[3], 7, "seven");
}
END_TEST

static guint
count_rows (HBaseTable *table)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autoptr (GError) error = NULL;
  guint count = 0;

  for (HBaseRow *row; (row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL; count++)
    hbase_row_unref (row);
  ck_assert_no_error (error);
  return count;
}

static guint
count_stored (HBaseTable *salted)
{
  g_autoptr (HBaseTable) table = stored_table (salted);

  return count_rows (table);
}

START_TEST (a_put_finds_its_row_or_inserts_it)
{
  g_autoptr (HBaseTable) salted = salted_table (schemas[_i].text);

  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *value = g_strdup_printf ("%u", i);

      write_row (salted, 5, value);
      assert_reads (salted, 5, value);
    }
  ck_assert_uint_eq (count_stored (salted), 1);
}
END_TEST

START_TEST (several_puts_find_their_rows_or_insert_them)
{
  g_autoptr (HBaseTable) salted = salted_table (schemas[_i].text);
  g_autoptr (GError) error = NULL;

  write_row (salted, 3, "old");
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);

      for (guint64 id = 0; id < 10; id++)
        g_ptr_array_add (puts, put_of (id % 8, "new"));
      assert_works (hbase_table_put_multiple (salted, puts, NULL, &error), error);
      ck_assert_uint_eq (count_stored (salted), 8);
    }
  for (guint64 id = 0; id < 8; id++)
    assert_reads (salted, id, "new");
}
END_TEST

START_TEST (several_rows_are_deleted)
{
  g_autoptr (HBaseTable) salted = salted_table (schemas[_i].text);
  g_autoptr (GPtrArray) deletes = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GError) error = NULL;

  for (guint64 id = 0; id < 6; id++)
    {
      write_row (salted, id, "v");
      if (id != 4)
        g_ptr_array_add (deletes, delete_of (id));
    }
  assert_works (hbase_table_delete_multiple (salted, deletes, NULL, &error), error);
  ck_assert_uint_eq (count_stored (salted), 1);
  assert_reads (salted, 4, "v");
}
END_TEST

static gboolean
check (HBaseTable *salted, HBasePut *put, const char *value, gboolean *applied, GError **error)
{
  hbase_put_add_utf8 (put, "f", "q", "b");
  return hbase_table_check_and_put (salted, "f", BYTES ("q"), (const guint8 *) value, strlen (value), put,
                                    applied, NULL, error);
}

START_TEST (a_check_needs_a_row_that_was_read_if_its_salt_is_random)
{
  g_autoptr (HBaseTable) salted = salted_table (schemas[_i].text);
  g_autoptr (HBasePut) put = put_of (5, "b"), of_row = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;
  gboolean applied = FALSE, computed;

  write_row (salted, 5, "a");
  computed = check (salted, put, "a", &applied, &error);
  ck_assert_int_eq (computed, !schemas[_i].drawn);
  if (!computed)
    assert_reported (error, HBASE_ERROR_UNSUPPORTED, "hbase_put_new_for_row");
  g_clear_error (&error);
  row = read_row (salted, 5);
  of_row = hbase_put_new_for_row (row);
  assert_works (check (salted, of_row, "a", &applied, &error), error);
  ck_assert_int_eq (applied, schemas[_i].drawn);
  assert_reads (salted, 5, "b");
}
END_TEST

static gboolean
check_delete (HBaseTable *salted, HBaseDelete *delete_, const char *value, gboolean *applied, GError **error)
{
  return hbase_table_check_and_delete (salted, "f", BYTES ("q"), BYTES (value), delete_, applied, NULL,
                                       error);
}

START_TEST (a_checked_delete_needs_a_row_that_was_read_if_its_salt_is_random)
{
  g_autoptr (HBaseTable) salted = salted_table (schemas[_i].text);
  g_autoptr (HBaseDelete) delete_ = delete_of (5), of_row = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;
  gboolean applied = TRUE, computed;

  write_row (salted, 5, "a");
  computed = check_delete (salted, delete_, "b", &applied, &error);
  ck_assert_int_eq (computed, !schemas[_i].drawn);
  if (!computed)
    assert_reported (error, HBASE_ERROR_UNSUPPORTED, "hbase_delete_new_for_row");
  g_clear_error (&error);
  ck_assert (!applied);
  row = read_row (salted, 5);
  of_row = hbase_delete_new_for_row (row);
  assert_works (check_delete (salted, of_row, "a", &applied, &error), error);
  ck_assert (applied);
  ck_assert_uint_eq (count_stored (salted), 0);
}
END_TEST

/* Takes the put and the delete, and adds f:q and f:p. */
static HBaseRowMutations *
mutations_of (HBasePut *put, HBaseDelete *delete_)
{
  HBaseRowMutations *mutations = hbase_row_mutations_new ();

  hbase_put_add_utf8 (put, "f", "r", "b");
  hbase_delete_add_column (delete_, "f", BYTES ("q"));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (delete_));
  hbase_mutation_unref (put);
  hbase_mutation_unref (delete_);
  return mutations;
}

START_TEST (mutations_need_a_row_that_was_read_if_its_salt_is_random)
{
  g_autoptr (HBaseTable) salted = salted_table (schemas[_i].text);
  g_autoptr (HBasePut) before = put_of (5, "a");
  g_autoptr (HBaseRowMutations) by_key = NULL, of_row = NULL;
  g_autoptr (HBaseRow) row = NULL, changed = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *value = NULL;
  gboolean applied = FALSE, computed;

  hbase_mutation_set_timestamp (HBASE_MUTATION (before), 1000);
  assert_works (hbase_table_put (salted, before, NULL, &error), error);
  by_key = mutations_of (hbase_put_new ((const guint8 *) "\0\0\0\0\0\0\0\5", 8), delete_of (5));
  computed = hbase_table_check_and_mutate (salted, "f", BYTES ("q"), HBASE_COMPARE_OPERATOR_GREATER,
                                           BYTES ("a"), by_key, &applied, NULL, &error);
  ck_assert_int_eq (computed, !schemas[_i].drawn);
  if (!computed)
    assert_reported (error, HBASE_ERROR_UNSUPPORTED, "hbase_put_new_for_row");
  g_clear_error (&error);
  ck_assert (!applied);
  row = read_row (salted, 5);
  of_row = mutations_of (hbase_put_new_for_row (row), hbase_delete_new_for_row (row));
  assert_works (hbase_table_mutate_row (salted, of_row, NULL, &error), error);
  changed = read_row (salted, 5);
  value = hbase_row_dup_value_utf8 (changed, "f:r");
  ck_assert_str_eq (value, "b");
  ck_assert_uint_eq (hbase_row_get_n_cells (changed), 1);
  ck_assert_uint_eq (count_stored (salted), 1);
}
END_TEST

START_TEST (the_existence_of_several_rows_is_reported_in_order)
{
  g_autoptr (HBaseTable) salted = salted_table (schemas[_i].text);
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func (hbase_query_unref);
  g_autoptr (GArray) exist = NULL;
  g_autoptr (GError) error = NULL;

  write_row (salted, 1, "v");
  write_row (salted, 3, "v");
  for (guint64 id = 0; id < 4; id++)
    g_ptr_array_add (gets, get_of (id));
  exist = hbase_table_exists_multiple (salted, gets, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (exist->len, 4);
  for (guint i = 0; i < exist->len; i++)
    ck_assert_int_eq (g_array_index (exist, gboolean, i), i % 2);
}
END_TEST

static HBaseRow *
increment (HBaseTable *salted, HBaseIncrement *increment /* (transfer full) */, GError **error)
{
  g_autoptr (HBaseIncrement) held = increment;

  hbase_increment_add (increment, "f", BYTES ("n"), 5);
  return hbase_table_increment (salted, increment, NULL, error);
}

static HBaseRow *
append (HBaseTable *salted, HBaseAppend *append /* (transfer full) */, GError **error)
{
  g_autoptr (HBaseAppend) held = append;

  hbase_append_add (append, "f", BYTES ("q"), BYTES ("!"));
  return hbase_table_append (salted, append, NULL, error);
}

START_TEST (a_change_needs_a_row_that_was_read_if_its_salt_is_random)
{
  g_autoptr (HBaseTable) salted = salted_table (schemas[_i].text);
  g_autoptr (HBaseTable) table = stored_table (salted);
  g_autoptr (HBaseRow) row = NULL, missing = NULL, none = NULL, not_appended = NULL, raised = NULL,
                       longer = NULL, by_stored_key = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  write_row (salted, 5, "a");
  none = increment (salted, hbase_increment_new ((const guint8 *) "\0\0\0\0\0\0\0\6", 8), &error);
  ck_assert_int_eq (none == NULL, schemas[_i].drawn);
  if (none == NULL)
    assert_reported (error, HBASE_ERROR_UNSUPPORTED, "hbase_increment_new_for_row");
  g_clear_error (&error);
  missing = read_row (salted, 7);
  not_appended = append (salted, hbase_append_new_for_row (missing), &error);
  ck_assert_int_eq (not_appended == NULL, schemas[_i].drawn);
  g_clear_error (&error);
  row = read_row (salted, 5);
  raised = increment (salted, hbase_increment_new_for_row (row), &error);
  ck_assert_no_error (error);
  ck_assert_mem_eq (hbase_row_get_value (raised, "f", BYTES ("n"), &length), "\0\0\0\0\0\0\0\5", 8);
  longer = append (salted, hbase_append_new_for_row (row), &error);
  ck_assert_no_error (error);
  assert_row (longer, 5, "a!");
  /* A handle of stored keys changes the same row. */
  by_stored_key = append (table, hbase_append_new_for_row (row), &error);
  ck_assert_no_error (error);
  assert_reads (salted, 5, "a!!");
}
END_TEST

START_TEST (a_change_of_a_row_of_another_handle_is_refused)
{
  g_autoptr (HBaseTable) salted = salted_table ("salt:random(4),id:uint64");
  g_autoptr (HBaseTable) table = stored_table (salted);
  g_autoptr (HBaseRow) row = NULL, stored = NULL;
  g_autoptr (HBaseGet) get = NULL;
  g_autoptr (GError) error = NULL;
  const guint8 *key;
  gsize length;

  write_row (salted, 5, "a");
  row = read_row (salted, 5);
  key = hbase_row_get_stored_key (row, &length);
  ck_assert_uint_eq (length, 9);
  get = hbase_get_new (key, length);
  stored = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_ptr_null (append (salted, hbase_append_new_for_row (stored), &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "by a handle with other keys");
}
END_TEST

START_TEST (a_range_is_scanned_in_the_order_of_unsalted_keys)
{
  g_autoptr (HBaseTable) salted = salted_table (schemas[_i].text);
  guint64 start = GUINT64_TO_BE (10), stop = GUINT64_TO_BE (30);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  guint64 next = 10;

  for (guint64 id = 0; id < N_ROWS; id++)
    write_row (salted, id, "v");
  hbase_scan_set_start (scan, (const guint8 *) &start, sizeof start);
  hbase_scan_set_stop (scan, (const guint8 *) &stop, sizeof stop);
  cursor = hbase_table_scan (salted, scan);
  for (HBaseRow *row; (row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL; next++)
    {
      g_autoptr (HBaseRow) held = row;

      assert_row (held, next, "v");
    }
  if (schemas[_i].has_too_many_salts)
    {
      assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "4096");
      return;
    }
  ck_assert_no_error (error);
  ck_assert_uint_eq (next, 30);
}
END_TEST

/* ---- rows that exist twice ---- */

static void
write_at (HBaseTable *salted, guint32 draw, guint64 id, const char *value, gint64 timestamp)
{
  g_autoptr (HBaseTable) table = stored_table (salted);
  HBaseKeySchema *schema = hbase_table_get_key_schema (table);
  guint64 unsalted = GUINT64_TO_BE (id);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) key
      = hbase_key_schema_salt_with_random (schema, (const guint8 *) &unsalted, sizeof unsalted, draw, &error);
  g_autoptr (HBasePut) put = NULL;

  ck_assert_no_error (error);
  put = hbase_put_new_bytes (key);
  hbase_put_add_utf8 (put, "f", "q", value);
  hbase_mutation_set_timestamp (HBASE_MUTATION (put), timestamp);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
}

START_TEST (a_row_that_is_there_twice_is_an_error_or_the_newest)
{
  g_autoptr (HBaseTable) salted = salted_table ("salt:random(4),id:uint64");
  g_autoptr (HBaseGet) get = get_of (5);
  g_autoptr (HBasePut) put = put_of (5, "later");
  g_autoptr (HBaseDelete) delete_ = delete_of (5);
  g_autoptr (GError) error = NULL;

  write_at (salted, 1, 5, "old", 10);
  write_at (salted, 2, 5, "new", 30);
  write_at (salted, 3, 5, "middle", 20);
  ck_assert_ptr_null (hbase_table_get (salted, get, NULL, &error));
  assert_reported (error, HBASE_ERROR_DUPLICATE_KEY, "as “\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x05”");
  g_clear_error (&error);
  ck_assert (!hbase_table_put (salted, put, NULL, &error));
  assert_reported (error, HBASE_ERROR_DUPLICATE_KEY, "as “\\x02\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x05”");
  g_clear_error (&error);
  ck_assert (row_exists (salted, 5));

  hbase_table_set_prefer_newest (salted, TRUE);
  ck_assert (hbase_table_get_prefer_newest (salted));
  assert_reads (salted, 5, "new");
  assert_works (hbase_table_put (salted, put, NULL, &error), error);
  assert_reads (salted, 5, "later");
  ck_assert_uint_eq (count_stored (salted), 3);
  assert_works (hbase_table_delete (salted, delete_, NULL, &error), error);
  ck_assert_uint_eq (count_stored (salted), 0);
}
END_TEST

START_TEST (one_of_two_stored_rows_is_deleted)
{
  g_autoptr (HBaseTable) salted = salted_table ("salt:random(4),id:uint64");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (HBaseRow) first = NULL, second = NULL;
  g_autoptr (HBaseDelete) delete_ = NULL;
  g_autoptr (GError) error = NULL;

  write_at (salted, 1, 5, "first", 10);
  write_at (salted, 2, 5, "second", 30);
  cursor = hbase_table_scan (salted, scan);
  first = hbase_table_cursor_next (cursor, NULL, &error);
  ck_assert_no_error (error);
  assert_row (first, 5, "first");
  second = hbase_table_cursor_next (cursor, NULL, &error);
  ck_assert_no_error (error);
  assert_row (second, 5, "second");
  delete_ = hbase_delete_new_for_row (first);
  assert_works (hbase_table_delete (salted, delete_, NULL, &error), error);
  assert_reads (salted, 5, "second");
}
END_TEST

/* 200 rows over 4 salts: the probability that one stays empty is 10⁻²⁴. */
START_TEST (new_rows_are_spread_over_all_salts)
{
  g_autoptr (HBaseTable) salted = salted_table ("salt:random(4),id:uint64");
  guint seen[4] = { 0 };

  for (guint64 id = 0; id < 200; id++)
    {
      g_autoptr (HBasePut) put = put_of (id, "v");
      g_autoptr (GError) error = NULL;

      hbase_put_set_assume_new (put, _i);
      ck_assert_int_eq (hbase_put_get_assume_new (put), _i);
      assert_works (hbase_table_put (salted, put, NULL, &error), error);
    }
  for (guint64 id = 0; id < 200; id++)
    {
      g_autoptr (HBaseRow) row = read_row (salted, id);
      gsize length;
      const guint8 *key = hbase_row_get_stored_key (row, &length);

      ck_assert_uint_eq (length, 9);
      ck_assert_uint_lt (key[0], 4);
      seen[key[0]]++;
    }
  for (guint i = 0; i < 4; i++)
    ck_assert_uint_gt (seen[i], 0);
}
END_TEST

START_TEST (a_put_that_assumes_a_new_row_does_not_look_it_up)
{
  g_autoptr (HBaseTable) salted = salted_table ("salt:random(4),id:uint64");

  for (guint i = 0; i < 64; i++)
    {
      g_autoptr (HBasePut) put = put_of (5, "v");
      g_autoptr (GError) error = NULL;

      hbase_put_set_assume_new (put, TRUE);
      assert_works (hbase_table_put (salted, put, NULL, &error), error);
    }
  ck_assert_uint_eq (count_stored (salted), 4);
}
END_TEST

/* ---- async ---- */

START_TEST (every_call_has_an_async_form)
{
  g_autoptr (HBaseTable) salted = salted_table ("salt:random(4),id:uint64");
  g_autoptr (HBasePut) put = put_of (5, "a"), checked = NULL;
  g_autoptr (HBaseGet) get = get_of (5);
  g_autoptr (HBaseDelete) delete_ = delete_of (5);
  g_autoptr (HBaseIncrement) raise = NULL;
  g_autoptr (GAsyncResult) putting = NULL, getting = NULL, checking = NULL, raising = NULL, deleting = NULL,
                           asking = NULL;
  g_autoptr (HBaseRow) row = NULL, raised = NULL;
  g_autoptr (GError) error = NULL;
  gboolean applied, exists;

  hbase_table_put_async (salted, put, NULL, api_done, &putting);
  assert_works (hbase_table_put_finish (salted, api_wait (&putting), &error), error);
  hbase_table_get_async (salted, get, NULL, api_done, &getting);
  row = hbase_table_get_finish (salted, api_wait (&getting), &error);
  ck_assert_no_error (error);
  assert_row (row, 5, "a");
  checked = hbase_put_new_for_row (row);
  hbase_put_add_utf8 (checked, "f", "q", "c");
  hbase_table_check_and_put_async (salted, "f", BYTES ("q"), BYTES ("a"), checked, NULL, api_done, &checking);
  assert_works (hbase_table_check_and_put_finish (salted, api_wait (&checking), &applied, &error), error);
  ck_assert (applied);
  raise = hbase_increment_new_for_row (row);
  hbase_increment_add (raise, "f", BYTES ("n"), 1);
  hbase_table_increment_async (salted, raise, NULL, api_done, &raising);
  raised = hbase_table_increment_finish (salted, api_wait (&raising), &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_row_get_n_cells (raised), 1);
  assert_reads (salted, 5, "c");
  hbase_table_delete_async (salted, delete_, NULL, api_done, &deleting);
  assert_works (hbase_table_delete_finish (salted, api_wait (&deleting), &error), error);
  hbase_table_exists_async (salted, get, NULL, api_done, &asking);
  assert_works (hbase_table_exists_finish (salted, api_wait (&asking), &exists, &error), error);
  ck_assert (!exists);
}
END_TEST

START_TEST (a_cancel_is_a_cancel)
{
  g_autoptr (HBaseTable) salted = salted_table ("salt:random(4),id:uint64");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (HBaseGet) get = get_of (5);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (hbase_table_get (salted, get, cancellable, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  hbase_table_get_async (salted, get, cancellable, api_done, &result);
  ck_assert_ptr_null (hbase_table_get_finish (salted, api_wait (&result), &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}
END_TEST

/* ---- what is refused ---- */

START_TEST (a_handle_without_a_schema_is_refused)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseTable) salted
      = g_object_new (HBASE_TYPE_TABLE, "connection", hbase_table_get_connection (table), "name", "t",
                      "unsalted", TRUE, NULL);
  g_autoptr (HBaseGet) get = get_of (5);
  g_autoptr (HBasePut) put = put_of (5, "a");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (salted, scan);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_table_get (salted, get, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "needs a key schema");
  g_clear_error (&error);
  ck_assert (!hbase_table_put (salted, put, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "needs a key schema");
  g_clear_error (&error);
  ck_assert_ptr_null (hbase_table_cursor_next (cursor, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "needs a key schema");
}
END_TEST

static const char *const key_filters[]
    = { "PrefixFilter('a')", "RowFilter(=,'binary:a')",
        "KeyOnlyFilter() AND (InclusiveStopFilter('b') OR (SKIP PrefixFilter('c')))" };

START_TEST (filters_of_row_keys_are_refused)
{
  g_autoptr (HBaseTable) salted = salted_table ("salt:random(4),id:uint64");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (HBasePageIterator) pages = NULL;
  g_autoptr (GError) error = NULL;

  hbase_query_set_filter_text (HBASE_QUERY (scan), key_filters[_i]);
  cursor = hbase_table_scan (salted, scan);
  ck_assert_ptr_null (hbase_table_cursor_next (cursor, NULL, &error));
  assert_reported (error, HBASE_ERROR_UNSUPPORTED, "Filter compares stored keys");
  g_clear_error (&error);
  pages = hbase_page_iterator_new (salted, scan, 10);
  ck_assert_ptr_null (hbase_page_iterator_next (pages, NULL, &error));
  assert_reported (error, HBASE_ERROR_UNSUPPORTED, "Filter compares stored keys");
  g_clear_error (&error);
  /* HBase can't read the third one backwards. */
  if (_i == 2)
    return;
  ck_assert_ptr_null (hbase_table_last_row (salted, scan, HBASE_LAST_ROW_METHOD_AUTO, NULL, &error));
  assert_reported (error, HBASE_ERROR_UNSUPPORTED, "Filter compares stored keys");
}
END_TEST

START_TEST (what_is_about_stored_keys_is_refused)
{
  g_autoptr (HBaseTable) salted = salted_table ("salt:random(4),id:uint64");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;

  ck_assert (hbase_table_is_unsalted (salted));
  ck_assert_ptr_null (hbase_table_get_regions (salted, NULL, &error));
  assert_reported (error, HBASE_ERROR_UNSUPPORTED, "hbase_table_new()");
  g_clear_error (&error);
  ck_assert_ptr_null (hbase_table_get_region (salted, BYTES ("a"), NULL, &error));
  assert_reported (error, HBASE_ERROR_UNSUPPORTED, "hbase_table_new()");
  g_clear_error (&error);
  ck_assert_ptr_null (hbase_table_last_row (salted, NULL, HBASE_LAST_ROW_METHOD_BISECTION, NULL, &error));
  assert_reported (error, HBASE_ERROR_UNSUPPORTED, "reverse");
  g_clear_error (&error);
  hbase_scan_set_parallelism (scan, 4, FALSE);
  cursor = hbase_table_scan (salted, scan);
  ck_assert_ptr_null (hbase_table_cursor_next (cursor, NULL, &error));
  assert_reported (error, HBASE_ERROR_UNSUPPORTED, "unordered");
}
END_TEST

START_TEST (keys_that_are_not_unsalted_ones_are_told)
{
  g_autoptr (HBaseTable) salted = salted_table ("salt:random(4),id:uint64");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("short");
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("long than 8");
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new (NULL, 0);
  g_autoptr (GError) error = NULL;

  hbase_put_add_utf8 (put, "f", "q", "v");
  ck_assert_ptr_null (hbase_table_get (salted, get, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_KEY, "table “t”: row “short” doesn't match the key schema");
  g_clear_error (&error);
  ck_assert (!hbase_table_put (salted, put, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_KEY, "row “long than 8” doesn't match the key schema");
  g_clear_error (&error);
  ck_assert (!hbase_table_delete (salted, delete_, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_KEY, "ends at byte 0");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("salted-table");
  const int n_schemas = G_N_ELEMENTS (schemas);

  tcase_add_loop_test (tests, rows_are_written_read_and_deleted_by_unsalted_keys, 0, n_schemas);
  tcase_add_loop_test (tests, several_rows_come_in_the_order_asked_for, 0, n_schemas);
  tcase_add_loop_test (tests, a_put_finds_its_row_or_inserts_it, 0, n_schemas);
  tcase_add_loop_test (tests, several_puts_find_their_rows_or_insert_them, 0, n_schemas);
  tcase_add_loop_test (tests, several_rows_are_deleted, 0, n_schemas);
  tcase_add_loop_test (tests, a_check_needs_a_row_that_was_read_if_its_salt_is_random, 0, n_schemas);
  tcase_add_loop_test (tests, mutations_need_a_row_that_was_read_if_its_salt_is_random, 0, n_schemas);
  tcase_add_loop_test (tests, a_checked_delete_needs_a_row_that_was_read_if_its_salt_is_random, 0, n_schemas);
  tcase_add_loop_test (tests, the_existence_of_several_rows_is_reported_in_order, 0, n_schemas);
  tcase_add_loop_test (tests, a_change_needs_a_row_that_was_read_if_its_salt_is_random, 0, n_schemas);
  tcase_add_test (tests, a_change_of_a_row_of_another_handle_is_refused);
  tcase_add_loop_test (tests, a_range_is_scanned_in_the_order_of_unsalted_keys, 0, n_schemas);
  tcase_add_test (tests, a_row_that_is_there_twice_is_an_error_or_the_newest);
  tcase_add_test (tests, one_of_two_stored_rows_is_deleted);
  tcase_add_loop_test (tests, new_rows_are_spread_over_all_salts, 0, 2);
  tcase_add_test (tests, a_put_that_assumes_a_new_row_does_not_look_it_up);
  tcase_add_test (tests, every_call_has_an_async_form);
  tcase_add_test (tests, a_cancel_is_a_cancel);
  tcase_add_test (tests, a_handle_without_a_schema_is_refused);
  tcase_add_loop_test (tests, filters_of_row_keys_are_refused, 0, G_N_ELEMENTS (key_filters));
  tcase_add_test (tests, what_is_about_stored_keys_is_refused);
  tcase_add_test (tests, keys_that_are_not_unsalted_ones_are_told);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("salted-table", fill)
