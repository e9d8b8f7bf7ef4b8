/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "admin-cases.h"
#include "api.h"

/* This file has the tests of administrative calls that must pass on the embedded engine and on a real
 * HBase. */

static AdminCasesOpen open_connection;

static void
drop_all (HBaseAdmin *admin)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) tables = hbase_admin_list_tables (admin, NULL, NULL, FALSE, NULL, &error);
  g_auto (GStrv) namespaces = hbase_admin_list_namespaces (admin, NULL, &error);

  ck_assert_no_error (error);
  for (char **name = tables; *name != NULL; name++)
    assert_works (hbase_admin_delete_table (admin, *name, HBASE_DELETE_TABLE_DISABLE, NULL, &error), error);
  for (char **name = namespaces; *name != NULL; name++)
    if (!g_str_equal (*name, "default") && !g_str_equal (*name, "hbase"))
      assert_works (hbase_admin_delete_namespace (admin, *name, NULL, &error), error);
}

/* Returns the admin of a database without tables. */
static HBaseAdmin *
open_empty (int index)
{
  g_autoptr (HBaseConnection) connection = open_connection (index);
  HBaseAdmin *admin = hbase_admin_new (connection);

  drop_all (admin);
  return admin;
}

static HBaseTableDescriptor *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseTableDescriptor *table = hbase_table_descriptor_new_from_string (text, &error);

  ck_assert_no_error (error);
  return table;
}

static void
create (HBaseAdmin *admin, const char *text)
{
  g_autoptr (HBaseTableDescriptor) table = parse (text);
  g_autoptr (GError) error = NULL;

  assert_works (hbase_admin_create_table (admin, table, NULL, NULL, &error), error);
}

static void
assert_described (HBaseAdmin *admin, const char *name, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTableDescriptor) table = hbase_admin_describe_table (admin, name, NULL, &error);
  g_autofree char *described = NULL;

  ck_assert_no_error (error);
  described = hbase_table_descriptor_to_string (table);
  ck_assert_str_eq (described, text);
}

static void
assert_names (char **names, const char *expected)
{
  g_autofree char *joined = names != NULL ? g_strjoinv (" ", names) : NULL;

  ck_assert_pstr_eq (joined, expected);
  g_strfreev (names);
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
assert_code (const GError *error, HBaseError code)
{
  ck_assert_error (error, HBASE_ERROR, code);
}

/* ---- tables ---- */

START_TEST (what_is_described_can_be_created_again)
{
  g_autoptr (HBaseAdmin) admin = open_empty (_i);
  g_autoptr (HBaseTableDescriptor) described = NULL;
  g_autoptr (GError) error = NULL;

  create (admin, "t {DURABILITY async-wal, METADATA {OWNER me}} f {VERSIONS 3, TTL 7d, COMPRESSION gz, "
                 "METADATA {IS_MOB false}, CONFIGURATION {a.b c}} g");
  described = hbase_admin_describe_table (admin, "t", NULL, &error);
  ck_assert_no_error (error);
  hbase_table_descriptor_set_name (described, "u");
  assert_works (hbase_admin_create_table (admin, described, NULL, NULL, &error), error);
  assert_described (admin, "u",
                    "u {DURABILITY async-wal, METADATA {OWNER me}}\n  f {VERSIONS 3, TTL 7d, COMPRESSION gz, "
                    "METADATA {IS_MOB false}, CONFIGURATION {a.b c}}\n  g");
}
END_TEST

/* Descriptors come in HBase's order. */
static char **
sorted_names (GPtrArray *tables)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  char **names;

  ck_assert_ptr_nonnull (tables);
  for (guint i = 0; i < tables->len; i++)
    g_strv_builder_add (builder, hbase_table_descriptor_get_name (tables->pdata[i]));
  names = g_strv_builder_end (builder);
  qsort (names, tables->len, sizeof *names, compare_names);
  g_ptr_array_unref (tables);
  return names;
}

