/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the probe strategy. It attempts the key below the list's first row, and shares the
 * list with other writers. It only decides when a key is attempted; the guarantee that a row is written
 * once (docs/design-prepend.md) doesn't depend on it.
 *
 *   in the queue ─→ at its head ─┬→ put below the row that is known ─┬─ true: DONE
 *                                │                                   └─ false ─┐
 *      yielding ─────────────────┴→ random back-off ─→ read the first guards ←─┘
 *                                      ↑                  ├─ the row's own: DONE
 *                                      │                  ├─ none at the key: the same put again
 *                                      │                  └─ another's: put below the first ─┬─ true: DONE
 *                                      └────────────────────────── false ←───────────────────┘
 *
 *  1. The guard of an attempted key is read, together with those of the first rows, before another key is
 *     attempted, which is below a key that was seen taken.
 *  2. What was read of the first row is out of date as soon as another process writes, after about one
 *     exchange. Of the writers that attempt the same key exactly one gets it, so no attempt is lost for all
 *     of them; but each writer that fails costs calls, and slows the others down. So a process that has
 *     written its rows waits for as long as all others need for theirs. A process that has missed a key waits
 *     for a random time, which n misses divide by 1 + n/2; then it reads the guards, and attempts a key
 *     immediately. (With these numbers 16 processes did best on an HBase.)
 *  3. The guards show how many processes contend: the tokens of one process have a common beginning.
 *  4. The writers of one process queue (hbase-prepend-coordinator-private.h).
 */

#include "hbase-prepend-internal-private.h"

/* How many guards are read after a miss: those of the rows that came meanwhile, and enough to count
 * writers. */
#define GUARD_BATCH 64
/* The number of misses that make the wait shorter. */
#define MAX_COUNTED_MISSES 8
#define MAX_WAIT_MS 2000
/* How long a writer waits in a queue that doesn't move: its head may be in a main loop that isn't
 * iterated. */
#define QUEUE_TIMEOUT_MS 250

static gboolean
probe_check (const HBasePrependSettings *settings, GError **error)
{
  return !hbase_key_schema_has_salt (settings->schema)
         || hbase_prepend_refuse (settings,
                                  "the table's first row isn't the newest one where keys are salted: set the "
                                  "prepender's strategy to “ticket”",
                                  error);
}

/* ---- waiting ---- */

/* Returns 0 … 65535, another number after each miss, hashed from the token, which is random. */
static guint
get_random (const HBasePrependOperation *prepend)
{
  guint32 hash = 2166136261u;

  for (guint i = 0; i < sizeof prepend->attempt.token; i++)
    hash = (hash ^ prepend->attempt.token[i]) * 16777619u;
  hash = (hash ^ prepend->n_misses) * 16777619u;
  hash ^= hash >> 15;
  hash *= 0x2c1b3c6du;
  return (hash ^ hash >> 13) >> 16;
}

/* Returns the back-off; 0 if no other process is known to contend. A process that has just written doesn't
 * return before the others had a chance: it alone knows the first row, and would get all keys. */
static guint
get_backoff_ms (const HBasePrependOperation *prepend)
{
  guint64 n_writers = hbase_prepend_coordinator_get_n_writers (prepend->coordinator);
  guint64 exchange_us = hbase_prepend_coordinator_get_exchange_us (prepend->coordinator);
  guint64 mean_us = 2 * HBASE_PREPEND_MAX_CONSECUTIVE_ROWS * (n_writers - 1) * exchange_us
                    / (2 + MIN (prepend->n_misses, MAX_COUNTED_MISSES));
  guint64 least_us = prepend->n_misses == 0 ? mean_us - mean_us / 20 : 0;

  return (guint) MIN ((least_us + 2 * (mean_us - least_us) * get_random (prepend) / 65536) / 1000,
                      MAX_WAIT_MS);
}

/* ---- what the first guards show ---- */

static void
add_writer (GHashTable *writers, const guint8 *token)
{
  guint32 writer;

  G_STATIC_ASSERT (sizeof writer == HBASE_GUARD_WRITER_LENGTH);
  memcpy (&writer, token, sizeof writer);
  g_hash_table_add (writers, GUINT_TO_POINTER (writer));
}

