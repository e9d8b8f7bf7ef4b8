/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase-admin-operations-private.h"
#include "script.h"

/* Changes to tables whose responses are lost. Each case is one script, run in both protocols. */

#define EXISTS "org.apache.hadoop.hbase.TableExistsException: t"
#define NOT_FOUND "org.apache.hadoop.hbase.TableNotFoundException: t"
#define NOT_DISABLED "org.apache.hadoop.hbase.TableNotDisabledException: t"
#define NOT_ENABLED "org.apache.hadoop.hbase.TableNotEnabledException: t"
#define HOLD "org.apache.hadoop.hbase.PleaseHoldException: Master is initializing"
#define FAMILY                                                                                               \
  "org.apache.hadoop.hbase.InvalidFamilyOperationException: Column family 'h' in table 't' already exists "  \
  "so cannot be added"
#define NO_FAMILY                                                                                            \
  "org.apache.hadoop.hbase.InvalidFamilyOperationException: Family 'h' does not exist, so it cannot be "     \
  "deleted"
#define LAST_FAMILY                                                                                          \
  "org.apache.hadoop.hbase.InvalidFamilyOperationException: Family 'h' is the only column family in the "    \
  "table, so it cannot be deleted"
#define NAMESPACE "org.apache.hadoop.hbase.NamespaceExistException: Namespace n already exists"
#define NO_NAMESPACE "org.apache.hadoop.hbase.NamespaceNotFoundException: n"
#define FULL "org.apache.hadoop.hbase.constraint.ConstraintException: Only empty namespaces can be removed."
#define TOO_SMALL                                                                                            \
  "org.apache.hadoop.hbase.DoNotRetryIOException: MAX_FILESIZE for table descriptor is too small (1)"
#define RUNNING "java.util.concurrent.TimeoutException: The procedure 17 is still running"
#define FINE G_MAXUINT
#define LIST "getAllRegionLocations"
#define NEW                                                                                                  \
  {                                                                                                          \
    "tableExists", RESPOND_FALSE, NULL                                                                       \
  }

typedef enum {
  CREATE,
  SPLIT, /* the same, split at b and m */
  KEEP,  /* the same, with three versions */
  ENABLE,
  DISABLE,
  DROP,
  DROP_ENABLED, /* whether it is or not */
  TRUNCATE,
  TRUNCATE_ENABLED,
  ENSURE, /* with the families f and g */
  ENSURE_SPLIT,
  WAIT,
  WAIT_SPLIT, /* at b and m */
  MODIFY,
  ADD_FAMILY, /* h, as below */
  MODIFY_FAMILY,
  DELETE_FAMILY,
  CREATE_NAMESPACE, /* n, as below */
  DELETE_NAMESPACE,
} What;

typedef struct {
  What what;
  guint outcome; /* an HBaseError, or FINE */
  ScriptLine script[9];
} Case;

