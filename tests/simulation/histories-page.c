/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "histories.h"

#include <gio/gio.h>

#include "changing-table.h"
#include "expectation.h"
#include "hbase-page-operation-private.h"
#include "hbase-page-token-private.h"
#include "network.h"

/* Visitors page through a changing table; each page is opened by a token of another one, or is the first or
 * the last page. A visitor who goes in one direction meets each row that stays exactly once, and one who
 * turns around meets the same rows again. */

#define MAX_VISITORS 3
#define MAX_PAGES 12
#define MAX_SIZE 9

typedef struct {
  GRand *rand;
  Network *network;
  ChangingTable table;
  GPtrArray *visitors;
} PageHistory;

typedef struct {
  PageHistory *history;
  Expectation expectation; /* of the rows in the order in which they are met */
  HBasePagePlan plan;
  HBasePageTokenRules rules;
  HBasePagePosition place; /* of the page that is being read */
  gboolean went_backward;
  HBaseOperation *operation;
  guint to_come;
} Visitor;

static gboolean
one_in (PageHistory *history, gint32 n)
{
  return g_rand_int_range (history->rand, 0, n) == 0;
}

/* ---- reading a page ---- */

static void visitor_ran (gpointer data, HBaseNext next, GError *error);
static void visitor_turn (Visitor *visitor, const HBasePageBounds *ends);

static void
visitor_run (Visitor *visitor)
{
  network_begin (visitor->history->network, visitor->operation, visitor_ran, visitor);
}

static void
visitor_read (Visitor *visitor)
{
  HBaseTarget target
      = { network_get_protocol (visitor->history->network), world_get_table (visitor->history->table.world) };

  visitor->plan.row_width
      = one_in (visitor->history, 2) ? 0 : 1 + g_rand_int (visitor->history->rand) % 1000000;
  visitor->operation = hbase_page_operation_new (target, &visitor->plan, &visitor->place, 0);
  visitor_run (visitor);
}

/* In the visitor's direction. */
static void
check_rows (Visitor *visitor, GPtrArray *rows)
{
  guint n = rows->len;

  promise (n <= visitor->plan.size, "a page has too many rows");
  for (guint i = 0; i < n; i++)
    expectation_check_row (&visitor->expectation, rows->pdata[visitor->place.backward ? n - 1 - i : i]);
}

static void
visitor_has_page (Visitor *visitor)
{
  g_auto (HBasePageResult) page = { NULL };

  hbase_operation_take (visitor->operation, &page, NULL);
  g_clear_pointer (&visitor->operation, hbase_operation_free);
  check_rows (visitor, page.rows);
  if (!(visitor->place.backward ? page.bounds.has_previous : page.bounds.has_next))
    expectation_check_end (&visitor->expectation);
  visitor_turn (visitor, &page.bounds);
}

/* Reads an incomplete page further, or again. */
static void
visitor_ran (gpointer data, HBaseNext next, GError *error)
{
  g_autoptr (GError) why = error;
  Visitor *visitor = data;

  promise (why == NULL || g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED)
               || g_error_matches (why, HBASE_ERROR, HBASE_ERROR_TIMED_OUT)
               || g_error_matches (why, HBASE_ERROR, HBASE_ERROR_UNREACHABLE),
           "a page failed: %s", why->message);
  if (why == NULL)
    visitor_has_page (visitor);
  else if (one_in (visitor->history, 2))
    visitor_run (visitor);
  else
    {
      g_clear_pointer (&visitor->operation, hbase_operation_free);
      visitor_read (visitor);
    }
}

/* ---- turning pages ---- */

/* As a link to the page: only the token is passed on. */
static void
visitor_follow_token (Visitor *visitor, gboolean backward, GBytes *from)
{
  HBasePagePosition named = { backward, from };
  g_autofree char *token = hbase_page_token_write (&visitor->rules, &named, 0);
  gboolean read;

  hbase_page_position_clear (&visitor->place);
  read = hbase_page_token_read (&visitor->rules, token, 0, &visitor->place, NULL);
  promise (read, "a new token isn't accepted");
  promise (hbase_page_plan_has_position (&visitor->plan, &visitor->place),
           "a token names a row of another scan");
}