static void
assert_found (HBaseAdmin *admin, const char *namespace, const char *pattern, const char *expected)
{
  g_autoptr (GError) error = NULL;

  assert_names (hbase_admin_list_tables (admin, namespace, pattern, FALSE, NULL, &error), expected);
  ck_assert_no_error (error);
  assert_names (sorted_names (hbase_admin_describe_tables (admin, namespace, pattern, FALSE, NULL, &error)),
                expected);
}

static void
assert_not_found (HBaseAdmin *admin, const char *namespace, const char *pattern, HBaseError code)
{
  g_autoptr (GError) listed = NULL, described = NULL;

  ck_assert_ptr_null (hbase_admin_list_tables (admin, namespace, pattern, FALSE, NULL, &listed));
  assert_code (listed, code);
  ck_assert_ptr_null (hbase_admin_describe_tables (admin, namespace, pattern, FALSE, NULL, &described));
  assert_code (described, code);
}

START_TEST (tables_are_found_by_pattern_and_namespace)
{
  g_autoptr (HBaseAdmin) admin = open_empty (_i);
  g_autoptr (HBaseNamespaceDescriptor) n = hbase_namespace_descriptor_new ("n");
  static const struct {
    const char *namespace, *pattern, *expected;
  } cases[] = {
    { NULL, NULL, "n:ta nn:ta ta tb" },
    { NULL, "t.*", "ta tb" },
    { NULL, "default:t.*", "ta tb" },
    { NULL, "n:.*", "n:ta" },
    { NULL, "t", "" },
    { NULL, "tb|n:ta|missing", "n:ta tb" },
    { "n", NULL, "n:ta" },
    { "default", NULL, "ta tb" },
    /* A pattern for the names within a namespace. */
    { "n", "t.*", "n:ta" },
    { "n", "b|.a", "n:ta" },
    { "n", "(?i)TA", "n:ta" },
    { "n", "n:ta", "" },
    { "n", "t", "" },
    { "default", "t[b-z]", "tb" },
    /* This isn't a pattern, but is one between brackets. */
    { "n", "ta)|(?:.*", "n:ta" },
    { "default", "ta)|(?:.*", "ta tb" },
  };
  g_autoptr (HBaseNamespaceDescriptor) nn = hbase_namespace_descriptor_new ("nn");
  g_autoptr (GError) error = NULL;

  assert_works (hbase_admin_create_namespace (admin, n, NULL, &error), error);
  assert_works (hbase_admin_create_namespace (admin, nn, NULL, &error), error);
  create (admin, "ta f");
  create (admin, "tb f");
  create (admin, "n:ta f");
  create (admin, "nn:ta f");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_found (admin, cases[i].namespace, cases[i].pattern, cases[i].expected);
  assert_not_found (admin, "m", NULL, HBASE_ERROR_NAMESPACE_NOT_FOUND);
  assert_not_found (admin, "m", ".*", HBASE_ERROR_NAMESPACE_NOT_FOUND);
  assert_not_found (admin, "a b", ".*", HBASE_ERROR_INVALID_ARGUMENT);
  assert_not_found (admin, NULL, "(", HBASE_ERROR_INVALID_ARGUMENT);
  assert_not_found (admin, "n", "(", HBASE_ERROR_INVALID_ARGUMENT);
}
END_TEST

static GPtrArray *
split_at (const char *key)
{
  GPtrArray *splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  g_ptr_array_add (splits, g_bytes_new (key, strlen (key)));
  return splits;
}

static void
assert_not_awaited (HBaseAdmin *admin, GPtrArray *splits, HBaseError code)
{
  g_autoptr (GError) error = NULL;

  ck_assert (!hbase_admin_wait_available (admin, "t", splits, NULL, &error));
  assert_code (error, code);
}

