/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-prepend-internal-private.h"

/* Many prepend to one list.
 *
 *      in line ─→ first ─┬→ put below the row that is known ─┬─ true: DONE
 *                        │                                   └─ false ─┐
 *  stepping back ────────┴→ wait at random ─→ read the first guards ←──┘
 *                              ↑                  ├─ ours: DONE
 *                              │                  ├─ nothing at the key: the same put again
 *                              │                  └─ another's: put below the first row ─┬─ true: DONE
 *                              └───────────────────────── false ←────────────────────────┘
 *
 *  1. Nothing of this changes what makes a row be written once. The guard of a key that was attempted is read
 *     before another one is, with those of the first rows; a key is attempted only below one that was seen
 *     taken. When that is done is free.
 *  2. A look at the first row is worth something for as long as nobody else writes: about the time of one
 *     exchange. Of those who attempt the same key exactly one gets it, so no attempt is lost for all of them; but
 *     each one that fails costs calls, and makes the others' calls slower. So whoever has had its turn waits for
 *     as long as the turns of all the others take, and then looks, and attempts at once. Whoever has missed
 *     waits at random, and less each time: n misses divide the time by 1 + n/2. (The numbers are those by which
 *     16 processes did best on an HBase.)
 *  3. How many contend is seen in the guards: the tokens of one process begin alike.
 *  4. In one process they stand in line (hbase-prepend-frontier-private.h).
 */

/* How many guards are read after a miss: those of the rows that came meanwhile, and enough to count writers. */
#define LOOKED_AT_ONCE 64
/* So many misses make the wait shorter. */
#define MAX_AGE 8
#define LONGEST_WAIT 2000 /* ms */
/* So long one stands in line that doesn't move: whoever is first may be in a main loop that isn't iterated. */
#define PATIENCE 250 /* ms */

/* ---- waiting ---- */

/* 0 … 65535, another one after each miss: from the token, which is as random as it gets. */
static guint
draw (const HBasePrependOperation *prepend)
{
  guint32 hash = 2166136261u;

  for (guint i = 0; i < sizeof prepend->attempt.token; i++)
    hash = (hash ^ prepend->attempt.token[i]) * 16777619u;
  hash = (hash ^ prepend->misses) * 16777619u;
  hash ^= hash >> 15;
  hash *= 0x2c1b3c6du;
  return (hash ^ hash >> 13) >> 16;
}

/* ms; nothing where nobody is known to contend. Whoever has just written doesn't come back before others had a
 * chance: it would know of nobody else, and get all keys. */
static guint
waiting_time (const HBasePrependOperation *prepend)
{
  guint64 contenders = hbase_prepend_frontier_get_contenders (prepend->frontier);
  guint64 exchange = hbase_prepend_frontier_get_exchange (prepend->frontier);
  guint64 mean
      = 2 * HBASE_PREPEND_STREAK * (contenders - 1) * exchange / (2 + MIN (prepend->misses, MAX_AGE));
  guint64 least = prepend->misses == 0 ? mean - mean / 20 : 0;

  return (guint) MIN ((least + 2 * (mean - least) * draw (prepend) / 65536) / 1000, LONGEST_WAIT);
}

/* ---- what the first guards say ---- */

static void
add_writer (GHashTable *writers, const guint8 *token)
{
  guint32 writer;

  G_STATIC_ASSERT (sizeof writer == HBASE_GUARD_WRITER_LENGTH);
  memcpy (&writer, token, sizeof writer);
  g_hash_table_add (writers, GUINT_TO_POINTER (writer));
}

/* Who wrote the first rows, and this one. */
static guint
count_writers (const HBasePrependOperation *prepend, const HBaseBlock *block)
{
  const HBaseAttempt *attempt = &prepend->attempt;
  g_autoptr (GHashTable) writers = g_hash_table_new (NULL, NULL);

  add_writer (writers, attempt->token);
  for (guint i = 0; i < block->n_rows; i++)
    {
      HBaseSlice token = hbase_guard_find_token (&attempt->guard, block, i);

      if (token.data != NULL)
        add_writer (writers, token.data);
    }
  return g_hash_table_size (writers);
}