/* A visitor who goes on in the same direction must still meet the rows that existed when it began. */
static void
visitor_move (Visitor *visitor, gboolean backward, GBytes *from, gboolean sets_out)
{
  if (sets_out)
    expectation_turn (&visitor->expectation, backward != visitor->went_backward, from);
  visitor->went_backward = backward;
  if (from != NULL)
    visitor_follow_token (visitor, backward, from);
  else
    {
      hbase_page_position_clear (&visitor->place);
      visitor->place = (HBasePagePosition){ backward, NULL };
    }
  visitor_read (visitor);
}

static void
visitor_turn (Visitor *visitor, const HBasePageBounds *ends)
{
  gboolean backward = visitor->place.backward, turns = one_in (visitor->history, 6);
  gboolean there = turns != backward ? ends->has_previous : ends->has_next;
  GBytes *from = turns != backward ? ends->first : ends->last;

  if (visitor->to_come-- == 0)
    return;
  if (there && from != NULL)
    visitor_move (visitor, turns != backward, from, turns);
  else
    visitor_move (visitor, one_in (visitor->history, 2), NULL, TRUE);
}

static GPtrArray *
choose_keys (PageHistory *history)
{
  GPtrArray *keys;

  if (one_in (history, 2))
    return NULL;
  keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_ptr_array_add (keys, g_bytes_new_static ("a key of 32 bytes for signatures", 32));
  return keys;
}

static Visitor *
visitor_new (PageHistory *history)
{
  Visitor *visitor = g_new0 (Visitor, 1);
  Expectation *expected = &visitor->expectation;
  const char *name = world_get_table (history->table.world);
  g_autoptr (HBaseScan) scan = NULL;

  visitor->history = history;
  expectation_init (expected, history->table.model, history->rand, history->table.salts != NULL);
  expected->limit = expected->batch_size = 0;
  scan = expectation_make_scan (expected);
  hbase_page_plan_init (&visitor->plan, name, scan, (guint) g_rand_int_range (history->rand, 1, MAX_SIZE));
  visitor->plan.salts = history->table.salts;
  hbase_page_query_init (&visitor->rules.query, name, history->table.salts, visitor->plan.scan,
                         history->table.salts != NULL);
  visitor->rules.keys = choose_keys (history);
  visitor->to_come = (guint) g_rand_int_range (history->rand, 1, MAX_PAGES);
  visitor_move (visitor, one_in (history, 2), NULL, TRUE);
  return visitor;
}

static void
visitor_free (gpointer data)
{
  Visitor *visitor = data;

  hbase_page_plan_clear (&visitor->plan);
  hbase_page_position_clear (&visitor->place);
  expectation_clear (&visitor->expectation);
  g_clear_pointer (&visitor->rules.keys, g_ptr_array_unref);
  g_free (visitor);
}

/* ---- the history ---- */

static void
history_of_some_pages (World *world, GRand *rand, gboolean salted)
{
  PageHistory history = { .rand = rand };
  guint n_visitors = (guint) g_rand_int_range (rand, 1, MAX_VISITORS + 1);

  changing_table_init (&history.table, world, rand, salted);
  history.network = network_new (world, rand);
  history.visitors = g_ptr_array_new_with_free_func (visitor_free);
  for (guint i = 0; i < n_visitors; i++)
    g_ptr_array_add (history.visitors, visitor_new (&history));
  while (network_step (history.network))
    changing_table_change (&history.table);
  network_settle (history.network);
  promise (!network_is_faultless (history.network) || world_get_n_scanners (world) == 0,
           "a scanner is left open on a gateway");
  g_ptr_array_unref (history.visitors);
  network_free (history.network);
  changing_table_clear (&history.table);
}

void
history_of_pages (World *world, GRand *rand)
{
  history_of_some_pages (world, rand, FALSE);
}

void
history_of_salted_pages (World *world, GRand *rand)
{
  history_of_some_pages (world, rand, TRUE);
}