START_TEST (a_table_is_available_with_its_splits)
{
  g_autoptr (HBaseAdmin) admin = open_empty (_i);
  g_autoptr (HBaseTableDescriptor) table = parse ("t f");
  g_autoptr (GPtrArray) splits = split_at ("m"), others = split_at ("n");
  g_autoptr (GError) error = NULL;

  ck_assert_int_eq (api_get_state (admin, "t"), HBASE_TABLE_STATE_MISSING);
  assert_not_awaited (admin, NULL, HBASE_ERROR_TABLE_NOT_FOUND);
  assert_works (hbase_admin_create_table (admin, table, splits, NULL, &error), error);
  assert_works (hbase_admin_wait_available (admin, "t", NULL, NULL, &error), error);
  assert_works (hbase_admin_wait_available (admin, "t", splits, NULL, &error), error);
  assert_not_awaited (admin, others, HBASE_ERROR_WRONG_REGIONS);
  ck_assert_int_eq (api_get_state (admin, "t"), HBASE_TABLE_STATE_AVAILABLE);
  assert_works (hbase_admin_disable_table (admin, "t", NULL, &error), error);
  ck_assert_int_eq (api_get_state (admin, "t"), HBASE_TABLE_STATE_DISABLED);
}
END_TEST

static guint
count_regions (HBaseAdmin *admin)
{
  g_autoptr (HBaseTable) table = hbase_table_new (hbase_admin_get_connection (admin), "t");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) regions = hbase_table_get_regions (table, NULL, &error);

  ck_assert_no_error (error);
  return regions->len;
}

START_TEST (a_table_is_truncated_with_or_without_its_splits)
{
  g_autoptr (HBaseAdmin) admin = open_empty (_i);
  g_autoptr (HBaseTableDescriptor) table = parse ("t f");
  g_autoptr (GPtrArray) splits = split_at ("m");
  g_autoptr (GError) error = NULL, enabled = NULL;

  assert_works (hbase_admin_create_table (admin, table, splits, NULL, &error), error);
  ck_assert (!hbase_admin_truncate_table (admin, "t", HBASE_TRUNCATE_TABLE_NONE, NULL, &enabled));
  assert_code (enabled, HBASE_ERROR_TABLE_NOT_DISABLED);
  assert_works (
      hbase_admin_truncate_table (
          admin, "t", HBASE_TRUNCATE_TABLE_DISABLE | HBASE_TRUNCATE_TABLE_PRESERVE_SPLITS, NULL, &error),
      error);
  ck_assert_uint_eq (count_regions (admin), 2);
  assert_works (hbase_admin_disable_table (admin, "t", NULL, &error), error);
  assert_works (hbase_admin_truncate_table (admin, "t", HBASE_TRUNCATE_TABLE_NONE, NULL, &error), error);
  ck_assert_uint_eq (count_regions (admin), 1);
  ck_assert_int_eq (api_get_state (admin, "t"), HBASE_TABLE_STATE_AVAILABLE);
  ck_assert (!hbase_admin_truncate_table (admin, "u", HBASE_TRUNCATE_TABLE_DISABLE, NULL, &error));
  assert_code (error, HBASE_ERROR_TABLE_NOT_FOUND);
}
END_TEST

START_TEST (a_table_is_disabled_and_deleted_whether_enabled_or_not)
{
  g_autoptr (HBaseAdmin) admin = open_empty (_i);
  g_autoptr (GError) error = NULL;

  create (admin, "t f");
  assert_works (hbase_admin_delete_table (admin, "t", HBASE_DELETE_TABLE_DISABLE, NULL, &error), error);
  create (admin, "t g");
  assert_described (admin, "t", "t\n  g");
  assert_works (hbase_admin_disable_table (admin, "t", NULL, &error), error);
  assert_works (hbase_admin_delete_table (admin, "t", HBASE_DELETE_TABLE_DISABLE, NULL, &error), error);
  ck_assert (!hbase_admin_delete_table (admin, "t", HBASE_DELETE_TABLE_DISABLE, NULL, &error));
  assert_code (error, HBASE_ERROR_TABLE_NOT_FOUND);
}
END_TEST

static void
assert_ensured (HBaseAdmin *admin, HBaseTableDescriptor *table, const char *expected)
{
  g_autoptr (GError) error = NULL;
  char **differences = NULL;

  assert_works (hbase_admin_ensure_table (admin, table, NULL, &differences, NULL, &error), error);
  assert_names (differences, expected);
}

