/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "local-call.h"

/* The cells that each kind of delete masks. The table has the results of a real HBase 2.6.1. */

#define CELLS "f:@20=e f:p@20=p2 f:p@10=p1 f:q@30=q3 f:q@20=q2 f:q@10=q1 g:q@20=g2"
#define ALL "r f:@20=e f:p@20=p2 f:p@10=p1 f:q@30=q3 f:q@20=q2 f:q@10=q1 g:q@20=g2"
#define UNSENT (-1)

typedef struct {
  int type;
  const char *columns; /* NULL: not sent */
  gint64 timestamp;    /* of the delete itself; 0: not sent */
  const char *left;
} Case;

static const Case cases[] = {
  { UNSENT, NULL, 0, "-" },
  { UNSENT, "", 0, "-" },
  { UNSENT, NULL, 20, "r f:q@30=q3" },
  { HBASE_T_DELETE_TYPE_DELETE_COLUMN, NULL, 20, "r f:q@30=q3" },
  { UNSENT, "f:q", 0, "r f:@20=e f:p@20=p2 f:p@10=p1 g:q@20=g2" },
  { HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:q", 0, "r f:@20=e f:p@20=p2 f:p@10=p1 g:q@20=g2" },
  { HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:q@20", 0, "r f:@20=e f:p@20=p2 f:p@10=p1 f:q@30=q3 g:q@20=g2" },
  { HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:q", 20, "r f:@20=e f:p@20=p2 f:p@10=p1 g:q@20=g2" },
  { HBASE_T_DELETE_TYPE_DELETE_COLUMN, "f:q", 0,
    "r f:@20=e f:p@20=p2 f:p@10=p1 f:q@20=q2 f:q@10=q1 g:q@20=g2" },
  { HBASE_T_DELETE_TYPE_DELETE_COLUMN, "f:q f:q", 0, "r f:@20=e f:p@20=p2 f:p@10=p1 f:q@10=q1 g:q@20=g2" },
  { HBASE_T_DELETE_TYPE_DELETE_COLUMN, "f:q@20", 0,
    "r f:@20=e f:p@20=p2 f:p@10=p1 f:q@30=q3 f:q@10=q1 g:q@20=g2" },
  { HBASE_T_DELETE_TYPE_DELETE_COLUMN, "f", 0,
    "r f:p@20=p2 f:p@10=p1 f:q@30=q3 f:q@20=q2 f:q@10=q1 g:q@20=g2" },
  { UNSENT, "f", 0, "r f:p@20=p2 f:p@10=p1 f:q@30=q3 f:q@20=q2 f:q@10=q1 g:q@20=g2" },
  { HBASE_T_DELETE_TYPE_DELETE_FAMILY, "f", 0, "r g:q@20=g2" },
  { HBASE_T_DELETE_TYPE_DELETE_FAMILY, "f:q", 0, "r g:q@20=g2" },
  { HBASE_T_DELETE_TYPE_DELETE_FAMILY, "f@20", 0, "r f:q@30=q3 g:q@20=g2" },
  { HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION, "f@20", 0, "r f:p@10=p1 f:q@30=q3 f:q@10=q1 g:q@20=g2" },
  { HBASE_T_DELETE_TYPE_DELETE_COLUMN, "f:none", 0, ALL },
};

static char *
send_delete (Local *local, const Case *one)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_struct (out, HBASE_DELETE_SINGLE_ARGS_TDELETE);
  hbase_wire_write_binary (out, HBASE_T_DELETE_ROW, HBASE_SLICE_LITERAL ("r"));
  write_columns (out, HBASE_T_DELETE_COLUMNS, one->columns);
  if (one->timestamp != 0)
    hbase_wire_write_i64 (out, HBASE_T_DELETE_TIMESTAMP, one->timestamp);
  if (one->type != UNSENT)
    hbase_wire_write_i32 (out, HBASE_T_DELETE_DELETE_TYPE, one->type);
  hbase_wire_end_struct (out);
  return call_text (local, HBASE_WIRE_METHOD_DELETE_SINGLE);
}

START_TEST (test_kinds_of_delete)
{
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", CELLS), "ok");
  ck_text (put (&local, "q", "f:q@1=before"), "ok");
  ck_text (put (&local, "s", "f:q@1=behind"), "ok");
  ck_text (get (&local, "r", NULL, 3), ALL);
  ck_text (send_delete (&local, &cases[_i]), "ok");
  ck_text (get (&local, "r", NULL, 3), cases[_i].left);
  ck_text (get (&local, "q", NULL, 3), "q f:q@1=before");
  ck_text (get (&local, "s", NULL, 3), "s f:q@1=behind");
  local_close (&local);
}
END_TEST

/* As in HBase. An engine that isn't strict refuses such a delete: test-local-row-clock.c. */
START_TEST (test_future_cells_survive)
{
  Local local;

  local_open (&local);
  hbase_local_service_set_strict (local.service, TRUE);
  ck_text (put (&local, "r", "f:q@1000000=now f:q@4600001=later"), "ok");
  ck_text (delete_columns (&local, "r", UNSENT, NULL), "ok");
  ck_text (get (&local, "r", NULL, 3), "r f:q@4600001=later");
  local_close (&local);
}
END_TEST

/* A put with a timestamp up to that of a marker is invisible, whichever was written first; one with a
 * later timestamp is visible. */
START_TEST (test_markers_mask_later_puts)
{
  static const struct {
    int type;
    const char *columns;
    const char *seen; /* the cells of f:q at 99, 100 and 101 that are put afterwards */
  } masks[] = {
    { HBASE_T_DELETE_TYPE_DELETE_FAMILY, "f@100", "r f:q@101=c" },
    { HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:q@100", "r f:q@101=c" },
    { HBASE_T_DELETE_TYPE_DELETE_COLUMN, "f:q@100", "r f:q@101=c f:q@99=a" },
    { HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION, "f@100", "r f:q@101=c f:q@99=a" },
    { HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:other@100", "r f:q@101=c f:q@100=b f:q@99=a" },
    { HBASE_T_DELETE_TYPE_DELETE_FAMILY, "g@100", "r f:q@101=c f:q@100=b f:q@99=a" },
  };
  Local local;

  local_open (&local);
  ck_text (delete_columns (&local, "r", masks[_i].type, masks[_i].columns), "ok");
  ck_text (put (&local, "r", "f:q@99=a f:q@100=b f:q@101=c"), "ok");
  ck_text (get (&local, "r", NULL, 3), masks[_i].seen);
  local_close (&local);
}
END_TEST

/* Within one millisecond the delete masks the put, with HBase's fidelity; in the next one a put is visible
 * again. */
START_TEST (test_same_millisecond)
{
  Local local;

  local_open (&local);
  hbase_local_service_set_strict (local.service, TRUE);
  ck_text (put (&local, "r", "f:q=a"), "ok");
  ck_text (put (&local, "r", "f:q=b"), "ok");
  ck_text (get (&local, "r", NULL, 3), "r f:q@1000000=b");
  ck_text (delete_columns (&local, "r", UNSENT, NULL), "ok");
  ck_text (put (&local, "r", "f:q=c"), "ok");
  ck_text (get (&local, "r", NULL, 3), "-");
  local.now++;
  ck_text (put (&local, "r", "f:q=d"), "ok");
  ck_text (get (&local, "r", NULL, 3), "r f:q@1000001=d");
  local_close (&local);
}
END_TEST

/* Deleting the newest version makes an older one visible again, beyond VERSIONS, too. */
START_TEST (test_older_version_is_seen_again)
{
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "g:q@1=a g:q@2=b g:q@3=c"), "ok");
  ck_text (get (&local, "r", NULL, 9), "r g:q@3=c");
  ck_text (delete_columns (&local, "r", HBASE_T_DELETE_TYPE_DELETE_COLUMN, "g:q"), "ok");
  ck_text (get (&local, "r", NULL, 9), "r g:q@2=b");
  local_close (&local);
}
END_TEST

START_TEST (test_bad_deletes)
{
  Local local;

  local_open (&local);
  ck_text (delete_columns (&local, "", UNSENT, NULL), "EXCEPTION 6: Internal error processing deleteSingle");
  ck_text (delete_columns (&local, "r", HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION, "f"),
           "EXCEPTION 6: Internal error processing deleteSingle");
  ck_text (delete_columns (&local, "r", 9, "f:q"), "EXCEPTION 6: Internal error processing deleteSingle");
  ck_text_begins (delete_columns (&local, "r", UNSENT, "zz:q"),
                  "IO: org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException: "
                  "Column family zz does not exist");
  ck_text (delete_columns (&local, "never", UNSENT, NULL), "ok");
  local_close (&local);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("deletes");

  tcase_add_loop_test (tcase, test_kinds_of_delete, 0, G_N_ELEMENTS (cases));
  tcase_add_test (tcase, test_future_cells_survive);
  tcase_add_loop_test (tcase, test_markers_mask_later_puts, 0, 6);
  tcase_add_test (tcase, test_same_millisecond);
  tcase_add_test (tcase, test_older_version_is_seen_again);
  tcase_add_test (tcase, test_bad_deletes);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-deletes", fill)
