/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "histories.h"

#include <gio/gio.h>
#include <stdlib.h>

#include "hbase-data-operations-private.h"
#include "network.h"

/* Owners write and read rows of a table with random salts; each has one row, which no other touches. The
 * guarantees:
 *
 *  1. A row is stored under one key only, that of the random salt of its first put, whatever was lost.
 *  2. It is found with what was written last, or with what may have been written since.
 *  3. A deleted row isn't found.
 */

#define MAX_OWNERS 4
#define MAX_CALLS 6

typedef struct {
  World *world;
  GRand *rand;
  Network *network;
  HBaseKeySchema *schema;
  GHashTable *places;   /* unsalted key → row key, of all rows that were ever written */
  gboolean timestamped; /* writes have explicit timestamps, so that they may be repeated */
  guint n_writes;
} SaltedHistory;

typedef struct {
  SaltedHistory *history;
  char *name;
  guint to_come;
  HBaseOperation *operation;
  guint writing;   /* the write in flight; 0: a read */
  guint certain;   /* the last acknowledged write; 0: none */
  guint32 random;  /* for its row's salt */
  GArray *unknown; /* writes that may be executed, or were (guint) */
} Owner;

static gboolean
one_in (SaltedHistory *history, gint32 n)
{
  return g_rand_int_range (history->rand, 0, n) == 0;
}

static HBaseTarget
target_of (SaltedHistory *history)
{
  return (HBaseTarget){ .protocol = network_get_protocol (history->network),
                        .table = world_get_table (history->world),
                        .schema = history->schema,
                        .unsalted = TRUE };
}

static void
see (gpointer data, HBaseSlice row)
{
  SaltedHistory *history = data;
  GBytes *key = hbase_key_schema_unsalt (history->schema, row.data, row.length, NULL);
  GBytes *place;

  promise (key != NULL, "a row's key doesn't match the schema");
  place = g_hash_table_lookup (history->places, key);
  promise (place == NULL || hbase_slice_equal (hbase_slice_of_bytes (place), row),
           "a row was written to a second key");
  g_hash_table_replace (history->places, key, g_bytes_new (row.data, row.length));
}

/* ---- what the row may be ---- */

/* A timestamp masks earlier writes, even those that are executed later. */
static gboolean
may_be (const Owner *owner, guint write)
{
  if (write == owner->certain)
    return TRUE;
  for (guint i = 0; i < owner->unknown->len; i++)
    if (g_array_index (owner->unknown, guint, i) == write)
      return !owner->history->timestamped || write > owner->certain;
  return FALSE;
}

static void
check_row (const Owner *owner, HBaseRow *row)
{
  g_autofree char *a = hbase_row_dup_value_utf8 (row, "f:a"), *b = hbase_row_dup_value_utf8 (row, "f:b");
  guint write = a != NULL ? (guint) atoi (a) : 0;

  promise (g_strcmp0 (a, b) == 0, "only half of a row was read");
  promise (may_be (owner, write), "%s is as write %u made it, after write %u was acknowledged", owner->name,
           write, owner->certain);
}

static HBaseOperation *
make_get (Owner *owner)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (owner->name);

  return hbase_get_operation_new (target_of (owner->history), get);
}

static void
check_get_result (const Owner *owner, HBaseOperation *operation)
{
  g_autoptr (HBaseRow) row = NULL;

  hbase_operation_take (operation, &row, NULL);
  check_row (owner, row);
}

/* ---- an owner ---- */

static void owner_next (Owner *owner);

static HBasePut *
make_put (Owner *owner)
{
  guint write = owner->writing = ++owner->history->n_writes;
  g_autofree char *text = g_strdup_printf ("%u", write);
  HBasePut *put = hbase_put_new_utf8 (owner->name);

  if (owner->history->timestamped)
    hbase_mutation_set_timestamp (HBASE_MUTATION (put), write);
  hbase_put_add_utf8 (put, "f", "a", text);
  hbase_put_add_utf8 (put, "f", "b", text);
  return put;
}

/* The first put may assume a new row; later ones look the row up. An owner's random number doesn't
 * change: a put that finds no row must insert it where an earlier one in doubt may still arrive. */