START_TEST (an_ensured_table_has_the_families)
{
  g_autoptr (HBaseAdmin) admin = open_empty (_i);
  g_autoptr (HBaseTableDescriptor) first = parse ("t f {VERSIONS 2}");
  g_autoptr (HBaseTableDescriptor) second = parse ("t {DURABILITY sync-wal} f {VERSIONS 3} g");
  g_autoptr (GError) error = NULL;

  assert_ensured (admin, first, "");
  assert_ensured (admin, first, "");
  assert_ensured (admin, second, "t: DURABILITY is use-default, not sync-wal f: VERSIONS is 2, not 3");
  /* No differences are asked for. */
  assert_works (hbase_admin_ensure_table (admin, second, NULL, NULL, NULL, &error), error);
  assert_described (admin, "t", "t\n  f {VERSIONS 2}\n  g");
}
END_TEST

START_TEST (a_table_is_modified)
{
  g_autoptr (HBaseAdmin) admin = open_empty (_i);
  g_autoptr (HBaseTableDescriptor) table = parse ("t {DURABILITY fsync-wal} g {TTL 1h} h");
  g_autoptr (GError) error = NULL;

  create (admin, "t f g");
  assert_works (hbase_admin_modify_table (admin, table, NULL, &error), error);
  assert_described (admin, "t", "t {DURABILITY fsync-wal}\n  g {TTL 1h}\n  h");
  hbase_table_descriptor_set_name (table, "u");
  ck_assert (!hbase_admin_modify_table (admin, table, NULL, &error));
  assert_code (error, HBASE_ERROR_TABLE_NOT_FOUND);
}
END_TEST

/* Each error has a code of its own, and nothing is sent that HBase refuses without a reason. */
START_TEST (a_faulty_table_is_refused)
{
  static const struct {
    const char *text;
    HBaseError code;
    const char *words;
  } cases[] = {
    { "u", HBASE_ERROR_INVALID_ARGUMENT, "no column families" },
    { "u f f", HBASE_ERROR_INVALID_ARGUMENT, "two column families" },
    { "'u v' f", HBASE_ERROR_INVALID_ARGUMENT, "letters, digits" },
    { "u 'f:g'", HBASE_ERROR_INVALID_ARGUMENT, "f:g" },
    { "u f {MIN_VERSIONS 2}", HBASE_ERROR_INVALID_ARGUMENT, "MIN_VERSIONS is 2" },
    { "t f", HBASE_ERROR_TABLE_EXISTS, "“t”" },
    { "m:u f", HBASE_ERROR_NAMESPACE_NOT_FOUND, "“m”" },
  };
  g_autoptr (HBaseAdmin) admin = open_empty (_i);

  create (admin, "t f");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HBaseTableDescriptor) table = parse (cases[i].text);
      g_autoptr (GError) error = NULL;

      ck_assert (!hbase_admin_create_table (admin, table, NULL, NULL, &error));
      assert_code (error, cases[i].code);
      ck_assert_msg (strstr (error->message, cases[i].words) != NULL, "%s", error->message);
    }
}
END_TEST

START_TEST (a_change_to_a_wrong_state_is_refused)
{
  g_autoptr (HBaseAdmin) admin = open_empty (_i);
  g_autoptr (GError) enabled = NULL, disabled = NULL, delete = NULL, missing = NULL;
  g_autoptr (GError) error = NULL;

  create (admin, "t f");
  ck_assert (!hbase_admin_enable_table (admin, "t", NULL, &enabled));
  assert_code (enabled, HBASE_ERROR_TABLE_NOT_DISABLED);
  ck_assert (!hbase_admin_delete_table (admin, "t", HBASE_DELETE_TABLE_NONE, NULL, &delete));
  assert_code (delete, HBASE_ERROR_TABLE_NOT_DISABLED);
  assert_works (hbase_admin_disable_table (admin, "t", NULL, &error), error);
  ck_assert (!hbase_admin_disable_table (admin, "t", NULL, &disabled));
  assert_code (disabled, HBASE_ERROR_TABLE_DISABLED);
  assert_works (hbase_admin_delete_table (admin, "t", HBASE_DELETE_TABLE_NONE, NULL, &error), error);
  ck_assert (!hbase_admin_delete_table (admin, "t", HBASE_DELETE_TABLE_NONE, NULL, &missing));
  assert_code (missing, HBASE_ERROR_TABLE_NOT_FOUND);
}
END_TEST

