/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "local-call.h"

#include "hbase-local-catalogue-private.h"
#include "hbase-local-cell-writer-private.h"
#include "hbase-local-fsck-private.h"
#include "hbase-local-store-private.h"

/* Tables are created, enabled, disabled, dropped, listed and described; and the time to live of families. */

START_TEST (test_states)
{
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:q@1=v"), "ok");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_TABLE_EXISTS, TABLE), "true");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_TABLE_EXISTS, "nope"), "false");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_IS_TABLE_ENABLED, TABLE), "true");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_IS_TABLE_DISABLED, TABLE), "false");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_IS_TABLE_ENABLED, "nope"), "IO: nope");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_IS_TABLE_AVAILABLE, "nope"), "false");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_ENABLE_TABLE, TABLE), "IO: tableName=t, state=ENABLED");
  ck_text_begins (call_of_table (&local, HBASE_WIRE_METHOD_DELETE_TABLE, TABLE),
                  "IO: org.apache.hadoop.hbase.TableNotDisabledException: ");
  ck_text_begins (call_of_table (&local, HBASE_WIRE_METHOD_TRUNCATE_TABLE, TABLE),
                  "IO: org.apache.hadoop.hbase.TableNotDisabledException: ");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DISABLE_TABLE, TABLE), "ok");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DISABLE_TABLE, TABLE),
           "IO: org.apache.hadoop.hbase.TableNotEnabledException: t");
  ck_text (put (&local, "r", "f:q@1=v"), "IO: t is disabled.");
  ck_text (get (&local, "r", NULL, 1), "IO: t is disabled.");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_ENABLE_TABLE, TABLE), "ok");
  ck_text (get (&local, "r", NULL, 1), "r f:q@1=v");
  local_close (&local);
}
END_TEST

static char *
describe_namespace (Local *local, const char *name)
{
  hbase_wire_write_binary (call_begin (local), HBASE_GET_NAMESPACE_DESCRIPTOR_ARGS_NAME,
                           hbase_slice_text (name));
  return call_text (local, HBASE_WIRE_METHOD_GET_NAMESPACE_DESCRIPTOR);
}

static char *
make_split_table (Local *local, const char *name)
{
  HBaseWireWriter *out = call_begin (local);

  hbase_wire_write_struct (out, HBASE_CREATE_TABLE_ARGS_DESC);
  hbase_wire_write_struct (out, HBASE_T_TABLE_DESCRIPTOR_TABLE_NAME);
  hbase_wire_write_binary (out, HBASE_T_TABLE_NAME_QUALIFIER, hbase_slice_text (name));
  hbase_wire_end_struct (out);
  hbase_wire_write_list (out, HBASE_T_TABLE_DESCRIPTOR_COLUMNS, HBASE_WIRE_STRUCT, 1);
  hbase_wire_begin_struct (out);
  hbase_wire_write_binary (out, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_NAME, HBASE_SLICE_LITERAL ("f"));
  hbase_wire_end_struct (out);
  hbase_wire_end_struct (out);
  hbase_wire_write_list (out, HBASE_CREATE_TABLE_ARGS_SPLIT_KEYS, HBASE_WIRE_BINARY, 2);
  hbase_wire_put_binary (out, HBASE_SLICE_LITERAL ("m"));
  hbase_wire_put_binary (out, HBASE_SLICE_LITERAL ("b"));
  return call_text (local, HBASE_WIRE_METHOD_CREATE_TABLE);
}

static char *
region_of (Local *local, const char *table, const char *row)
{
  hbase_wire_write_binary (call_begin_table (local, table), HBASE_GET_REGION_LOCATION_ARGS_ROW,
                           hbase_slice_text (row));
  return call_text (local, HBASE_WIRE_METHOD_GET_REGION_LOCATION);
}

static char *
regions_of (Local *local, const char *table)
{
  call_begin_table (local, table);
  return call_text (local, HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS);
}

#define REGION(table, start, end)                                                                            \
  "{1={1=localhost 2=0 3=0} 2={1=0 2=" table " 3=" start " 4=" end " 5=false 6=false 7=0}}"

