/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "lifetimes.h"

typedef struct {
  guint32 key;
  gint64 put_begin, put_end, delete_begin, delete_end; /* G_MAXINT64: never, or not yet */
  HistoryOutcome put, delete;
  gint64 exists_from, gone_from; /* when that is known */
} Lifetime;

typedef struct {
  gint64 begin, end;
  char *how;
  guint32 first, last;
  gboolean reversed;
  GArray *keys;
  GHashTable *set; /* of the keys */
} Scan;

struct _Lifetimes {
  GMutex lock;
  GArray *rows;
  GHashTable *by_key; /* key → index */
  GArray *scans;
};

static void
clear_scan (gpointer data)
{
  Scan *scan = data;

  g_free (scan->how);
  g_array_unref (scan->keys);
  g_hash_table_unref (scan->set);
}

Lifetimes *
lifetimes_new (void)
{
  Lifetimes *lifetimes = g_new0 (Lifetimes, 1);

  g_mutex_init (&lifetimes->lock);
  lifetimes->rows = g_array_new (FALSE, FALSE, sizeof (Lifetime));
  lifetimes->by_key = g_hash_table_new (NULL, NULL);
  lifetimes->scans = g_array_new (FALSE, FALSE, sizeof (Scan));
  g_array_set_clear_func (lifetimes->scans, clear_scan);
  return lifetimes;
}

void
lifetimes_free (Lifetimes *lifetimes)
{
  g_array_unref (lifetimes->scans);
  g_hash_table_unref (lifetimes->by_key);
  g_array_unref (lifetimes->rows);
  g_mutex_clear (&lifetimes->lock);
  g_free (lifetimes);
}

static Lifetime *
row_at (Lifetimes *lifetimes, guint index)
{
  return &g_array_index (lifetimes->rows, Lifetime, index);
}

/* ---- recording ---- */

guint
lifetimes_get_n_rows (Lifetimes *lifetimes)
{
  guint n;

  g_mutex_lock (&lifetimes->lock);
  n = lifetimes->rows->len;
  g_mutex_unlock (&lifetimes->lock);
  return n;
}

guint
lifetimes_begin_put (Lifetimes *lifetimes, GRand *rand)
{
  Lifetime row = {
    .put_begin = history_now (), .put_end = G_MAXINT64, .delete_begin = G_MAXINT64, .delete_end = G_MAXINT64
  };
  guint index;

  g_mutex_lock (&lifetimes->lock);
  do
    row.key = g_rand_int (rand);
  while (g_hash_table_contains (lifetimes->by_key, GUINT_TO_POINTER (row.key)));
  index = lifetimes->rows->len;
  g_hash_table_insert (lifetimes->by_key, GUINT_TO_POINTER (row.key), GUINT_TO_POINTER (index));
  g_array_append_val (lifetimes->rows, row);
  g_mutex_unlock (&lifetimes->lock);
  return index;
}

guint32
lifetimes_get_key (Lifetimes *lifetimes, guint row)
{
  guint32 key;

  g_mutex_lock (&lifetimes->lock);
  key = row_at (lifetimes, row)->key;
  g_mutex_unlock (&lifetimes->lock);
  return key;
}

void
lifetimes_end_put (Lifetimes *lifetimes, guint row, HistoryOutcome outcome)
{
  g_mutex_lock (&lifetimes->lock);
  row_at (lifetimes, row)->put = outcome;
  row_at (lifetimes, row)->put_end = history_now ();
  g_mutex_unlock (&lifetimes->lock);
}

gboolean
lifetimes_begin_delete (Lifetimes *lifetimes, guint index)
{
  Lifetime *row;
  gboolean begun;

  g_mutex_lock (&lifetimes->lock);
  row = row_at (lifetimes, index);
  begun = row->put == HISTORY_ACKNOWLEDGED && row->delete_begin == G_MAXINT64;
  if (begun)
    row->delete_begin = history_now ();
  g_mutex_unlock (&lifetimes->lock);
  return begun;
}

void
lifetimes_end_delete (Lifetimes *lifetimes, guint row, HistoryOutcome outcome)
{
  g_mutex_lock (&lifetimes->lock);
  row_at (lifetimes, row)->delete = outcome;
  row_at (lifetimes, row)->delete_end = history_now ();
  g_mutex_unlock (&lifetimes->lock);
}

static GHashTable *
set_of (GArray *keys)
{
  GHashTable *set = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < keys->len; i++)
    g_hash_table_add (set, GUINT_TO_POINTER (g_array_index (keys, guint32, i)));
  return set;
}