/* The counter of the first row that has a guard: there may be rows with tokens only. < 0: none. */
static gboolean
find_first (HBasePrependOperation *prepend, const HBaseBlock *block, GError **error)
{
  HBaseAttempt *attempt = &prepend->attempt;

  for (guint i = 0; i < block->n_rows; i++)
    if (hbase_guard_find_owner (&attempt->guard, block, i, attempt->token) != HBASE_GUARD_ABSENT)
      return hbase_key_schema_get_counter (prepend->schema, hbase_block_row_key (block, i), &prepend->first,
                                           error);
  return TRUE;
}

typedef enum {
  KEY_EMPTY,
  KEY_OCCUPIED,
  KEY_NOT_READ, /* more rows came meanwhile than were read */
} KeyState;

static KeyState
find_key (const HBasePrependOperation *prepend, const HBaseBlock *block)
{
  const HBaseAttempt *attempt = &prepend->attempt;

  for (guint i = 0; i < block->n_rows; i++)
    {
      int order = hbase_slice_compare (hbase_block_row_key (block, i), hbase_attempt_key (attempt));

      if (order == 0
          && hbase_guard_find_owner (&attempt->guard, block, i, attempt->token) != HBASE_GUARD_ABSENT)
        return KEY_OCCUPIED;
      if (order >= 0)
        return KEY_EMPTY;
    }
  return block->n_rows < LOOKED_AT_ONCE ? KEY_EMPTY : KEY_NOT_READ;
}

/* Whether the guard of a row that was seen taken is gone: then it was deleted, or its family got a time to live. */
static gboolean
guard_is_gone (const HBasePrependOperation *prepend, const HBaseBlock *block, gint64 known)
{
  if (known < 0 || prepend->counting != HBASE_KEY_COUNTER_DOWN)
    return FALSE;
  for (guint i = 0; i < block->n_rows; i++)
    {
      gint64 counter;

      if (!hbase_key_schema_get_counter (prepend->schema, hbase_block_row_key (block, i), &counter, NULL))
        return FALSE;
      if (counter >= known)
        return counter > known;
    }
  return block->n_rows < LOOKED_AT_ONCE;
}

/* ---- looking again ---- */

static HBaseNext prepend_looked_again (HBaseOperation *operation, HBaseLane *lane);

HBaseNext
hbase_prepend_reread_guards (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  HBaseGuardRange range = { .prefix = hbase_prepend_prefix (prepend) };

  return hbase_prepend_ask_rows (
      prepend, lane, hbase_guard_write_scan (&prepend->attempt.guard, operation, &range, LOOKED_AT_ONCE),
      prepend_looked_again);
}

/* The key is another's, and all that is above. */
static HBaseNext
prepend_put_next (HBasePrependOperation *prepend, HBaseLane *lane)
{
  gboolean below = prepend->first >= 0 && prepend->first < prepend->counter;

  return hbase_prepend_put_below (prepend, lane, below ? prepend->first : prepend->counter);
}

/* The key that was tried last isn't among the first guards. */
static HBaseNext
prepend_look_further (HBasePrependOperation *prepend, HBaseLane *lane, const HBaseBlock *block)
{
  if (!prepend->resumed)
    return prepend->passed ? prepend_put_next (prepend, lane)
                           : hbase_attempt_read (&prepend->attempt.parent, lane);
  hbase_prepend_note_searched (prepend, hbase_block_row_key (block, block->n_rows - 1));
  return hbase_prepend_search (&prepend->attempt.parent, lane);
}

/* Whether anybody else wrote since this process did, or tried to. */
static void
prepend_note_contenders (HBasePrependOperation *prepend, const HBaseBlock *block, gint64 known)
{
  gboolean quiet = prepend->misses == 0 && prepend->first == known;

  hbase_prepend_frontier_note_contenders (prepend->frontier, count_writers (prepend, block), quiet);
}