START_TEST (test_regions)
{
  Local local;

  local_open (&local);
  ck_text (make_split_table (&local, "s"), "ok");
  ck_text (regions_of (&local, TABLE), "[" REGION ("t", "", "") "]");
  ck_text (regions_of (&local, "s"),
           "[" REGION ("s", "", "b") ", " REGION ("s", "b", "m") ", " REGION ("s", "m", "") "]");
  ck_text (region_of (&local, TABLE, "r"), REGION ("t", "", ""));
  ck_text (region_of (&local, "s", ""), REGION ("s", "", "b"));
  ck_text (region_of (&local, "s", "azz"), REGION ("s", "", "b"));
  ck_text (region_of (&local, "s", "b"), REGION ("s", "b", "m"));
  ck_text (region_of (&local, "s", "z"), REGION ("s", "m", ""));
  ck_text (regions_of (&local, "nope"), "[]");
  ck_text (region_of (&local, "nope", "r"), "IO: nope");
  ck_text (region_of (&local, "a b", "r"), "EXCEPTION 6: Internal error processing getRegionLocation");
  ck_text (regions_of (&local, "a b"), "EXCEPTION 6: Internal error processing getAllRegionLocations");
  local_close (&local);
}
END_TEST

START_TEST (test_truncate_and_drop)
{
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:q@1=v"), "ok");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DISABLE_TABLE, TABLE), "ok");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_TRUNCATE_TABLE, TABLE), "ok");
  ck_text (get (&local, "r", NULL, 1), "-");
  ck_text (put (&local, "r", "f:q@1=w"), "ok");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DISABLE_TABLE, TABLE), "ok");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DELETE_TABLE, TABLE), "ok");
  ck_text (get (&local, "r", NULL, 1), "IO: t");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DELETE_TABLE, TABLE),
           "IO: org.apache.hadoop.hbase.TableNotFoundException: t");
  make_table (&local, TABLE, "f");
  ck_text (get (&local, "r", NULL, 1), "-");
  local_close (&local);
}
END_TEST

static char *
create (Local *local, const char *namespace_, const char *name, const char *family, int setting, int value)
{
  HBaseWireWriter *out = call_begin (local);

  hbase_wire_write_struct (out, HBASE_CREATE_TABLE_ARGS_DESC);
  hbase_wire_write_struct (out, HBASE_T_TABLE_DESCRIPTOR_TABLE_NAME);
  if (namespace_ != NULL)
    hbase_wire_write_binary (out, HBASE_T_TABLE_NAME_NS, hbase_slice_text (namespace_));
  hbase_wire_write_binary (out, HBASE_T_TABLE_NAME_QUALIFIER, hbase_slice_text (name));
  hbase_wire_end_struct (out);
  hbase_wire_write_list (out, HBASE_T_TABLE_DESCRIPTOR_COLUMNS, HBASE_WIRE_STRUCT, family != NULL);
  if (family != NULL)
    {
      hbase_wire_begin_struct (out);
      hbase_wire_write_binary (out, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_NAME, hbase_slice_text (family));
      if (setting != 0)
        hbase_wire_write_i32 (out, (guint) setting, value);
      hbase_wire_end_struct (out);
    }
  hbase_wire_end_struct (out);
  return call_text (local, HBASE_WIRE_METHOD_CREATE_TABLE);
}