static const Case cases[] = {
  /* Nothing is lost. */
  { CREATE, FINE, { NEW, { "createTable", RESPOND_VOID, NULL } } },
  { ENABLE, FINE, { { "enableTable", RESPOND_VOID, NULL } } },
  { DISABLE, FINE, { { "disableTable", RESPOND_VOID, NULL } } },
  { DROP, FINE, { { "deleteTable", RESPOND_VOID, NULL } } },
  /* It was already so, before this operation. */
  { CREATE, HBASE_ERROR_TABLE_EXISTS, { NEW, { "createTable", RESPOND_EXCEPTION, EXISTS } } },
  { CREATE, HBASE_ERROR_TABLE_EXISTS, { { "tableExists", RESPOND_TRUE, NULL } } },
  { SPLIT, HBASE_ERROR_TABLE_EXISTS, { { "tableExists", RESPOND_TRUE, NULL } } },
  { ENABLE, HBASE_ERROR_TABLE_NOT_DISABLED, { { "enableTable", RESPOND_EXCEPTION, NOT_DISABLED } } },
  { DISABLE, HBASE_ERROR_TABLE_DISABLED, { { "disableTable", RESPOND_EXCEPTION, NOT_ENABLED } } },
  { DROP, HBASE_ERROR_TABLE_NOT_FOUND, { { "deleteTable", RESPOND_EXCEPTION, NOT_FOUND } } },
  { CREATE,
    HBASE_ERROR_TABLE_EXISTS,
    { NEW, { "createTable", LOSE_BEFORE, NULL }, { "createTable", RESPOND_EXCEPTION, EXISTS } } },
  /* The response is lost; the change was made. */
  { CREATE,
    FINE,
    { NEW, { "createTable", LOSE_AFTER, NULL }, { "getTableDescriptor", RESPOND_TABLE, "gf" } } },
  { ENABLE, FINE, { { "enableTable", LOSE_AFTER, NULL }, { "isTableEnabled", RESPOND_TRUE, NULL } } },
  { DISABLE, FINE, { { "disableTable", LOSE_AFTER, NULL }, { "isTableDisabled", RESPOND_TRUE, NULL } } },
  { DROP,
    FINE,
    { { "deleteTable", LOSE_AFTER, NULL }, { "getTableDescriptor", RESPOND_EXCEPTION, NOT_FOUND } } },
  /* The request was lost, and is repeated. */
  { CREATE,
    FINE,
    { NEW,
      { "createTable", LOSE_AFTER, NULL },
      { "getTableDescriptor", RESPOND_EXCEPTION, NOT_FOUND },
      { "createTable", RESPOND_VOID, NULL } } },
  { ENABLE,
    FINE,
    { { "enableTable", LOSE_AFTER, NULL },
      { "isTableEnabled", RESPOND_FALSE, NULL },
      { "enableTable", RESPOND_VOID, NULL } } },
  { DROP,
    FINE,
    { { "deleteTable", LOSE_AFTER, NULL },
      { "getTableDescriptor", RESPOND_TABLE, "fg" },
      { "deleteTable", RESPOND_VOID, NULL } } },
  /* The first request was late, and the second one finds its result. */
  { CREATE,
    FINE,
    { NEW,
      { "createTable", LOSE_AFTER, NULL },
      { "getTableDescriptor", RESPOND_EXCEPTION, NOT_FOUND },
      { "createTable", RESPOND_EXCEPTION, EXISTS },
      { "getTableDescriptor", RESPOND_TABLE, "fg" } } },
  { DISABLE,
    FINE,
    { { "disableTable", LOSE_AFTER, NULL },
      { "isTableDisabled", RESPOND_FALSE, NULL },
      { "disableTable", RESPOND_EXCEPTION, NOT_ENABLED },
      { "isTableDisabled", RESPOND_FALSE, NULL },
      { "disableTable", RESPOND_EXCEPTION, NOT_ENABLED },
      { "isTableDisabled", RESPOND_TRUE, NULL } } },
  { DROP,
    FINE,
    { { "deleteTable", LOSE_AFTER, NULL },
      { "getTableDescriptor", RESPOND_TABLE, "fg" },
      { "deleteTable", RESPOND_EXCEPTION, NOT_FOUND },
      { "getTableDescriptor", RESPOND_EXCEPTION, NOT_FOUND } } },
  /* Another program's table. */
  { CREATE,
    HBASE_ERROR_TABLE_EXISTS,
    { NEW, { "createTable", LOSE_AFTER, NULL }, { "getTableDescriptor", RESPOND_TABLE, "f" } } },
  { CREATE,
    HBASE_ERROR_TABLE_EXISTS,
    { NEW, { "createTable", LOSE_AFTER, NULL }, { "getTableDescriptor", RESPOND_TABLE, "fgh" } } },
  { CREATE,
    HBASE_ERROR_TABLE_EXISTS,
    { NEW, { "createTable", LOSE_AFTER, NULL }, { "getTableDescriptor", RESPOND_TABLE, "fh" } } },
  { KEEP,
    HBASE_ERROR_TABLE_EXISTS,
    { NEW, { "createTable", LOSE_AFTER, NULL }, { "getTableDescriptor", RESPOND_TABLE, "fg" } } },
  /* An error that isn't final proves as little as a loss. */
  { CREATE,
    FINE,
    { NEW, { "createTable", RESPOND_EXCEPTION, HOLD }, { "getTableDescriptor", RESPOND_TABLE, "fg" } } },
  /* The lookup is a read, and is repeated. */
  { ENABLE,
    FINE,
    { { "enableTable", LOSE_AFTER, NULL },
      { "isTableEnabled", LOSE_AFTER, NULL },
      { "isTableEnabled", RESPOND_EXCEPTION, HOLD },
      { "isTableEnabled", RESPOND_TRUE, NULL } } },
  { CREATE,
    FINE,
    { { "tableExists", LOSE_AFTER, NULL },
      { "tableExists", RESPOND_EXCEPTION, HOLD },
      NEW,
      { "createTable", RESPOND_VOID, NULL } } },
  /* The regions are read until all exist. */
  { SPLIT, FINE, { NEW, { "createTable", RESPOND_VOID, NULL }, { LIST, RESPOND_REGIONS, "bm" } } },
  { SPLIT,
    FINE,
    { NEW,
      { "createTable", RESPOND_VOID, NULL },
      { LIST, RESPOND_REGIONS, NULL },
      { LIST, RESPOND_REGIONS, ".bm" },
      { LIST, RESPOND_REGIONS, "b.m" },
      { LIST, RESPOND_REGIONS, "bm." },
      { LIST, LOSE_AFTER, NULL },
      { LIST, RESPOND_REGIONS, "bm" } } },
  { SPLIT,
    FINE,
    { NEW,
      { "createTable", LOSE_AFTER, NULL },
      { "getTableDescriptor", RESPOND_TABLE, "fg" },
      { LIST, RESPOND_REGIONS, "b.m" },
      { LIST, RESPOND_REGIONS, "bm" } } },
  { SPLIT,
    HBASE_ERROR_WRONG_REGIONS,
    { NEW, { "createTable", RESPOND_VOID, NULL }, { LIST, RESPOND_REGIONS, "" } } },
  { SPLIT,
    HBASE_ERROR_WRONG_REGIONS,
    { NEW, { "createTable", RESPOND_VOID, NULL }, { LIST, RESPOND_REGIONS, "b" } } },
  { SPLIT,
    HBASE_ERROR_WRONG_REGIONS,
    { NEW, { "createTable", RESPOND_VOID, NULL }, { LIST, RESPOND_REGIONS, "m" } } },
  { SPLIT,
    HBASE_ERROR_WRONG_REGIONS,
    { NEW, { "createTable", RESPOND_VOID, NULL }, { LIST, RESPOND_REGIONS, "bmz" } } },
  { SPLIT,
    HBASE_ERROR_WRONG_REGIONS,
    { NEW, { "createTable", RESPOND_VOID, NULL }, { LIST, RESPOND_REGIONS, "abm" } } },
  /* Not certainly ours, so another program's. */
  { SPLIT,
    HBASE_ERROR_TABLE_EXISTS,
    { NEW,
      { "createTable", LOSE_AFTER, NULL },
      { "getTableDescriptor", RESPOND_TABLE, "fg" },
      { LIST, RESPOND_REGIONS, "bn" } } },
  /* …unless a second creation had a response. */
  { SPLIT,
    HBASE_ERROR_WRONG_REGIONS,
    { NEW,
      { "createTable", LOSE_AFTER, NULL },
      { "getTableDescriptor", RESPOND_EXCEPTION, NOT_FOUND },
      { "createTable", RESPOND_VOID, NULL },
      { LIST, RESPOND_REGIONS, "bn" } } },
  { SPLIT,
    HBASE_ERROR_OUTCOME_UNKNOWN,
    { NEW, { "createTable", RESPOND_VOID, NULL }, { LIST, RESPOND_EXCEPTION, "no such thing" } } },
  /* An invalid argument is final. */
  { DROP, HBASE_ERROR_TABLE_NOT_DISABLED, { { "deleteTable", RESPOND_EXCEPTION, NOT_DISABLED } } },
  { ENABLE,
    HBASE_ERROR_TABLE_NOT_FOUND,
    { { "enableTable", LOSE_AFTER, NULL },
      { "isTableEnabled", RESPOND_EXCEPTION, NOT_FOUND },
      { "enableTable", RESPOND_EXCEPTION, NOT_FOUND } } },
  /* Families. */
  { ADD_FAMILY, FINE, { { "addColumnFamily", RESPOND_VOID, NULL } } },
  { ADD_FAMILY, HBASE_ERROR_FAMILY_EXISTS, { { "addColumnFamily", RESPOND_EXCEPTION, FAMILY } } },
  { ADD_FAMILY,
    FINE,
    { { "addColumnFamily", LOSE_AFTER, NULL },
      { "getTableDescriptor", RESPOND_TABLE, "f" },
      { "addColumnFamily", RESPOND_EXCEPTION, FAMILY },
      { "getTableDescriptor", RESPOND_TABLE, "fh" } } },
  { ADD_FAMILY,
    HBASE_ERROR_TABLE_NOT_FOUND,
    { { "addColumnFamily", LOSE_AFTER, NULL },
      { "getTableDescriptor", RESPOND_EXCEPTION, NOT_FOUND },
      { "addColumnFamily", RESPOND_EXCEPTION, NOT_FOUND } } },
  { DELETE_FAMILY, FINE, { { "deleteColumnFamily", RESPOND_VOID, NULL } } },
  { DELETE_FAMILY, HBASE_ERROR_FAMILY_NOT_FOUND, { { "deleteColumnFamily", RESPOND_EXCEPTION, NO_FAMILY } } },
  { DELETE_FAMILY, HBASE_ERROR_REMOTE, { { "deleteColumnFamily", RESPOND_EXCEPTION, LAST_FAMILY } } },
  { DELETE_FAMILY,
    FINE,
    { { "deleteColumnFamily", LOSE_AFTER, NULL }, { "getTableDescriptor", RESPOND_TABLE, "f" } } },
  { DELETE_FAMILY,
    FINE,
    { { "deleteColumnFamily", LOSE_AFTER, NULL },
      { "getTableDescriptor", RESPOND_TABLE, "fh" },
      { "deleteColumnFamily", RESPOND_VOID, NULL } } },
  /* Modifications are sent again. */
  { MODIFY,
    FINE,
    { { "modifyTable", LOSE_AFTER, NULL },
      { "modifyTable", RESPOND_EXCEPTION, HOLD },
      { "modifyTable", RESPOND_VOID, NULL } } },
  { MODIFY_FAMILY,
    FINE,
    { { "modifyColumnFamily", LOSE_AFTER, NULL }, { "modifyColumnFamily", RESPOND_VOID, NULL } } },
  { MODIFY, HBASE_ERROR_REMOTE, { { "modifyTable", RESPOND_EXCEPTION, TOO_SMALL } } },
  { MODIFY_FAMILY,
    HBASE_ERROR_REMOTE,
    { { "modifyColumnFamily", LOSE_AFTER, NULL }, { "modifyColumnFamily", RESPOND_EXCEPTION, TOO_SMALL } } },
  { MODIFY, HBASE_ERROR_OUTCOME_UNKNOWN, { { "modifyTable", LET_TIME_PASS, NULL } } },
  /* The gateway doesn't wait any longer. */
  { CREATE,
    FINE,
    { NEW, { "createTable", RESPOND_EXCEPTION, RUNNING }, { "getTableDescriptor", RESPOND_TABLE, "gf" } } },
  { MODIFY, FINE, { { "modifyTable", RESPOND_EXCEPTION, RUNNING }, { "modifyTable", RESPOND_VOID, NULL } } },
  /* Namespaces. */
  { CREATE_NAMESPACE, HBASE_ERROR_NAMESPACE_EXISTS, { { "createNamespace", RESPOND_EXCEPTION, NAMESPACE } } },
  { CREATE_NAMESPACE,
    FINE,
    { { "createNamespace", LOSE_AFTER, NULL }, { "getNamespaceDescriptor", RESPOND_NAMESPACE, "n" } } },
  { CREATE_NAMESPACE,
    FINE,
    { { "createNamespace", LOSE_AFTER, NULL },
      { "getNamespaceDescriptor", RESPOND_EXCEPTION, NO_NAMESPACE },
      { "createNamespace", RESPOND_VOID, NULL } } },
  { DELETE_NAMESPACE, HBASE_ERROR_REMOTE, { { "deleteNamespace", RESPOND_EXCEPTION, FULL } } },
  { DELETE_NAMESPACE,
    FINE,
    { { "deleteNamespace", LOSE_AFTER, NULL },
      { "getNamespaceDescriptor", RESPOND_NAMESPACE, "n" },
      { "deleteNamespace", RESPOND_EXCEPTION, NO_NAMESPACE },
      { "getNamespaceDescriptor", RESPOND_EXCEPTION, NO_NAMESPACE } } },
  /* Combined calls. */
  { DROP_ENABLED, FINE, { { "disableTable", RESPOND_VOID, NULL }, { "deleteTable", RESPOND_VOID, NULL } } },
  { DROP_ENABLED,
    FINE,
    { { "disableTable", RESPOND_EXCEPTION, NOT_ENABLED }, { "deleteTable", RESPOND_VOID, NULL } } },
  { DROP_ENABLED, HBASE_ERROR_TABLE_NOT_FOUND, { { "disableTable", RESPOND_EXCEPTION, NOT_FOUND } } },
  { DROP_ENABLED,
    HBASE_ERROR_OUTCOME_UNKNOWN,
    { { "disableTable", RESPOND_VOID, NULL }, { "deleteTable", LET_TIME_PASS, NULL } } },
  { TRUNCATE_ENABLED,
    FINE,
    { { "disableTable", RESPOND_VOID, NULL },
      { "truncateTable", LOSE_AFTER, NULL },
      { "isTableEnabled", RESPOND_TRUE, NULL } } },
  { TRUNCATE, HBASE_ERROR_TABLE_NOT_DISABLED, { { "truncateTable", RESPOND_EXCEPTION, NOT_DISABLED } } },
  { ENSURE, HBASE_ERROR_TIMED_OUT, { { "getTableDescriptor", LET_TIME_PASS, NULL } } },
  { ENSURE, FINE, { { "getTableDescriptor", RESPOND_TABLE, "fgh" } } },
  { ENSURE,
    FINE,
    { { "getTableDescriptor", RESPOND_TABLE, "h" },
      { "addColumnFamily", RESPOND_VOID, NULL },
      { "addColumnFamily", RESPOND_EXCEPTION, FAMILY } } },
  { ENSURE,
    FINE,
    { { "getTableDescriptor", RESPOND_EXCEPTION, NOT_FOUND }, NEW, { "createTable", RESPOND_VOID, NULL } } },
  { ENSURE,
    FINE,
    { { "getTableDescriptor", RESPOND_EXCEPTION, NOT_FOUND },
      { "tableExists", RESPOND_TRUE, NULL },
      { "getTableDescriptor", RESPOND_TABLE, "gf" } } },
  { ENSURE_SPLIT,
    FINE,
    { { "getTableDescriptor", RESPOND_EXCEPTION, NOT_FOUND },
      NEW,
      { "createTable", RESPOND_VOID, NULL },
      { LIST, RESPOND_REGIONS, "bm" } } },
  { WAIT,
    FINE,
    { { "tableExists", RESPOND_TRUE, NULL },
      { "isTableAvailable", RESPOND_FALSE, NULL },
      { "isTableAvailable", LOSE_AFTER, NULL },
      { "isTableAvailable", RESPOND_TRUE, NULL } } },
  { WAIT_SPLIT,
    FINE,
    { { "tableExists", RESPOND_TRUE, NULL },
      { "isTableAvailable", RESPOND_TRUE, NULL },
      { "isTableAvailableWithSplit", LOSE_AFTER, NULL },
      { "isTableAvailableWithSplit", RESPOND_TRUE, NULL } } },
  /* A region that isn't served isn't counted. */
  { WAIT_SPLIT,
    FINE,
    { { "tableExists", RESPOND_TRUE, NULL },
      { "isTableAvailable", RESPOND_TRUE, NULL },
      { "isTableAvailableWithSplit", RESPOND_FALSE, NULL },
      { "isTableAvailable", RESPOND_FALSE, NULL },
      { "isTableAvailable", RESPOND_TRUE, NULL },
      { "isTableAvailableWithSplit", RESPOND_TRUE, NULL } } },
  { WAIT_SPLIT,
    HBASE_ERROR_WRONG_REGIONS,
    { { "tableExists", RESPOND_TRUE, NULL },
      { "isTableAvailable", RESPOND_TRUE, NULL },
      { "isTableAvailableWithSplit", RESPOND_FALSE, NULL },
      { "isTableAvailable", RESPOND_TRUE, NULL },
      { "isTableAvailableWithSplit", RESPOND_FALSE, NULL },
      { "isTableAvailable", RESPOND_TRUE, NULL },
      { "isTableAvailableWithSplit", RESPOND_FALSE, NULL } } },
  { WAIT, HBASE_ERROR_TABLE_NOT_FOUND, { { "tableExists", RESPOND_FALSE, NULL } } },
  { WAIT,
    HBASE_ERROR_TIMED_OUT,
    { { "tableExists", RESPOND_TRUE, NULL }, { "isTableAvailable", LET_TIME_PASS, NULL } } },
  /* The deadline. */
  { DROP, HBASE_ERROR_OUTCOME_UNKNOWN, { { "deleteTable", LET_TIME_PASS, NULL } } },
  { CREATE,
    HBASE_ERROR_OUTCOME_UNKNOWN,
    { NEW, { "createTable", LOSE_AFTER, NULL }, { "getTableDescriptor", LET_TIME_PASS, NULL } } },
  { CREATE, HBASE_ERROR_OUTCOME_UNKNOWN, { NEW, { "createTable", LET_TIME_PASS, NULL } } },
  { CREATE, HBASE_ERROR_TIMED_OUT, { { "tableExists", LET_TIME_PASS, NULL } } },
  { SPLIT,
    HBASE_ERROR_OUTCOME_UNKNOWN,
    { NEW, { "createTable", RESPOND_VOID, NULL }, { LIST, LET_TIME_PASS, NULL } } },
};

