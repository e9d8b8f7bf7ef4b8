/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase-admin-operations-private.h"
#include "script.h"

/* What becomes of a change to a table whose answer is lost. Each case is one conversation, run in both
 * protocols. */

#define EXISTS "org.apache.hadoop.hbase.TableExistsException: t"
#define NOT_FOUND "org.apache.hadoop.hbase.TableNotFoundException: t"
#define NOT_DISABLED "org.apache.hadoop.hbase.TableNotDisabledException: t"
#define NOT_ENABLED "org.apache.hadoop.hbase.TableNotEnabledException: t"
#define HOLD "org.apache.hadoop.hbase.PleaseHoldException: Master is initializing"
#define FINE G_MAXUINT

typedef enum {
  CREATE,
  ENABLE,
  DISABLE,
  DROP,
} What;

typedef struct {
  What what;
  guint outcome; /* an HBaseError, or FINE */
  ScriptLine script[7];
} Case;

static const Case cases[] = {
  /* Nothing is lost. */
  { CREATE, FINE, { { "createTable", SAY_VOID, NULL } } },
  { ENABLE, FINE, { { "enableTable", SAY_VOID, NULL } } },
  { DISABLE, FINE, { { "disableTable", SAY_VOID, NULL } } },
  { DROP, FINE, { { "deleteTable", SAY_VOID, NULL } } },
  /* It is so already, and not by this operation. */
  { CREATE, HBASE_ERROR_TABLE_EXISTS, { { "createTable", SAY_EXCEPTION, EXISTS } } },
  { ENABLE, HBASE_ERROR_TABLE_NOT_DISABLED, { { "enableTable", SAY_EXCEPTION, NOT_DISABLED } } },
  { DISABLE, HBASE_ERROR_TABLE_DISABLED, { { "disableTable", SAY_EXCEPTION, NOT_ENABLED } } },
  { DROP, HBASE_ERROR_TABLE_NOT_FOUND, { { "deleteTable", SAY_EXCEPTION, NOT_FOUND } } },
  { CREATE, HBASE_ERROR_TABLE_EXISTS,
    { { "createTable", LOSE_BEFORE, NULL }, { "createTable", SAY_EXCEPTION, EXISTS } } },
  /* The answer is lost, the work is done. */
  { CREATE, FINE, { { "createTable", LOSE_AFTER, NULL }, { "getTableDescriptor", SAY_TABLE, "gf" } } },
  { ENABLE, FINE, { { "enableTable", LOSE_AFTER, NULL }, { "isTableEnabled", SAY_TRUE, NULL } } },
  { DISABLE, FINE, { { "disableTable", LOSE_AFTER, NULL }, { "isTableDisabled", SAY_TRUE, NULL } } },
  { DROP, FINE, { { "deleteTable", LOSE_AFTER, NULL }, { "getTableDescriptor", SAY_EXCEPTION, NOT_FOUND } } },
  /* It hasn't been heard of: again. */
  { CREATE, FINE,
    { { "createTable", LOSE_AFTER, NULL },
      { "getTableDescriptor", SAY_EXCEPTION, NOT_FOUND },
      { "createTable", SAY_VOID, NULL } } },
  { ENABLE, FINE,
    { { "enableTable", LOSE_AFTER, NULL },
      { "isTableEnabled", SAY_FALSE, NULL },
      { "enableTable", SAY_VOID, NULL } } },
  { DROP, FINE,
    { { "deleteTable", LOSE_AFTER, NULL },
      { "getTableDescriptor", SAY_TABLE, "fg" },
      { "deleteTable", SAY_VOID, NULL } } },
  /* It was under way, and the second one meets it. */
  { CREATE, FINE,
    { { "createTable", LOSE_AFTER, NULL },
      { "getTableDescriptor", SAY_EXCEPTION, NOT_FOUND },
      { "createTable", SAY_EXCEPTION, EXISTS },
      { "getTableDescriptor", SAY_TABLE, "fg" } } },
  { DISABLE, FINE,
    { { "disableTable", LOSE_AFTER, NULL },
      { "isTableDisabled", SAY_FALSE, NULL },
      { "disableTable", SAY_EXCEPTION, NOT_ENABLED },
      { "isTableDisabled", SAY_FALSE, NULL },
      { "disableTable", SAY_EXCEPTION, NOT_ENABLED },
      { "isTableDisabled", SAY_TRUE, NULL } } },
  { DROP, FINE,
    { { "deleteTable", LOSE_AFTER, NULL },
      { "getTableDescriptor", SAY_TABLE, "fg" },
      { "deleteTable", SAY_EXCEPTION, NOT_FOUND },
      { "getTableDescriptor", SAY_EXCEPTION, NOT_FOUND } } },
  /* Another's table. */
  { CREATE, HBASE_ERROR_TABLE_EXISTS,
    { { "createTable", LOSE_AFTER, NULL }, { "getTableDescriptor", SAY_TABLE, "f" } } },
  { CREATE, HBASE_ERROR_TABLE_EXISTS,
    { { "createTable", LOSE_AFTER, NULL }, { "getTableDescriptor", SAY_TABLE, "fgh" } } },
  { CREATE, HBASE_ERROR_TABLE_EXISTS,
    { { "createTable", LOSE_AFTER, NULL }, { "getTableDescriptor", SAY_TABLE, "fh" } } },
  /* An error that isn't final proves as little as a loss. */
  { CREATE, FINE, { { "createTable", SAY_EXCEPTION, HOLD }, { "getTableDescriptor", SAY_TABLE, "fg" } } },
  /* The look is a read: repeated. */
  { ENABLE, FINE,
    { { "enableTable", LOSE_AFTER, NULL },
      { "isTableEnabled", LOSE_AFTER, NULL },
      { "isTableEnabled", SAY_EXCEPTION, HOLD },
      { "isTableEnabled", SAY_TRUE, NULL } } },
  /* What is wrong stays wrong. */
  { DROP, HBASE_ERROR_TABLE_NOT_DISABLED, { { "deleteTable", SAY_EXCEPTION, NOT_DISABLED } } },
  { ENABLE, HBASE_ERROR_TABLE_NOT_FOUND,
    { { "enableTable", LOSE_AFTER, NULL },
      { "isTableEnabled", SAY_EXCEPTION, NOT_FOUND },
      { "enableTable", SAY_EXCEPTION, NOT_FOUND } } },
  /* Time is over. */
  { DROP, HBASE_ERROR_OUTCOME_UNKNOWN, { { "deleteTable", LET_TIME_PASS, NULL } } },
  { CREATE, HBASE_ERROR_OUTCOME_UNKNOWN,
    { { "createTable", LOSE_AFTER, NULL }, { "getTableDescriptor", LET_TIME_PASS, NULL } } },
};