START_TEST (test_create_faults)
{
  Local local;

  local_open (&local);
  ck_text (create (&local, NULL, TABLE, "f", 0, 0), "IO: org.apache.hadoop.hbase.TableExistsException: t");
  ck_text (create (&local, "default", TABLE, "f", 0, 0),
           "IO: org.apache.hadoop.hbase.TableExistsException: t");
  ck_text (create (&local, "nons", "u", "f", 0, 0),
           "IO: org.apache.hadoop.hbase.NamespaceNotFoundException: nons");
  ck_text (create (&local, NULL, "a b", "f", 0, 0), "EXCEPTION 6: Internal error processing createTable");
  ck_text (create (&local, NULL, "", "f", 0, 0), "EXCEPTION 6: Internal error processing createTable");
  ck_text (create (&local, NULL, ".u", "f", 0, 0), "EXCEPTION 6: Internal error processing createTable");
  ck_text (create (&local, NULL, "m\302\262", "f", 0, 0),
           "EXCEPTION 6: Internal error processing createTable");
  ck_text (create (&local, "zookeeper", "u", "f", 0, 0),
           "EXCEPTION 6: Internal error processing createTable");
  ck_text (create (&local, NULL, "zookeeper", "f", 0, 0),
           "EXCEPTION 6: Internal error processing createTable");
  ck_text (create (&local, NULL, "u", "a:b", 0, 0), "EXCEPTION 6: Internal error processing createTable");
  ck_text (create (&local, NULL, "u", "f", HBASE_T_COLUMN_FAMILY_DESCRIPTOR_MAX_VERSIONS, 0),
           "EXCEPTION 6: Internal error processing createTable");
  ck_text_begins (create (&local, NULL, "u", NULL, 0, 0),
                  "IO: org.apache.hadoop.hbase.DoNotRetryIOException: Table should");
  ck_text_begins (create (&local, NULL, "u", "f", HBASE_T_COLUMN_FAMILY_DESCRIPTOR_MIN_VERSIONS, 2),
                  "IO: org.apache.hadoop.hbase.DoNotRetryIOException: ");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_TABLE_EXISTS, "u"), "false");
  ck_text (create (&local, NULL, "t\303\244ble", "f", 0, 0), "ok");
  local_close (&local);
}
END_TEST

static char *
names_with (Local *local, const char *pattern, gboolean with_system_tables)
{
  HBaseWireWriter *out = call_begin (local);

  if (pattern != NULL)
    hbase_wire_write_binary (out, HBASE_GET_TABLE_NAMES_BY_PATTERN_ARGS_REGEX, hbase_slice_text (pattern));
  hbase_wire_write_bool (out, HBASE_GET_TABLE_NAMES_BY_PATTERN_ARGS_INCLUDE_SYS_TABLES, with_system_tables);
  return call_text (local, HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_PATTERN);
}

static char *
names (Local *local, const char *pattern)
{
  return names_with (local, pattern, FALSE);
}

START_TEST (test_listing)
{
  Local local;

  local_open (&local);
  make_table (&local, "t2", "f");
  make_table (&local, "other", "f");
  ck_text (names (&local, NULL), "[{1=default 2=other}, {1=default 2=t}, {1=default 2=t2}]");
  ck_text (names (&local, "t"), "[{1=default 2=t}]");
  ck_text (names (&local, "t|t."), "[{1=default 2=t}, {1=default 2=t2}]");
  ck_text (names (&local, "x.*"), "[]");
  ck_text (names (&local, "t\303"), "[]");
  ck_text (names (&local, "t\303|t2"), "[{1=default 2=t2}]");
  ck_text (names (&local, "("), "EXCEPTION 6: Internal error processing getTableNamesByPattern");
  hbase_wire_write_binary (call_begin (&local), 1, HBASE_SLICE_LITERAL ("nons"));
  ck_text (call_text (&local, HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_NAMESPACE),
           "IO: org.apache.hadoop.hbase.NamespaceNotFoundException: nons");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, "nope"), "IO: nope");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, "t2"),
           "{1={1=default 2=t2} 2=[{1=f 2={BLOCKCACHE=true BLOCKSIZE=65536 BLOOMFILTER=ROW COMPRESSION=NONE "
           "DATA_BLOCK_ENCODING=NONE INDEX_BLOCK_ENCODING=NONE IN_MEMORY=false KEEP_DELETED_CELLS=FALSE "
           "MIN_VERSIONS=0 REPLICATION_SCOPE=0 TTL=2147483647 VERSIONS=1} 4=65536 5=1 6=2 7=0 8=0 9=0 10=1 "
           "11=0 12=0 13=2147483647 14=true 15=false 16=false 17=false 18=true 19=false 20=false}] "
           "3={IS_META=false hbase.store.file-tracker.impl=DEFAULT} 4=0}");
  call_begin (&local);
  ck_text (call_text (&local, HBASE_WIRE_METHOD_LIST_NAMESPACES), "[default, hbase]");
  call_begin (&local);
  ck_text (call_text (&local, HBASE_WIRE_METHOD_LIST_NAMESPACE_DESCRIPTORS), "[{1=default}, {1=hbase}]");
  ck_text (describe_namespace (&local, "hbase"), "{1=hbase}");
  ck_text (describe_namespace (&local, "no"), "IO: org.apache.hadoop.hbase.NamespaceNotFoundException: no");
  call_begin (&local);
  ck_text (call_text (&local, HBASE_WIRE_METHOD_GET_THRIFT_SERVER_TYPE), "2");
  local_close (&local);
}
END_TEST