/* In no order, each key of one letter. */
static GPtrArray *
keys_of (const char *letters)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (; *letters != '\0'; letters++)
    g_ptr_array_add (keys, g_bytes_new (letters, 1));
  return keys;
}

typedef HBaseOperation *(*Make) (HBaseTarget target, HBaseTableDescriptor *descriptor, GPtrArray *splits);

static HBaseOperation *
make_operation (Make make, HBaseTarget target, guint versions, GPtrArray *splits)
{
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new ("t");
  g_autoptr (HBaseFamilyDescriptor) f = hbase_family_descriptor_new ("f");
  g_autoptr (HBaseFamilyDescriptor) g = hbase_family_descriptor_new ("g");

  hbase_family_descriptor_set_max_versions (f, versions);
  hbase_table_descriptor_add_family (descriptor, f);
  hbase_table_descriptor_add_family (descriptor, g);
  return make (target, descriptor, splits);
}

static HBaseOperation *
create_operation (HBaseTarget target, guint versions, GPtrArray *splits)
{
  return make_operation (hbase_create_table_operation_new, target, versions, splits);
}

static HBaseOperation *
modify_table (HBaseTarget target, HBaseTableDescriptor *descriptor, GPtrArray *splits)
{
  return hbase_modify_table_operation_new (target, descriptor);
}