static HBaseNext
prepend_judge_key (HBasePrependOperation *prepend, HBaseLane *lane, const HBaseBlock *block)
{
  HBaseAttempt *attempt = &prepend->attempt;

  if (attempt->key == NULL)
    return hbase_prepend_go_on (prepend, lane);
  switch (find_key (prepend, block))
    {
    case KEY_EMPTY:
      if (prepend->passed)
        return prepend_put_next (prepend, lane);
      return hbase_attempt_was_seen (attempt, lane, HBASE_GUARD_ABSENT);
    case KEY_NOT_READ:
      return prepend_look_further (prepend, lane, block);
    case KEY_OCCUPIED:
    default:
      attempt->counts.missed += !prepend->passed;
      return prepend_put_next (prepend, lane);
    }
}

static HBaseNext
prepend_looked_again (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  HBaseAttempt *attempt = &prepend->attempt;
  gboolean denied = attempt->denied;
  gint64 known = hbase_prepend_frontier_get_taken (prepend->frontier);
  g_autoptr (HBaseBlock) block = NULL;
  HBaseGuardOwner owner;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return hbase_attempt_read_failed (attempt, lane, error, hbase_prepend_reread_guards);
  if (!prepend->surprised && guard_is_gone (prepend, block, known))
    {
      prepend->surprised = TRUE;
      return hbase_prepend_describe (operation, lane);
    }
  for (guint i = 0; i < block->n_rows; i++)
    if (hbase_prepend_finds (prepend, block, i, &owner))
      {
        attempt->denied = denied;
        return hbase_attempt_was_seen (attempt, lane, owner);
      }
  if (!find_first (prepend, block, &error))
    return hbase_attempt_fail (attempt, error);
  hbase_retry_init (&attempt->reading, HBASE_CALL_READ);
  prepend_note_contenders (prepend, block, known);
  return prepend_judge_key (prepend, lane, block);
}

HBaseNext
hbase_prepend_step_back (HBaseAttempt *attempt, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) attempt;
  guint ms;

  prepend->misses++;
  hbase_prepend_frontier_note_exchange (prepend->frontier, lane->took);
  ms = waiting_time (prepend);
  return ms > 0 ? hbase_lane_sleep (lane, ms, hbase_prepend_reread_guards)
                : hbase_prepend_reread_guards (&attempt->parent, lane);
}

/* ---- the first attempt ---- */

static HBaseNext
prepend_put_next_known (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  return hbase_prepend_put_below (prepend, lane, hbase_prepend_frontier_get_taken (prepend->frontier));
}

/* What is known says nothing of rows that others prepended since, below which a time must be: they may have
 * been answered before this call began. */
static HBaseNext
prepend_first_attempt (HBasePrependOperation *prepend, HBaseLane *lane)
{
  HBaseOperation *operation = &prepend->attempt.parent;
  gint64 taken = hbase_prepend_frontier_get_taken (prepend->frontier);

  if (taken < 0 || prepend->counting != HBASE_KEY_COUNTER_DOWN)
    return hbase_prepend_find_first (operation, lane);
  switch (hbase_prepend_frontier_begin_row (prepend->frontier))
    {
    case HBASE_PREPEND_PAUSE:
      return hbase_lane_sleep (lane,
                               (guint) (2 * hbase_prepend_frontier_get_exchange (prepend->frontier) / 1000),
                               prepend_put_next_known);
    case HBASE_PREPEND_STEP_BACK:
      return hbase_lane_sleep (lane, 1 + waiting_time (prepend), hbase_prepend_reread_guards);
    case HBASE_PREPEND_GO:
    default:
      return prepend_put_next_known (operation, lane);
    }
}

HBaseNext
hbase_prepend_queue (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  guint64 n_moves;
  guint before = hbase_prepend_frontier_queue (prepend->frontier, prepend, &n_moves), ms;

  if (n_moves != prepend->n_moves)
    prepend->waited = 0;
  prepend->n_moves = n_moves;
  if (before == 0 || prepend->waited >= PATIENCE)
    return prepend_first_attempt (prepend, lane);
  ms = (guint) MIN (before * hbase_prepend_frontier_get_exchange (prepend->frontier) / 1000, PATIENCE / 4);
  prepend->waited += ms;
  return hbase_lane_sleep (lane, ms, hbase_prepend_queue);
}