/* A pattern may name the namespace `default`, too; tables of the namespace `hbase` are system tables. */
START_TEST (test_listing_of_namespaces)
{
  Local local;

  local_open (&local);
  ck_text (create (&local, "hbase", "x", "f", 0, 0), "ok");
  ck_text (names (&local, "default:.*"), "[{1=default 2=t}]");
  ck_text (names (&local, "d.*:t|nothing"), "[{1=default 2=t}]");
  ck_text (names (&local, "default"), "[]");
  ck_text (names (&local, NULL), "[{1=default 2=t}]");
  ck_text (names (&local, "hbase:x"), "[]");
  ck_text (names_with (&local, "default:hbase:x", TRUE), "[]");
  ck_text (names_with (&local, "hbase:x", TRUE), "[{1=hbase 2=x}]");
  ck_text (names_with (&local, NULL, TRUE), "[{1=hbase 2=x}, {1=default 2=t}]");
  hbase_wire_write_list (call_begin (&local), 1, HBASE_WIRE_STRUCT, 0);
  ck_text_begins (call_text (&local, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTORS), "[{1={1=default 2=t} ");
  hbase_wire_write_binary (call_begin (&local), 1, HBASE_SLICE_LITERAL ("hbase"));
  ck_text (call_text (&local, HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_NAMESPACE), "[{1=hbase 2=x}]");
  local_close (&local);
}
END_TEST

/* Settings, states and the cluster's id stay after the service was closed. */
START_TEST (test_all_is_kept)
{
  char *directory = local_directory ();
  g_autofree char *id = NULL;
  g_autofree char *table = NULL;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:3 g:1");
  ck_text (put (&local, "r", "f:q@1=v"), "ok");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DISABLE_TABLE, TABLE), "ok");
  table = call_of_table (&local, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, TABLE);
  call_begin (&local);
  id = call_text (&local, HBASE_WIRE_METHOD_GET_CLUSTER_ID);
  ck_assert (g_uuid_string_is_valid (id));
  local_close (&local);
  local_open_at (&local, directory);
  call_begin (&local);
  ck_text (call_text (&local, HBASE_WIRE_METHOD_GET_CLUSTER_ID), id);
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, TABLE), table);
  ck_text (get (&local, "r", NULL, 1), "IO: t is disabled.");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_ENABLE_TABLE, TABLE), "ok");
  ck_text (get (&local, "r", NULL, 1), "r f:q@1=v");
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* Writes the first two arguments of a call about a family. */
static HBaseWireWriter *
call_begin_family (Local *local, const char *family, gboolean is_described)
{
  HBaseWireWriter *out = call_begin (local);

  hbase_wire_write_struct (out, HBASE_ADD_COLUMN_FAMILY_ARGS_TABLE_NAME);
  hbase_wire_write_binary (out, HBASE_T_TABLE_NAME_QUALIFIER, hbase_slice_text (TABLE));
  hbase_wire_end_struct (out);
  if (!is_described)
    hbase_wire_write_binary (out, HBASE_DELETE_COLUMN_FAMILY_ARGS_COLUMN, hbase_slice_text (family));
  else
    {
      hbase_wire_write_struct (out, HBASE_ADD_COLUMN_FAMILY_ARGS_COLUMN);
      hbase_wire_write_binary (out, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_NAME, hbase_slice_text (family));
      hbase_wire_end_struct (out);
    }
  return out;
}