/* ---- families ---- */

static HBaseFamilyDescriptor *
parse_family (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseFamilyDescriptor *family = hbase_family_descriptor_new_from_string (text, &error);

  ck_assert_no_error (error);
  return family;
}

START_TEST (families_are_added_modified_and_deleted)
{
  g_autoptr (HBaseAdmin) admin = open_empty (_i);
  g_autoptr (HBaseFamilyDescriptor) family = parse_family ("g {VERSIONS 2}");
  g_autoptr (GError) error = NULL, twice = NULL, missing = NULL, gone = NULL, last = NULL;

  create (admin, "t f");
  assert_works (hbase_admin_add_family (admin, "t", family, NULL, &error), error);
  ck_assert (!hbase_admin_add_family (admin, "t", family, NULL, &twice));
  assert_code (twice, HBASE_ERROR_FAMILY_EXISTS);
  hbase_family_descriptor_set_max_versions (family, 4);
  assert_works (hbase_admin_modify_family (admin, "t", family, NULL, &error), error);
  assert_described (admin, "t", "t\n  f\n  g {VERSIONS 4}");
  assert_works (hbase_admin_delete_family (admin, "t", "g", NULL, &error), error);
  assert_described (admin, "t", "t\n  f");
  ck_assert (!hbase_admin_modify_family (admin, "t", family, NULL, &missing));
  assert_code (missing, HBASE_ERROR_FAMILY_NOT_FOUND);
  ck_assert (!hbase_admin_delete_family (admin, "t", "g", NULL, &gone));
  assert_code (gone, HBASE_ERROR_FAMILY_NOT_FOUND);
  ck_assert (!hbase_admin_delete_family (admin, "t", "f", NULL, &last));
  assert_code (last, HBASE_ERROR_REMOTE);
  ck_assert_ptr_nonnull (strstr (last->message, "drop the table"));
}
END_TEST

/* ---- namespaces ---- */

START_TEST (namespaces_are_created_modified_and_deleted)
{
  g_autoptr (HBaseAdmin) admin = open_empty (_i);
  g_autoptr (HBaseNamespaceDescriptor) n = hbase_namespace_descriptor_new ("n"), seen = NULL;
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GError) error = NULL, twice = NULL, full = NULL, gone = NULL;
  g_autofree char *text = NULL;

  assert_works (hbase_admin_create_namespace (admin, n, NULL, &error), error);
  ck_assert (!hbase_admin_create_namespace (admin, n, NULL, &twice));
  assert_code (twice, HBASE_ERROR_NAMESPACE_EXISTS);
  hbase_namespace_descriptor_set_configuration (n, "a.b", "c");
  assert_works (hbase_admin_modify_namespace (admin, n, NULL, &error), error);
  seen = hbase_admin_describe_namespace (admin, "n", NULL, &error);
  ck_assert_no_error (error);
  text = hbase_namespace_descriptor_to_string (seen);
  ck_assert_str_eq (text, "n {a.b c}");
  assert_names (hbase_admin_list_namespaces (admin, NULL, &error), "default hbase n");
  all = hbase_admin_describe_namespaces (admin, NULL, &error);
  ck_assert_uint_eq (all->len, 3);
  create (admin, "n:t f");
  ck_assert (!hbase_admin_delete_namespace (admin, "n", NULL, &full));
  assert_code (full, HBASE_ERROR_REMOTE);
  assert_works (hbase_admin_delete_table (admin, "n:t", HBASE_DELETE_TABLE_DISABLE, NULL, &error), error);
  assert_works (hbase_admin_delete_namespace (admin, "n", NULL, &error), error);
  ck_assert_ptr_null (hbase_admin_describe_namespace (admin, "n", NULL, &gone));
  assert_code (gone, HBASE_ERROR_NAMESPACE_NOT_FOUND);
}
END_TEST