/* Counts the processes that wrote the first rows, and this process. */
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

/* Reads the counter of the first row that has a guard, if there is such a row: there may be rows with tokens
 * only. */
static gboolean
update_first (HBasePrependOperation *prepend, const HBaseBlock *block, GError **error)
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
  KEY_NOT_READ, /* more rows were written meanwhile than were read */
} KeyState;

static KeyState
get_key_state (const HBasePrependOperation *prepend, const HBaseBlock *block)
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
  return block->n_rows < GUARD_BATCH ? KEY_EMPTY : KEY_NOT_READ;
}

/* Whether the guard of a row that was seen taken is gone: it was deleted, or its family was given a time to
 * live. */
static gboolean
has_lost_guard (const HBasePrependOperation *prepend, const HBaseBlock *block, gint64 known)
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
  return block->n_rows < GUARD_BATCH;
}

/* ---- after a miss ---- */

static HBaseNext prepend_guards_received (HBaseOperation *operation, HBaseLane *lane);

/* Reads the first guards, and attempts the key below them, unless the row's own guard is among them. */
static HBaseNext
prepend_reread_guards (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  HBaseGuardRange range = { .prefix = hbase_prepend_scan_prefix (prepend) };

  return hbase_prepend_send_scan (
      prepend, lane, hbase_guard_write_scan (&prepend->attempt.guard, operation, &range, GUARD_BATCH),
      prepend_guards_received);
}

/* Waits, reads which row is then the first, and attempts the key below it. */
static HBaseNext
prepend_back_off (HBaseAttempt *attempt, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) attempt;
  guint ms;

  prepend->n_misses++;
  hbase_prepend_coordinator_record_exchange (prepend->coordinator, lane->exchange_us);
  ms = get_backoff_ms (prepend);
  return ms > 0 ? hbase_lane_sleep (lane, ms, prepend_reread_guards)
                : prepend_reread_guards (&attempt->parent, lane);
}

/* The key that was attempted is another row's, and all keys above it are taken. */
static HBaseNext
prepend_put_below_first (HBasePrependOperation *prepend, HBaseLane *lane)
{
  gboolean is_below = prepend->first >= 0 && prepend->first < prepend->counter;

  return hbase_prepend_put_below (prepend, lane, is_below ? prepend->first : prepend->counter);
}

/* The key that was attempted isn't among the first guards. */
static HBaseNext
prepend_read_further (HBasePrependOperation *prepend, HBaseLane *lane, const HBaseBlock *block)
{
  if (!prepend->resumed)
    return prepend->guard_is_others ? prepend_put_below_first (prepend, lane)
                                    : hbase_attempt_read (&prepend->attempt.parent, lane);
  hbase_prepend_set_search_start (prepend, hbase_block_row_key (block, block->n_rows - 1));
  return hbase_prepend_search (&prepend->attempt.parent, lane);
}

static HBaseNext
prepend_handle_key (HBasePrependOperation *prepend, HBaseLane *lane, const HBaseBlock *block)
{
  HBaseAttempt *attempt = &prepend->attempt;

  if (attempt->key == NULL)
    return hbase_prepend_put_next (prepend, lane);
  switch (get_key_state (prepend, block))
    {
    case KEY_EMPTY:
      if (prepend->guard_is_others)
        return prepend_put_below_first (prepend, lane);
      return hbase_attempt_guard_known (attempt, lane, HBASE_GUARD_ABSENT);
    case KEY_NOT_READ:
      return prepend_read_further (prepend, lane, block);
    case KEY_OCCUPIED:
    default:
      attempt->counts.missed += !prepend->guard_is_others;
      return prepend_put_below_first (prepend, lane);
    }
}