void
lifetimes_saw (Lifetimes *lifetimes,
               gint64 begin,
               const char *how,
               guint32 first,
               guint32 last,
               gboolean reversed,
               GArray *keys)
{
  Scan scan = { .begin = begin, .first = first, .last = last, .reversed = reversed };

  scan.how = g_strdup (how);
  scan.keys = g_array_ref (keys);
  scan.set = set_of (keys);
  g_mutex_lock (&lifetimes->lock);
  scan.end = history_now ();
  g_array_append_val (lifetimes->scans, scan);
  g_mutex_unlock (&lifetimes->lock);
}

/* ---- checking ---- */

static char *
check_keys (const Scan *scan)
{
  for (guint i = 0; i < scan->keys->len; i++)
    {
      guint32 key = g_array_index (scan->keys, guint32, i);
      guint32 before = i > 0 ? g_array_index (scan->keys, guint32, i - 1) : key;

      if (i > 0 && (scan->reversed ? before <= key : before >= key))
        return g_strdup_printf ("row %08x follows row %08x", key, before);
      if (key < scan->first || key > scan->last)
        return g_strdup_printf ("row %08x isn't between %08x and %08x", key, scan->first, scan->last);
    }
  return NULL;
}

static char *
check_presence (Lifetimes *lifetimes, const Scan *scan)
{
  for (guint i = 0; i < scan->keys->len; i++)
    {
      guint32 key = g_array_index (scan->keys, guint32, i);
      gpointer index;

      if (!g_hash_table_lookup_extended (lifetimes->by_key, GUINT_TO_POINTER (key), NULL, &index))
        return g_strdup_printf ("row %08x was never put", key);
      if (row_at (lifetimes, GPOINTER_TO_UINT (index))->put_begin > scan->end)
        return g_strdup_printf ("row %08x was returned before it was put", key);
      if (row_at (lifetimes, GPOINTER_TO_UINT (index))->put == HISTORY_REFUSED)
        return g_strdup_printf ("the put of row %08x was refused, but the row exists", key);
    }
  return NULL;
}

static gboolean
is_seen (const Scan *scan, const Lifetime *row)
{
  return g_hash_table_contains (scan->set, GUINT_TO_POINTER (row->key));
}

static gboolean
covers (const Scan *scan, const Lifetime *row)
{
  return row->key >= scan->first && row->key <= scan->last;
}

/* Determines from when on the row is known to exist, and to be deleted. */
static void
determine_times (Lifetimes *lifetimes, Lifetime *row)
{
  row->exists_from = row->put == HISTORY_ACKNOWLEDGED ? row->put_end : G_MAXINT64;
  row->gone_from = row->delete == HISTORY_ACKNOWLEDGED ? row->delete_end : G_MAXINT64;
  for (guint i = 0; i < lifetimes->scans->len; i++)
    {
      Scan *scan = &g_array_index (lifetimes->scans, Scan, i);

      if (is_seen (scan, row))
        row->exists_from = MIN (row->exists_from, scan->end);
    }
  for (guint i = 0; i < lifetimes->scans->len; i++)
    {
      Scan *scan = &g_array_index (lifetimes->scans, Scan, i);

      if (covers (scan, row) && !is_seen (scan, row) && row->exists_from < scan->begin)
        row->gone_from = MIN (row->gone_from, scan->end);
    }
}

static char *
check_row (const Scan *scan, const Lifetime *row)
{
  gboolean never_deleted = row->delete_begin > scan->end || row->delete == HISTORY_REFUSED;

  if (!covers (scan, row))
    return NULL;
  if (is_seen (scan, row) && row->gone_from < scan->begin)
    return g_strdup_printf ("row %08x was returned after it had been deleted", row->key);
  if (!is_seen (scan, row) && row->exists_from < scan->begin && never_deleted)
    return g_strdup_printf ("row %08x isn't returned, though it existed all the time", row->key);
  return NULL;
}

static char *
check_rows (Lifetimes *lifetimes)
{
  for (guint i = 0; i < lifetimes->rows->len; i++)
    {
      Lifetime *row = row_at (lifetimes, i);

      determine_times (lifetimes, row);
      for (guint j = 0; j < lifetimes->scans->len; j++)
        {
          Scan *scan = &g_array_index (lifetimes->scans, Scan, j);
          g_autofree char *wrong = check_row (scan, row);

          if (wrong != NULL)
            return g_strdup_printf ("%s: %s", scan->how, wrong);
        }
    }
  return NULL;
}

char *
lifetimes_check (Lifetimes *lifetimes)
{
  for (guint i = 0; i < lifetimes->scans->len; i++)
    {
      Scan *scan = &g_array_index (lifetimes->scans, Scan, i);
      g_autofree char *wrong = check_keys (scan);

      if (wrong == NULL)
        wrong = check_presence (lifetimes, scan);
      if (wrong != NULL)
        return g_strdup_printf ("%s: %s", scan->how, wrong);
    }
  return check_rows (lifetimes);
}