/* ---- the cluster ---- */

START_TEST (the_gateway_and_the_cluster_are_known)
{
  g_autoptr (HBaseAdmin) admin = open_empty (_i);
  static const char *const none[] = { NULL };
  g_autoptr (GVariant) log = NULL;
  g_autofree char *id = NULL;
  g_autoptr (GError) error = NULL;
  gboolean cleared;

  id = hbase_admin_get_cluster_id (admin, NULL, &error);
  ck_assert_no_error (error);
  ck_assert (g_uuid_string_is_valid (id));
  log = hbase_admin_get_slow_log (
      admin, none, g_variant_new_parsed ("{'limit': <3>, 'tableName': <'t'>, 'logType': <'large'>}"), NULL,
      &error);
  ck_assert_no_error (error);
  ck_assert_str_eq (g_variant_get_type_string (log), "aa{sv}");
  assert_works (hbase_admin_clear_slow_log (admin, none, &cleared, NULL, &error), error);
  ck_assert (cleared);
}
END_TEST

/* ---- the asynchronous forms ---- */

typedef gboolean (*Finish) (HBaseAdmin *, GAsyncResult *, GError **);

static void
finish (HBaseAdmin *admin, Finish finish_call, GAsyncResult **result)
{
  g_autoptr (GError) error = NULL;

  ck_assert (finish_call (admin, api_wait (result), &error));
  ck_assert_no_error (error);
  g_clear_object (result);
}

#define CALL(call, ...)                                                                                      \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    hbase_admin_##call##_async (admin, __VA_ARGS__, NULL, api_done, &result);                                \
    finish (admin, hbase_admin_##call##_finish, &result);                                                    \
  }                                                                                                          \
  G_STMT_END

START_TEST (every_change_has_an_async_form)
{
  g_autoptr (HBaseAdmin) admin = open_empty (_i);
  g_autoptr (HBaseNamespaceDescriptor) n = hbase_namespace_descriptor_new ("n");
  g_autoptr (HBaseTableDescriptor) table = parse ("n:t f");
  g_autoptr (HBaseFamilyDescriptor) family = parse_family ("g");
  g_autoptr (GAsyncResult) result = NULL;
  g_auto (GStrv) differences = NULL;
  g_autoptr (GError) error = NULL;

  CALL (create_namespace, n);
  CALL (modify_namespace, n);
  CALL (create_table, table, NULL);
  CALL (wait_available, "n:t", NULL);
  CALL (add_family, "n:t", family);
  CALL (modify_family, "n:t", family);
  CALL (delete_family, "n:t", "g");
  CALL (modify_table, table);
  hbase_admin_ensure_table_async (admin, table, NULL, NULL, api_done, &result);
  assert_works (hbase_admin_ensure_table_finish (admin, api_wait (&result), &differences, &error), error);
  assert_names (g_steal_pointer (&differences), "");
  g_clear_object (&result);
  CALL (truncate_table, "n:t", HBASE_TRUNCATE_TABLE_DISABLE);
  CALL (disable_table, "n:t");
  CALL (delete_table, "n:t", HBASE_DELETE_TABLE_NONE);
  CALL (delete_namespace, "n");
}
END_TEST

#undef CALL
#define READ(call, check, expected, ...)                                                                     \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    hbase_admin_##call##_async (admin, ##__VA_ARGS__, NULL, api_done, &result);                              \
    check (hbase_admin_##call##_finish (admin, api_wait (&result), &error), expected);                       \
    ck_assert_no_error (error);                                                                              \
    g_clear_object (&result);                                                                                \
  }                                                                                                          \
  G_STMT_END

START_TEST (every_list_has_an_async_form)
{
  g_autoptr (HBaseAdmin) admin = open_empty (_i);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  create (admin, "t f");
  READ (list_tables, assert_names, "t", "default", "t.*", FALSE);
  hbase_admin_describe_tables_async (admin, "default", "t.*", FALSE, NULL, api_done, &result);
  assert_names (sorted_names (hbase_admin_describe_tables_finish (admin, api_wait (&result), &error)), "t");
  g_clear_object (&result);
  READ (list_namespaces, assert_names, "default hbase");
}
END_TEST