static HBaseOperation *
family_operation (What what, HBaseTarget target)
{
  g_autoptr (HBaseFamilyDescriptor) h = hbase_family_descriptor_new ("h");

  if (what == ADD_FAMILY)
    return hbase_add_family_operation_new (target, h);
  return what == MODIFY_FAMILY ? hbase_modify_family_operation_new (target, h)
                               : hbase_delete_family_operation_new (target, "h");
}

static HBaseOperation *
namespace_operation (What what, HBaseTarget target)
{
  g_autoptr (HBaseNamespaceDescriptor) n = hbase_namespace_descriptor_new ("n");

  return what == CREATE_NAMESPACE ? hbase_create_namespace_operation_new (target, n)
                                  : hbase_delete_namespace_operation_new (target, "n");
}

static HBaseOperation *
operation_of (What what, HBaseTarget target)
{
  g_autoptr (GPtrArray) splits = keys_of ("mb");

  switch (what)
    {
    case ENABLE:
      return hbase_enable_table_operation_new (target);
    case DISABLE:
      return hbase_disable_table_operation_new (target);
    case DROP:
      return hbase_delete_table_operation_new (target);
    case DROP_ENABLED:
      return hbase_disable_and_delete_table_operation_new (target);
    case TRUNCATE:
      return hbase_truncate_table_operation_new (target, TRUE);
    case TRUNCATE_ENABLED:
      return hbase_disable_and_truncate_table_operation_new (target, TRUE);
    case ENSURE:
      return make_operation (hbase_ensure_table_operation_new, target, 0, NULL);
    case ENSURE_SPLIT:
      return make_operation (hbase_ensure_table_operation_new, target, 0, splits);
    case WAIT:
      return hbase_wait_available_operation_new (target, NULL);
    case WAIT_SPLIT:
      return hbase_wait_available_operation_new (target, splits);
    case MODIFY:
      return make_operation (modify_table, target, 3, NULL);
    case ADD_FAMILY:
    case MODIFY_FAMILY:
    case DELETE_FAMILY:
      return family_operation (what, target);
    case CREATE_NAMESPACE:
    case DELETE_NAMESPACE:
      return namespace_operation (what, target);
    case SPLIT:
      return create_operation (target, 0, splits);
    case KEEP:
      return create_operation (target, 3, NULL);
    case CREATE:
    default:
      return create_operation (target, 0, NULL);
    }
}

