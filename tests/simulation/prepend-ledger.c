/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "prepend-ledger.h"

#include "histories.h"

#define RETIRED 'r'
#define BURNT 'b'

typedef struct {
  gint64 counter;
  guint8 guard[LEDGER_TOKEN_LENGTH + 1];
  gsize guard_length;
} Slot;

struct _Ledger {
  gint64 start;
  gint64 lowest_acknowledged;
  gboolean contiguous, ordered;
  GPtrArray *inserts;
  GHashTable *slots; /* by counter */
};

static void
insert_free (gpointer data)
{
  Insert *insert = data;

  g_array_unref (insert->records);
  g_free (insert);
}

Ledger *
ledger_new (gint64 start, gboolean contiguous, gboolean ordered)
{
  Ledger *ledger = g_new0 (Ledger, 1);

  ledger->start = start;
  ledger->lowest_acknowledged = start < G_MAXINT64 ? start + 1 : start;
  ledger->contiguous = contiguous;
  ledger->ordered = ordered;
  ledger->inserts = g_ptr_array_new_with_free_func (insert_free);
  ledger->slots = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  return ledger;
}

void
ledger_free (Ledger *ledger)
{
  g_hash_table_unref (ledger->slots);
  g_ptr_array_unref (ledger->inserts);
  g_free (ledger);
}

Insert *
ledger_add (Ledger *ledger, GRand *rand)
{
  Insert *insert = g_new0 (Insert, 1);

  insert->number = ledger->inserts->len;
  for (guint i = 0; i < sizeof insert->token; i++)
    insert->token[i] = (guint8) g_rand_int (rand);
  insert->place = insert->seen = insert->fenced = -1;
  insert->records = g_array_new (FALSE, FALSE, sizeof (gint64));
  insert->above = ledger->lowest_acknowledged;
  g_ptr_array_add (ledger->inserts, insert);
  return insert;
}

guint
ledger_get_n (Ledger *ledger)
{
  return ledger->inserts->len;
}

Insert *
ledger_get (Ledger *ledger, guint index)
{
  return ledger->inserts->pdata[index];
}

HBasePut *
ledger_make_cells (const Insert *insert)
{
  g_autofree char *text = g_strdup_printf ("%u", insert->number);
  HBasePut *cells = hbase_put_new (NULL, 0);

  hbase_put_add_utf8 (cells, "f", "a", text);
  hbase_put_add_utf8 (cells, "f", "b", text);
  return cells;
}

GArray *
ledger_list_counters (Ledger *ledger)
{
  GArray *counters = g_array_new (FALSE, FALSE, sizeof (gint64));
  GHashTableIter iter;
  gpointer counter;

  g_hash_table_iter_init (&iter, ledger->slots);
  while (g_hash_table_iter_next (&iter, &counter, NULL))
    g_array_append_vals (counters, counter, 1);
  return counters;
}

/* ---- results of calls ---- */

static Slot *
find_slot (Ledger *ledger, gint64 counter)
{
  return g_hash_table_lookup (ledger->slots, &counter);
}

void
ledger_acknowledge (Ledger *ledger, Insert *insert, gint64 counter)
{
  promise (insert->seen == counter,
           "row %u was acknowledged at %" G_GINT64_FORMAT ", but it is at %" G_GINT64_FORMAT, insert->number,
           counter, insert->seen);
  promise (insert->state != INSERT_NEVER,
           "row %u was acknowledged, although it was reported as never written", insert->number);
  promise (counter < insert->above || !ledger->ordered,
           "row %u is above one that was acknowledged before its call began", insert->number);
  insert->state = INSERT_ACKNOWLEDGED;
  insert->place = counter;
  ledger->lowest_acknowledged = MIN (ledger->lowest_acknowledged, counter);
}

static gboolean
is_over (const Insert *insert)
{
  return insert->state == INSERT_ACKNOWLEDGED || insert->state == INSERT_NEVER;
}

void
ledger_call (Insert *insert)
{
  if (!is_over (insert))
    insert->state = INSERT_CALLED;
}

void
ledger_leave (Insert *insert)
{
  if (!is_over (insert))
    insert->state = INSERT_IN_DOUBT;
}

/* If the key differs from the one before, that one belonged to another row. Others may already know more. */
void
ledger_doubt (Ledger *ledger, Insert *insert, gint64 counter)
{
  promise (insert->place < 0 || insert->place == counter || find_slot (ledger, insert->place) != NULL,
           "row %u left a key of unknown outcome", insert->number);
  promise (insert->shared || insert->seen < 0 || insert->seen == counter,
           "row %u isn't at the key whose outcome was reported as unknown", insert->number);
  g_array_append_val (insert->records, counter);
  if (is_over (insert))
    return;
  insert->state = INSERT_IN_DOUBT;
  insert->place = counter;
}

void
ledger_never (Ledger *ledger, Insert *insert)
{
  promise (insert->seen < 0, "row %u exists, although it was reported as not written", insert->number);
  insert->state = INSERT_NEVER;
}

static gboolean
is_retired (const Slot *slot)
{
  return slot->guard_length == sizeof slot->guard && slot->guard[LEDGER_TOKEN_LENGTH] == RETIRED;
}