static HBaseNext
prepend_guards_received (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  HBaseAttempt *attempt = &prepend->attempt;
  gint64 known = hbase_prepend_coordinator_get_taken (prepend->coordinator);
  gboolean is_quiet, denied = attempt->denied;
  g_autoptr (HBaseBlock) block = NULL;
  HBasePrependFound found;
  GError *error = NULL;

  if (!hbase_prepend_take_guards (prepend, lane, &block, &error))
    return hbase_attempt_read_failed (attempt, lane, error, prepend_reread_guards);
  if (!prepend->guard_vanished && has_lost_guard (prepend, block, known))
    {
      prepend->guard_vanished = TRUE;
      return hbase_prepend_describe (prepend, lane, prepend_reread_guards);
    }
  if (hbase_prepend_find_token (prepend, block, &found))
    {
      /* The row's own token is in a guard: it decides what became of the put that was denied. */
      hbase_prepend_set_found (prepend, &found);
      attempt->denied = denied;
      return hbase_attempt_guard_known (attempt, lane, found.owner);
    }
  if (!update_first (prepend, block, &error))
    return hbase_attempt_fail (attempt, error);
  hbase_retry_init (&attempt->reading, HBASE_CALL_READ);
  /* If no other process has written, or tried to, since this process did, it may be alone. */
  is_quiet = prepend->n_misses == 0 && prepend->first == known;
  hbase_prepend_coordinator_record_writers (prepend->coordinator, count_writers (prepend, block), is_quiet);
  return prepend_handle_key (prepend, lane, block);
}

/* ---- the first attempt ---- */

static HBaseNext
prepend_put_below_known (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  return hbase_prepend_put_below (prepend, lane, hbase_prepend_coordinator_get_taken (prepend->coordinator));
}

/* What is known doesn't include rows that others prepended since, and that were acknowledged before this
 * call began. A key that is a time must be below those, so it can't be chosen without reading these rows. */
static HBaseNext
prepend_attempt_known (HBasePrependOperation *prepend, HBaseLane *lane)
{
  HBaseOperation *operation = &prepend->attempt.parent;
  gint64 taken = hbase_prepend_coordinator_get_taken (prepend->coordinator);

  if (taken < 0 || prepend->counting != HBASE_KEY_COUNTER_DOWN)
    return hbase_prepend_read_first (operation, lane);
  switch (hbase_prepend_coordinator_begin_row (prepend->coordinator))
    {
    case HBASE_PREPEND_PAUSE:
      return hbase_lane_sleep (
          lane, (guint) (2 * hbase_prepend_coordinator_get_exchange_us (prepend->coordinator) / 1000),
          prepend_put_below_known);
    case HBASE_PREPEND_YIELD:
      return hbase_lane_sleep (lane, 1 + get_backoff_ms (prepend), prepend_reread_guards);
    case HBASE_PREPEND_ATTEMPT:
    default:
      return prepend_put_below_known (operation, lane);
    }
}

/* Waits for the writers of this process that came before. */
static HBaseNext
probe_attempt_first (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  guint64 n_moves;
  guint n_before = hbase_prepend_coordinator_enqueue (prepend->coordinator, prepend, &n_moves), ms;

  if (n_moves != prepend->n_moves)
    prepend->waited_ms = 0;
  prepend->n_moves = n_moves;
  if (n_before == 0 || prepend->waited_ms >= QUEUE_TIMEOUT_MS)
    return prepend_attempt_known (prepend, lane);
  ms = (guint) MIN (n_before * hbase_prepend_coordinator_get_exchange_us (prepend->coordinator) / 1000,
                    QUEUE_TIMEOUT_MS / 4);
  prepend->waited_ms += ms;
  return hbase_lane_sleep (lane, ms, probe_attempt_first);
}

/* ---- the strategy ---- */

static HBaseNext
probe_attempt_next (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  return prepend->first >= 0 ? hbase_prepend_put_below (prepend, lane, prepend->first)
                             : hbase_prepend_put_at (prepend, lane, prepend->start);
}

static HBaseNext
probe_key_taken (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  return prepend->first >= 0 && prepend->first < prepend->counter
             ? hbase_prepend_put_below (prepend, lane, prepend->first)
             : prepend_back_off (&prepend->attempt, lane);
}

const HBasePrependStrategyClass hbase_prepend_probe_class = {
  .check = probe_check,
  .attempt_first = probe_attempt_first,
  .attempt_next = probe_attempt_next,
  .key_taken = probe_key_taken,
  .put_denied = prepend_back_off,
  .is_ordered = TRUE,
};