START_TEST (the_outcome_of_a_change_is_known)
{
  const Case *one = &cases[_i / 2];
  HBaseTarget target = { (HBaseWireProtocol) (_i % 2), "t" };
  g_autoptr (HBaseOperation) operation = operation_of (one->what, target);
  g_autoptr (GError) error = NULL;

  ck_assert_int_eq (script_run (operation, one->script, &error), one->outcome == FINE);
  if (one->outcome == FINE)
    ck_assert_no_error (error);
  else
    ck_assert_error (error, HBASE_ERROR, one->outcome);
}
END_TEST

START_TEST (a_description_is_decoded)
{
  static const ScriptLine script[] = { { "getTableDescriptor", RESPOND_TABLE, "fg" }, { NULL } };
  g_autoptr (HBaseOperation) operation
      = hbase_describe_table_operation_new ((HBaseTarget){ (HBaseWireProtocol) _i, "t" });
  g_autoptr (HBaseTableDescriptor) descriptor = NULL;
  g_autoptr (GError) error = NULL;

  ck_assert (script_run (operation, script, &error));
  ck_assert (hbase_operation_take (operation, &descriptor, &error));
  ck_assert_no_error (error);
  ck_assert_ptr_nonnull (hbase_table_descriptor_get_family (descriptor, "f"));
  ck_assert_ptr_nonnull (hbase_table_descriptor_get_family (descriptor, "g"));
}
END_TEST