/* Only those of the family that is deleted, in every row; a family of the same name begins empty. */
START_TEST (test_cells_of_deleted_families)
{
  char *directory = local_directory ();
  g_autoptr (GPtrArray) problems = NULL;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "a f g");
  ck_text (put (&local, "r", "a:q@1=1 f:p@1=2 f:q@1=3 g:q@1=4"), "ok");
  ck_text (put (&local, "s", "f:q@1=5"), "ok");
  ck_text (put (&local, "t", "a:q@1=6 g:q@1=7"), "ok");
  call_begin_family (&local, "f", FALSE);
  ck_text (call_text (&local, HBASE_WIRE_METHOD_DELETE_COLUMN_FAMILY), "ok");
  call_begin_family (&local, "f", TRUE);
  ck_text (call_text (&local, HBASE_WIRE_METHOD_ADD_COLUMN_FAMILY), "ok");
  ck_text (scan (&local, "rows=9"), "[r a:q@1=1 g:q@1=4, t a:q@1=6 g:q@1=7]");
  ck_text (put (&local, "s", "f:q@2=8"), "ok");
  ck_text (scan (&local, "rows=9"), "[r a:q@1=1 g:q@1=4, s f:q@2=8, t a:q@1=6 g:q@1=7]");
  call_begin_family (&local, "g", FALSE);
  ck_text (call_text (&local, HBASE_WIRE_METHOD_DELETE_COLUMN_FAMILY), "ok");
  local_close (&local);
  problems = hbase_local_fsck (directory, NULL, NULL);
  ck_assert_uint_eq (problems->len, 0);
  local_remove (directory);
}
END_TEST

START_TEST (test_time_to_live)
{
  Local local;

  local_open_at (&local, NULL);
  ck_text (create (&local, NULL, TABLE, "f", HBASE_T_COLUMN_FAMILY_DESCRIPTOR_TIME_TO_LIVE, 10), "ok");
  ck_text (put (&local, "r", "f:q=v f:old@5=w"), "ok");
  ck_text (get (&local, "r", NULL, 1), "r f:q@1000000=v");
  local.now += 10000;
  ck_text (get (&local, "r", NULL, 1), "r f:q@1000000=v");
  local.now++;
  ck_text (get (&local, "r", NULL, 1), "-");
  local_close (&local);
}
END_TEST

static HBaseLocalTable *
write_cell (HBaseLocalStore *store)
{
  HBaseLocalBudget unlimited = { .deadline = 0 };
  HBaseCellView cell = { .family = HBASE_SLICE_LITERAL ("f"), .type = HBASE_LOCAL_PUT };
  g_autoptr (GError) error = NULL;
  HBaseLocalDb *db = hbase_local_store_begin (store, HBASE_LOCAL_ACCESS_WRITE, &unlimited, &error);
  HBaseLocalTable *table = hbase_local_catalogue_find_enabled (db, HBASE_SLICE_LITERAL (TABLE), &error);
  HBaseLocalCellWriter *writer = hbase_local_cell_writer_begin (db);

  if (table != NULL)
    hbase_local_cell_writer_add (writer, table, HBASE_SLICE_LITERAL ("r"), &cell);
  ck_assert (hbase_local_cell_writer_flush (writer, NULL));
  hbase_local_cell_writer_end (writer);
  ck_assert (hbase_local_store_commit (store, db, HBASE_LOCAL_ACCESS_WRITE, NULL));
  return table;
}

/* A connection that writes rows doesn't read the table again for each of them, but does after changes of the
 * table, and after others have written. */