static HBaseOperation *
make_write (Owner *owner)
{
  SaltedHistory *history = owner->history;
  gboolean first = owner->certain == 0 && owner->unknown->len == 0;
  g_autoptr (HBasePut) put = make_put (owner);
  HBaseTarget target = target_of (history);

  target.random = owner->random;
  hbase_put_set_assume_new (put, first && one_in (history, 2));
  return hbase_put_operation_new (target, put);
}

static void
note_error (Owner *owner, const GError *error)
{
  gboolean interrupted = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
                         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT)
                         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_UNREACHABLE);
  gboolean missing = g_error_matches (error, HBASE_ERROR, HBASE_ERROR_ROW_NOT_FOUND);
  gboolean doubtful = g_error_matches (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);

  promise (interrupted || missing || (doubtful && owner->writing > 0), "a call failed: %s", error->message);
  promise (!missing || owner->certain == 0, "%s wasn't found, although it exists", owner->name);
  if (owner->writing > 0 && !missing)
    g_array_append_val (owner->unknown, owner->writing);
}

static void
owner_ran (gpointer data, HBaseNext next, GError *error)
{
  g_autoptr (GError) why = error;
  Owner *owner = data;
  g_autoptr (HBaseOperation) operation = g_steal_pointer (&owner->operation);

  if (why != NULL)
    note_error (owner, why);
  else if (owner->writing > 0)
    owner->certain = owner->writing;
  else
    check_get_result (owner, operation);
  owner_next (owner);
}

static void
owner_next (Owner *owner)
{
  if (owner->to_come == 0)
    return;
  owner->to_come--;
  owner->writing = 0;
  owner->operation = one_in (owner->history, 3) ? make_get (owner) : make_write (owner);
  network_begin (owner->history->network, owner->operation, owner_ran, owner);
}

static void
owner_init (Owner *owner, SaltedHistory *history, guint number)
{
  owner->history = history;
  owner->name = g_strdup_printf ("owner %u", number);
  owner->to_come = (guint) g_rand_int_range (history->rand, 1, MAX_CALLS);
  owner->random = g_rand_int (history->rand);
  owner->unknown = g_array_new (FALSE, FALSE, sizeof (guint));
  owner_next (owner);
}

/* After all calls have ended. */
static void
owner_leave (Owner *owner)
{
  SaltedHistory *history = owner->history;
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 (owner->name);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (owner->name);
  g_autoptr (HBaseOperation) reading = make_get (owner);
  g_autoptr (HBaseOperation) deleting = NULL;
  g_autoptr (HBaseOperation) looking = NULL;
  gboolean exists = TRUE;

  world_run (history->world, reading);
  check_get_result (owner, reading);
  deleting = hbase_delete_operation_new (target_of (history), delete_);
  world_run (history->world, deleting);
  looking = hbase_exists_operation_new (target_of (history), get);
  world_run (history->world, looking);
  hbase_operation_take (looking, &exists, NULL);
  promise (!exists, "%s exists after it was deleted", owner->name);
  g_array_unref (owner->unknown);
  g_free (owner->name);
}

/* ---- the history ---- */

void
history_of_salted_rows (World *world, GRand *rand)
{
  SaltedHistory history = { .world = world, .rand = rand, .timestamped = g_rand_boolean (rand) };
  Owner owners[MAX_OWNERS] = { 0 };
  guint n_owners = (guint) g_rand_int_range (rand, 1, MAX_OWNERS + 1);

  world_begin_history (world, NULL);
  history.network = network_new (world, rand);
  history.schema = hbase_key_schema_new ("salt:random(4),name:text", NULL);
  history.places = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref,
                                          (GDestroyNotify) g_bytes_unref);
  world_set_observer (world, see, &history);
  for (guint i = 0; i < n_owners; i++)
    owner_init (&owners[i], &history, i);
  while (network_step (history.network))
    continue;
  network_settle (history.network);
  /* The deletes that follow are made at each key that a row may have. */
  world_set_observer (world, NULL, NULL);
  for (guint i = 0; i < n_owners; i++)
    owner_leave (&owners[i]);
  g_hash_table_unref (history.places);
  hbase_key_schema_unref (history.schema);
  network_free (history.network);
}