/* The first step fails: nothing is sent. */
static void
assert_fails_at_once (HBaseOperation *operation, const char *words)
{
  static const ScriptLine script[] = { { NULL } };
  g_autoptr (HBaseOperation) held = operation;
  g_autoptr (GError) error = NULL;

  ck_assert (!script_run (operation, script, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_msg (strstr (error->message, words) != NULL, "“%s” lacks “%s”", error->message, words);
}

static const char *const bad_servers[] = { "host,port", NULL };
#define NULL_LIST ((const char *const[]){ NULL })

START_TEST (arguments_are_checked)
{
  HBaseTarget target = { (HBaseWireProtocol) _i, "not a name" };
  g_autoptr (HBaseTableDescriptor) bare = hbase_table_descriptor_new ("t");
  g_autoptr (GPtrArray) twice = keys_of ("bmb");

  assert_fails_at_once (hbase_delete_table_operation_new (target), "not a name");
  assert_fails_at_once (hbase_disable_and_delete_table_operation_new (target), "not a name");
  assert_fails_at_once (hbase_truncate_table_operation_new (target, TRUE), "not a name");
  assert_fails_at_once (hbase_wait_available_operation_new (target, NULL), "not a name");
  assert_fails_at_once (hbase_table_state_operation_new (target), "not a name");
  assert_fails_at_once (family_operation (ADD_FAMILY, target), "not a name");
  assert_fails_at_once (family_operation (MODIFY_FAMILY, target), "not a name");
  target.table = "t";
  assert_fails_at_once (hbase_wait_available_operation_new (target, twice), "“b” is there twice");
  assert_fails_at_once (hbase_delete_family_operation_new (target, "a:b"), "“a:b”");
  assert_fails_at_once (hbase_delete_namespace_operation_new (target, "a b"), "“a b”");
  assert_fails_at_once (hbase_list_namespace_tables_operation_new (target, ""), "it is empty");
  assert_fails_at_once (hbase_find_tables_operation_new (target, "a b", ".*", FALSE), "“a b”");
  assert_fails_at_once (hbase_slow_log_operation_new (target, bad_servers, NULL), "“host,port”");
  assert_fails_at_once (hbase_slow_log_operation_new (target, NULL_LIST, g_variant_new_parsed ("{'x': <1>}")),
                        "“x” isn't a condition");
  assert_fails_at_once (
      hbase_slow_log_operation_new (target, NULL_LIST, g_variant_new_parsed ("{'x': <'text'>}")),
      "“x” isn't a condition");
  assert_fails_at_once (
      hbase_slow_log_operation_new (target, NULL_LIST, g_variant_new_parsed ("{'logType': <'fast'>}")),
      "“logType” isn't a condition");
  assert_fails_at_once (hbase_ensure_table_operation_new (target, bare, NULL), "“t”");
  assert_fails_at_once (hbase_modify_table_operation_new (target, bare), "“t”");
  assert_fails_at_once (hbase_create_table_operation_new (target, bare, NULL), "“t”");
}
END_TEST

/* The calls that find a table's state, in their order, and what each outcome means. */
static const struct {
  HBaseTableState state;
  ScriptLine script[6];
} states[] = {
  { HBASE_TABLE_STATE_AVAILABLE, { { "isTableAvailable", RESPOND_TRUE, NULL } } },
  { HBASE_TABLE_STATE_AVAILABLE,
    { { "isTableAvailable", LOSE_AFTER, NULL }, { "isTableAvailable", RESPOND_TRUE, NULL } } },
  { HBASE_TABLE_STATE_ENABLED,
    { { "isTableAvailable", RESPOND_FALSE, NULL }, { "isTableEnabled", RESPOND_TRUE, NULL } } },
  { HBASE_TABLE_STATE_DISABLED,
    { { "isTableAvailable", RESPOND_FALSE, NULL },
      { "isTableEnabled", RESPOND_FALSE, NULL },
      { "isTableDisabled", LOSE_AFTER, NULL },
      { "isTableDisabled", RESPOND_TRUE, NULL } } },
  { HBASE_TABLE_STATE_CHANGING,
    { { "isTableAvailable", RESPOND_FALSE, NULL },
      { "isTableEnabled", RESPOND_FALSE, NULL },
      { "isTableDisabled", RESPOND_FALSE, NULL } } },
  { HBASE_TABLE_STATE_MISSING,
    { { "isTableAvailable", RESPOND_FALSE, NULL }, { "isTableEnabled", RESPOND_EXCEPTION, NOT_FOUND } } },
  { HBASE_TABLE_STATE_MISSING, { { "isTableAvailable", RESPOND_EXCEPTION, NOT_FOUND } } },
  /* It is deleted between the calls. */
  { HBASE_TABLE_STATE_MISSING,
    { { "isTableAvailable", RESPOND_FALSE, NULL },
      { "isTableEnabled", RESPOND_FALSE, NULL },
      { "isTableDisabled", RESPOND_EXCEPTION, NOT_FOUND } } },
};

START_TEST (a_state_is_found)
{
  HBaseTarget target = { (HBaseWireProtocol) (_i % 2), "t" };
  g_autoptr (HBaseOperation) operation = hbase_table_state_operation_new (target);
  HBaseTableState state = HBASE_TABLE_STATE_MISSING;
  g_autoptr (GError) error = NULL;

  ck_assert (script_run (operation, states[_i / 2].script, &error));
  ck_assert (hbase_operation_take (operation, &state, &error));
  ck_assert_no_error (error);
  ck_assert_int_eq (state, states[_i / 2].state);
}
END_TEST

/* The first invalid key, and the reason. */
static const struct {
  const char *regions, *words;
} wrongs[] = {
  { "", "no region begins at “b”" },         { "b", "no region begins at “m”" },
  { "bmz", "another region begins at “z”" }, { "abm", "another region begins at “a”" },
  { "bn", "no region begins at “m”" },       { "cm", "no region begins at “b”" },
};

START_TEST (the_first_invalid_key_is_named)
{
  HBaseTarget target = { HBASE_WIRE_PROTOCOL_BINARY, "t" };
  const ScriptLine script[] = {
    NEW, { "createTable", RESPOND_VOID, NULL }, { LIST, RESPOND_REGIONS, wrongs[_i].regions }, { NULL }
  };
  g_autoptr (HBaseOperation) operation = operation_of (SPLIT, target);
  g_autoptr (GError) error = NULL;

  ck_assert (!script_run (operation, script, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_WRONG_REGIONS);
  ck_assert_msg (strstr (error->message, wrongs[_i].words) != NULL, "“%s” lacks “%s”", error->message,
                 wrongs[_i].words);
  ck_assert_ptr_nonnull (strstr (error->message, "drop it"));
}
END_TEST

static void
assert_refused (GPtrArray *splits, const char *words)
{
  HBaseTarget target = { HBASE_WIRE_PROTOCOL_BINARY, "t" };

  assert_fails_at_once (create_operation (target, 0, splits), words);
}

START_TEST (split_keys_are_checked)
{
  g_autofree char *long_key = g_strnfill (32768, 'x');
  g_autoptr (GPtrArray) twice = keys_of ("bmb"), empty = keys_of ("b"), too_long = keys_of ("b");
  g_autoptr (GPtrArray) longest = keys_of ("b");
  g_autoptr (HBaseOperation) fine = NULL;
  HBaseTarget target = { HBASE_WIRE_PROTOCOL_BINARY, "t" };
  const ScriptLine existing[] = { { "tableExists", RESPOND_TRUE, NULL }, { NULL } };
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (empty, g_bytes_new (NULL, 0));
  g_ptr_array_add (too_long, g_bytes_new (long_key, 32768));
  g_ptr_array_add (longest, g_bytes_new (long_key, 32767));
  assert_refused (twice, "“b” is there twice");
  assert_refused (empty, "1 to 32767");
  assert_refused (too_long, "1 to 32767");
  fine = create_operation (target, 0, longest);
  ck_assert (!script_run (fine, existing, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TABLE_EXISTS);
}
END_TEST

START_TEST (regions_are_decoded)
{
  static const ScriptLine script[] = { { LIST, RESPOND_REGIONS, "bm" }, { NULL } };
  static const ScriptLine nothing[] = { { LIST, RESPOND_REGIONS, NULL }, { NULL } };
  HBaseTarget target = { (HBaseWireProtocol) _i, "t" };
  g_autoptr (HBaseOperation) operation = hbase_list_regions_operation_new (target);
  g_autoptr (HBaseOperation) missing = hbase_list_regions_operation_new (target);
  g_autoptr (GPtrArray) regions = NULL, none = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  ck_assert (script_run (operation, script, &error));
  ck_assert (hbase_operation_take (operation, &regions, &error));
  ck_assert_uint_eq (regions->len, 3);
  ck_assert_mem_eq (hbase_region_get_start_key (regions->pdata[1], &length), "b", 1);
  ck_assert_mem_eq (hbase_region_get_end_key (regions->pdata[1], &length), "m", 1);
  ck_assert_str_eq (hbase_region_get_host (regions->pdata[1]), "server");
  ck_assert (script_run (missing, nothing, &error));
  ck_assert (!hbase_operation_take (missing, &none, &error));
  ck_assert_ptr_null (none);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND);
}
END_TEST

/* Framed gateways corrupt these. */
START_TEST (requests_that_framed_gateways_corrupt_are_marked)
{
  HBaseTarget target = { HBASE_WIRE_PROTOCOL_BINARY, "t" };
  g_autoptr (HBaseFamilyDescriptor) plain = hbase_family_descriptor_new ("f");
  g_autoptr (HBaseFamilyDescriptor) special = hbase_family_descriptor_new ("f");
  g_autoptr (GPtrArray) splits = keys_of ("mb");
  g_autoptr (HBaseOperation) add = NULL, add_special = NULL, modify_special = NULL, delete = NULL;
  g_autoptr (HBaseOperation) available = NULL, available_split = NULL;

  hbase_family_descriptor_set_attribute (special, "IS_MOB", (const guint8 *) "true", 4);
  add = hbase_add_family_operation_new (target, plain);
  add_special = hbase_add_family_operation_new (target, special);
  modify_special = hbase_modify_family_operation_new (target, special);
  delete = hbase_delete_family_operation_new (target, "f");
  available = hbase_wait_available_operation_new (target, NULL);
  available_split = hbase_wait_available_operation_new (target, splits);
  ck_assert (!add->unframed && add_special->unframed && modify_special->unframed && delete->unframed);
  ck_assert (!available->unframed && available_split->unframed);
}
END_TEST

START_TEST (an_ensured_table_reports_differences)
{
  static const ScriptLine script[] = { { "getTableDescriptor", RESPOND_TABLE, "fg" }, { NULL } };
  HBaseTarget target = { HBASE_WIRE_PROTOCOL_BINARY, "t" };
  g_autoptr (HBaseOperation) operation = make_operation (hbase_ensure_table_operation_new, target, 3, NULL);
  g_auto (GStrv) differences = NULL;
  g_autoptr (GError) error = NULL;

  ck_assert (script_run (operation, script, &error));
  ck_assert (hbase_operation_take (operation, &differences, &error));
  ck_assert_uint_eq (g_strv_length (differences), 1);
  ck_assert_str_eq (differences[0], "f: VERSIONS is 1, not 3");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("admin-operations");

  tcase_add_loop_test (tests, the_outcome_of_a_change_is_known, 0, 2 * G_N_ELEMENTS (cases));
  tcase_add_loop_test (tests, a_description_is_decoded, 0, 2);
  tcase_add_loop_test (tests, arguments_are_checked, 0, 2);
  tcase_add_loop_test (tests, a_state_is_found, 0, 2 * G_N_ELEMENTS (states));
  tcase_add_loop_test (tests, the_first_invalid_key_is_named, 0, G_N_ELEMENTS (wrongs));
  tcase_add_test (tests, split_keys_are_checked);
  tcase_add_loop_test (tests, regions_are_decoded, 0, 2);
  tcase_add_test (tests, requests_that_framed_gateways_corrupt_are_marked);
  tcase_add_test (tests, an_ensured_table_reports_differences);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("admin-operations", fill)