void
ledger_retired (Ledger *ledger, Insert *insert)
{
  promise (insert->seen >= 0 && is_retired (find_slot (ledger, insert->seen)),
           "row %u was reported as retired, but isn't", insert->number);
}

/* ---- rows in the table ---- */

/* The mark is followed by the token of the row that was fenced off. */
static gboolean
is_tombstone (HBaseSlice guard)
{
  static const guint8 nobody[LEDGER_TOKEN_LENGTH];

  return guard.length == 2 * LEDGER_TOKEN_LENGTH + 1 && guard.data[LEDGER_TOKEN_LENGTH] == BURNT
         && memcmp (guard.data, nobody, sizeof nobody) == 0;
}

/* Returns NULL if no insert has that token. */
static Insert *
find_owner (Ledger *ledger, HBaseSlice guard)
{
  for (guint i = 0; i < ledger->inserts->len; i++)
    {
      Insert *insert = ledger->inserts->pdata[i];

      if (guard.length >= LEDGER_TOKEN_LENGTH && memcmp (guard.data, insert->token, LEDGER_TOKEN_LENGTH) == 0)
        return insert;
    }
  return NULL;
}

static void
note_fence (Ledger *ledger, gint64 counter, HBaseSlice guard)
{
  Insert *fenced
      = find_owner (ledger, hbase_slice (guard.data + LEDGER_TOKEN_LENGTH + 1, LEDGER_TOKEN_LENGTH));

  promise (fenced != NULL && fenced->cancelling, "a row that wasn't cancelled is fenced off");
  promise (fenced->seen < 0, "row %u is fenced off, but exists", fenced->number);
  promise (fenced->fenced < 0, "row %u is fenced off twice", fenced->number);
  fenced->fenced = counter;
}

static void
check_owner (Insert *insert, gint64 counter)
{
  promise (insert->seen < 0, "row %u exists twice", insert->number);
  promise (insert->state != INSERT_NEVER, "row %u was written, although it was reported as never written",
           insert->number);
  promise (insert->fenced < 0, "row %u was written although it is fenced off", insert->number);
  promise (insert->shared || insert->state != INSERT_IN_DOUBT || insert->place == counter,
           "row %u was written to another key than the one of unknown outcome", insert->number);
  insert->seen = counter;
}

static Slot *
add_slot (Ledger *ledger, gint64 counter, HBaseSlice guard, Insert *owner)
{
  Slot *slot = g_new0 (Slot, 1);

  promise (owner != NULL || is_tombstone (guard), "a row with an unknown token was written");
  promise (!ledger->contiguous || counter == ledger->start || find_slot (ledger, counter + 1) != NULL,
           "a key was left out: %" G_GINT64_FORMAT, counter + 1);
  if (owner != NULL)
    check_owner (owner, counter);
  else
    note_fence (ledger, counter, guard);
  slot->counter = counter;
  g_hash_table_insert (ledger->slots, &slot->counter, slot);
  return slot;
}

static void
check_guard (const Slot *slot, HBaseSlice guard)
{
  if (slot->guard_length == 0)
    return;
  promise (guard.length >= LEDGER_TOKEN_LENGTH && memcmp (guard.data, slot->guard, LEDGER_TOKEN_LENGTH) == 0,
           "the key %" G_GINT64_FORMAT " was used again", slot->counter);
  promise (!is_retired (slot)
               || (guard.length == sizeof slot->guard && guard.data[LEDGER_TOKEN_LENGTH] == RETIRED),
           "the row at %" G_GINT64_FORMAT " is no longer retired", slot->counter);
}

static void
check_content (const Slot *slot, const Insert *owner, HBaseRow *row)
{
  g_autofree char *expected
      = owner != NULL && !is_retired (slot) ? g_strdup_printf ("%u", owner->number) : NULL;
  g_autofree char *a = hbase_row_dup_value_utf8 (row, "f:a"), *b = hbase_row_dup_value_utf8 (row, "f:b");

  promise (g_strcmp0 (a, expected) == 0 && g_strcmp0 (b, expected) == 0,
           "the row at %" G_GINT64_FORMAT " has “%s” and “%s”, not “%s”", slot->counter,
           a != NULL ? a : "nothing", b != NULL ? b : "nothing", expected != NULL ? expected : "nothing");
}

void
ledger_check_row (Ledger *ledger, gint64 counter, HBaseRow *row)
{
  Slot *slot = find_slot (ledger, counter);
  HBaseSlice guard;
  Insert *owner;

  guard.data = hbase_row_get_value (row, "g", (const guint8 *) "", 0, &guard.length);
  if (guard.data == NULL)
    {
      promise (slot == NULL, "the key %" G_GINT64_FORMAT " no longer has a guard", counter);
      promise (hbase_row_is_empty (row), "a row without a guard has content: %" G_GINT64_FORMAT, counter);
      return;
    }
  owner = find_owner (ledger, guard);
  if (slot == NULL)
    slot = add_slot (ledger, counter, guard, owner);
  check_guard (slot, guard);
  slot->guard_length = MIN (guard.length, sizeof slot->guard);
  memcpy (slot->guard, guard.data, slot->guard_length);
  promise (!is_retired (slot) || (owner != NULL && owner->retiring), "a row was retired without a request");
  check_content (slot, owner, row);
}