START_TEST (test_kept_table)
{
  g_autofree char *directory = local_directory ();
  HBaseLocalBudget unlimited = { .deadline = 0 };
  g_autoptr (HBaseLocalTable) first = NULL, second = NULL, third = NULL;
  HBaseLocalStore *store;
  Local other;

  local_open_at (&other, directory);
  make_table (&other, TABLE, "f g");
  store = hbase_local_store_open (directory, HBASE_LOCAL_OPEN_EXISTING, &unlimited, NULL);
  first = write_cell (store);
  second = write_cell (store);
  ck_assert_ptr_nonnull (first);
  ck_assert_ptr_eq (first, second);
  ck_text (put (&other, "other", "f:q=v"), "ok");
  third = write_cell (store);
  ck_assert_ptr_nonnull (third);
  ck_assert_ptr_ne (third, first);
  ck_text (call_of_table (&other, HBASE_WIRE_METHOD_DISABLE_TABLE, TABLE), "ok");
  ck_text (put (&other, "other", "f:q=v"), "IO: t is disabled.");
  ck_assert_ptr_null (write_cell (store));
  hbase_local_store_close (store);
  local_close (&other);
  local_remove (g_steal_pointer (&directory));
}
END_TEST

static gint64
count_cells (HBaseLocalDb *db)
{
  gint64 n = -1;

  ck_assert (hbase_local_db_read_number (db, "SELECT count(*) FROM cells_1", &n, NULL));
  return n;
}

static HBaseLocalDb *
begin_read (HBaseLocalStore *store, HBaseLocalBudget *budget)
{
  HBaseLocalDb *db = hbase_local_store_begin (store, HBASE_LOCAL_ACCESS_READ, budget, NULL);

  ck_assert_ptr_nonnull (db);
  return db;
}

/* A call that reads sees the database as it was at its beginning, with one statement after the other, and
 * holds no transaction after its end, even if a statement wasn't reset. */
START_TEST (test_snapshot)
{
  g_autofree char *directory = local_directory ();
  HBaseLocalBudget unlimited = { .deadline = 0 };
  HBaseLocalStore *store;
  HBaseLocalDb *db;
  Local other;

  local_open_at (&other, directory);
  make_table (&other, TABLE, "f g");
  store = hbase_local_store_open (directory, HBASE_LOCAL_OPEN_EXISTING, &unlimited, NULL);
  db = begin_read (store, &unlimited);
  ck_text (put (&other, "r", "f:q=v"), "ok");
  ck_assert_int_eq (count_cells (db), 0);
  ck_text (put (&other, "s", "f:q=v"), "ok");
  ck_assert_int_eq (count_cells (db), 0);
  ck_assert (hbase_local_store_commit (store, db, HBASE_LOCAL_ACCESS_READ, NULL));

  ck_assert_ptr_eq (begin_read (store, &unlimited), db);
  ck_assert_int_eq (count_cells (db), 2);
  ck_assert_int_eq (sqlite3_step (hbase_local_db_constant_statement (db, "SELECT key FROM cells_1", NULL)),
                    SQLITE_ROW);
  ck_assert (hbase_local_store_commit (store, db, HBASE_LOCAL_ACCESS_READ, NULL));
  ck_assert_int_eq (sqlite3_txn_state (db->sqlite, NULL), SQLITE_TXN_NONE);
  hbase_local_store_close (store);
  local_close (&other);
  local_remove (g_steal_pointer (&directory));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("tables");

  tcase_add_test (tcase, test_states);
  tcase_add_test (tcase, test_regions);
  tcase_add_test (tcase, test_truncate_and_drop);
  tcase_add_test (tcase, test_create_faults);
  tcase_add_test (tcase, test_listing);
  tcase_add_test (tcase, test_listing_of_namespaces);
  tcase_add_test (tcase, test_all_is_kept);
  tcase_add_test (tcase, test_cells_of_deleted_families);
  tcase_add_test (tcase, test_time_to_live);
  tcase_add_test (tcase, test_kept_table);
  tcase_add_test (tcase, test_snapshot);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-tables", fill)
