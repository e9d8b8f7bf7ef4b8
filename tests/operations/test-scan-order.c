/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "scan-reading.h"
#include "test-seed.h"

/* A gateway sends a row, or a part of a row, in place of the one before or after it, once: at each place of
 * each reply, also among rows that the scan drops. Another reply has all rows. */

#define N_CELLS_OF_ROW 3
/* A key that a reversed scan down to “m” passes, as it doesn't know the key right before that. */
#define PAST_END "l\377\377\377\377\377\377\377\377\377"

typedef struct {
  guint reply, piece; /* counted from 0: this piece … */
  gboolean
      by_next; /* … is replaced by the next one, or by the one before, which may be of the reply before */
  guint forgetful; /* the call at which the gateway forgets its scanners; 0: none */
  guint n_replies;
  gboolean is_done;
  FakePiece last; /* of the reply before */
} Replacement;

static void
put_rows (FakeGateway *gateway)
{
  static const char *const keys[] = { "k", PAST_END, "m", "n", "o", "p" };
  static const char *const qualifiers[N_CELLS_OF_ROW] = { "a", "b", "c" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    for (guint k = 0; k < N_CELLS_OF_ROW; k++)
      fake_gateway_put (gateway, hbase_slice_text (keys[i]), "f", qualifiers[k], HBASE_SLICE_LITERAL ("v"));
}

static void
replace_piece (FakeGateway *gateway, GPtrArray *pieces)
{
  Replacement *replacement = gateway->data;
  guint at = replacement->piece;
  gboolean has_neighbour = replacement->by_next ? at + 1 < pieces->len : at > 0 || replacement->n_replies > 0;

  if (replacement->n_replies++ == replacement->reply && at < pieces->len && has_neighbour)
    {
      *(FakePiece *) pieces->pdata[at] = replacement->by_next ? *(FakePiece *) pieces->pdata[at + 1]
                                         : at > 0             ? *(FakePiece *) pieces->pdata[at - 1]
                                                              : replacement->last;
      replacement->is_done = TRUE;
    }
  if (pieces->len > 0)
    replacement->last = *(FakePiece *) pieces->pdata[pieces->len - 1];
}

static FakeFault
forget_scanners (FakeGateway *gateway, const HBaseWireMethod *method)
{
  return gateway->n_calls == ((Replacement *) gateway->data)->forgetful ? FAKE_FORGETFUL : FAKE_FINE;
}

/* Returns FALSE if there is no such piece. */
static gboolean
check_replacement (FakeGateway *gateway, HBaseScan *scan, const char *expected, Replacement replacement)
{
  g_autofree char *rows = NULL;
  HBaseScanCounts counts;

  gateway->n_calls = 0;
  gateway->data = &replacement;
  rows = read_and_count (gateway, scan, &counts);
  ck_assert_msg (
      g_str_equal (rows, expected),
      "limit %u, batch size %u, caching %u, reversed %d: after piece %u of reply %u was replaced by "
      "the %s one, and scanners were forgotten at call %u:\n%snot\n%s",
      hbase_scan_get_limit (scan), hbase_scan_get_batch_size (scan), hbase_scan_get_caching (scan),
      hbase_scan_get_reversed (scan), replacement.piece, replacement.reply,
      replacement.by_next ? "next" : "previous", replacement.forgetful, rows, expected);
  ck_assert_uint_le (counts.rejected, 1);
  return replacement.is_done;
}

static void
check_replacements (FakeGateway *gateway, HBaseScan *scan, const char *expected, guint forgetful)
{
  guint n_done = 1;

  for (guint reply = 0; n_done > 0; reply++)
    {
      n_done = 0;
      for (guint piece = 0; piece < 8; piece++)
        for (guint by_next = 0; by_next < 2; by_next++)
          n_done += check_replacement (
              gateway, scan, expected,
              (Replacement){ .reply = reply, .piece = piece, .by_next = by_next, .forgetful = forgetful });
      n_done += reply == 0; /* which may have one piece */
    }
}

static void
check_scan (HBaseScan *scan)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
  g_autofree char *expected = NULL;

  put_rows (gateway);
  expected = read_all (gateway, scan);
  gateway->tamper = replace_piece;
  gateway->fault = forget_scanners;
  for (guint forgetful = 0; forgetful < 10; forgetful++)
    check_replacements (gateway, scan, expected, forgetful);
}

START_TEST (a_row_in_place_of_its_neighbour_is_noticed)
{
  static const guint cachings[] = { 0, 1, 2, 3, 5 };

  for (guint limit = 0; limit < 4; limit++)
    for (guint c = 0; c < G_N_ELEMENTS (cachings); c++)
      for (guint variant = 0; variant < 4; variant++)
        {
          gboolean reversed = (variant & 1) != 0, skips_start = (variant & 2) != 0;
          g_autoptr (HBaseScan) scan = scan_new (reversed, cachings[c], limit, (guint) _i);

          hbase_scan_set_start (scan, (const guint8 *) (reversed ? "p" : "m"), 1);
          hbase_scan_set_stop (scan, (const guint8 *) (reversed ? "m" : "p"), 1);
          hbase_scan_set_start_inclusive (scan, !skips_start);
          hbase_scan_set_stop_inclusive (scan, TRUE);
          check_scan (scan);
        }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("scan order");

  tcase_set_timeout (tests, 60);
  tcase_add_loop_test (tests, a_row_in_place_of_its_neighbour_is_noticed, 0, N_CELLS_OF_ROW + 1);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("scan order", fill)