static HBaseOperation *
create_operation (HBaseTarget target)
{
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new ("t");
  g_autoptr (HBaseFamilyDescriptor) f = hbase_family_descriptor_new ("f");
  g_autoptr (HBaseFamilyDescriptor) g = hbase_family_descriptor_new ("g");

  hbase_table_descriptor_add_family (descriptor, f);
  hbase_table_descriptor_add_family (descriptor, g);
  return hbase_create_table_operation_new (target, descriptor, NULL);
}

static HBaseOperation *
operation_of (What what, HBaseTarget target)
{
  switch (what)
    {
    case ENABLE:
      return hbase_enable_table_operation_new (target, NULL);
    case DISABLE:
      return hbase_disable_table_operation_new (target, NULL);
    case DROP:
      return hbase_drop_table_operation_new (target, NULL);
    case CREATE:
    default:
      return create_operation (target);
    }
}

START_TEST (a_change_is_finished_or_known_not_to_be)
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

START_TEST (a_description_comes_back)
{
  static const ScriptLine script[] = { { "getTableDescriptor", SAY_TABLE, "fg" }, { NULL } };
  g_autoptr (HBaseOperation) operation
      = hbase_describe_table_operation_new ((HBaseTarget){ (HBaseWireProtocol) _i, "t" }, NULL);
  g_autoptr (HBaseTableDescriptor) descriptor = NULL;
  g_autoptr (GError) error = NULL;

  ck_assert (script_run (operation, script, &error));
  descriptor = hbase_admin_operation_take_descriptor (operation, &error);
  ck_assert_no_error (error);
  ck_assert_ptr_nonnull (hbase_table_descriptor_get_family (descriptor, "f"));
  ck_assert_ptr_nonnull (hbase_table_descriptor_get_family (descriptor, "g"));
}
END_TEST

START_TEST (arguments_are_checked)
{
  HBaseTarget target = { (HBaseWireProtocol) _i, "not a name" };
  g_autoptr (HBaseTableDescriptor) bare = hbase_table_descriptor_new ("t");
  g_autoptr (GError) named = NULL, described = NULL;

  ck_assert_ptr_null (hbase_drop_table_operation_new (target, &named));
  ck_assert_error (named, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  target.table = "t";
  ck_assert_ptr_null (hbase_create_table_operation_new (target, bare, &described));
  ck_assert_error (described, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("admin-operations");

  tcase_add_loop_test (tests, a_change_is_finished_or_known_not_to_be, 0, 2 * G_N_ELEMENTS (cases));
  tcase_add_loop_test (tests, a_description_comes_back, 0, 2);
  tcase_add_loop_test (tests, arguments_are_checked, 0, 2);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("admin-operations", fill)