START_TEST (every_question_has_an_async_form)
{
  g_autoptr (HBaseAdmin) admin = open_empty (_i);
  static const char *const none[] = { NULL };
  g_autoptr (GAsyncResult) asked = NULL, id = NULL, log = NULL, clear = NULL;
  g_autoptr (GAsyncResult) one = NULL, all = NULL;
  g_autoptr (HBaseNamespaceDescriptor) namespace = NULL;
  g_autoptr (GPtrArray) namespaces = NULL;
  g_autofree char *cluster = NULL;
  g_autoptr (GVariant) calls = NULL;
  g_autoptr (GError) error = NULL;
  HBaseTableState state = HBASE_TABLE_STATE_MISSING;
  gboolean flag;

  create (admin, "t f");
  hbase_admin_get_table_state_async (admin, "t", NULL, api_done, &asked);
  ck_assert (hbase_admin_get_table_state_finish (admin, api_wait (&asked), &state, &error));
  ck_assert_int_eq (state, HBASE_TABLE_STATE_AVAILABLE);
  hbase_admin_get_cluster_id_async (admin, NULL, api_done, &id);
  cluster = hbase_admin_get_cluster_id_finish (admin, api_wait (&id), &error);
  ck_assert_ptr_nonnull (cluster);
  hbase_admin_get_slow_log_async (admin, none, NULL, NULL, api_done, &log);
  calls = hbase_admin_get_slow_log_finish (admin, api_wait (&log), &error);
  ck_assert_uint_eq (g_variant_n_children (calls), 0);
  hbase_admin_clear_slow_log_async (admin, none, NULL, api_done, &clear);
  ck_assert (hbase_admin_clear_slow_log_finish (admin, api_wait (&clear), &flag, &error));
  hbase_admin_describe_namespace_async (admin, "default", NULL, api_done, &one);
  namespace = hbase_admin_describe_namespace_finish (admin, api_wait (&one), &error);
  ck_assert_str_eq (hbase_namespace_descriptor_get_name (namespace), "default");
  hbase_admin_describe_namespaces_async (admin, NULL, api_done, &all);
  namespaces = hbase_admin_describe_namespaces_finish (admin, api_wait (&all), &error);
  ck_assert_uint_eq (namespaces->len, 2);
  ck_assert_no_error (error);
}
END_TEST

void
admin_cases_add (TCase *tests, AdminCasesOpen open, int count)
{
  open_connection = open;
  tcase_add_loop_test (tests, what_is_described_can_be_created_again, 0, count);
  tcase_add_loop_test (tests, tables_are_found_by_pattern_and_namespace, 0, count);
  tcase_add_loop_test (tests, a_table_is_available_with_its_splits, 0, count);
  tcase_add_loop_test (tests, a_table_is_truncated_with_or_without_its_splits, 0, count);
  tcase_add_loop_test (tests, a_table_is_disabled_and_deleted_whether_enabled_or_not, 0, count);
  tcase_add_loop_test (tests, an_ensured_table_has_the_families, 0, count);
  tcase_add_loop_test (tests, a_table_is_modified, 0, count);
  tcase_add_loop_test (tests, a_faulty_table_is_refused, 0, count);
  tcase_add_loop_test (tests, a_change_to_a_wrong_state_is_refused, 0, count);
  tcase_add_loop_test (tests, families_are_added_modified_and_deleted, 0, count);
  tcase_add_loop_test (tests, namespaces_are_created_modified_and_deleted, 0, count);
  tcase_add_loop_test (tests, the_gateway_and_the_cluster_are_known, 0, count);
  tcase_add_loop_test (tests, every_change_has_an_async_form, 0, count);
  tcase_add_loop_test (tests, every_list_has_an_async_form, 0, count);
  tcase_add_loop_test (tests, every_question_has_an_async_form, 0, count);
}
