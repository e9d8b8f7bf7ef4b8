/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "history.h"

typedef struct {
  gint64 begin, end;
  HistoryOutcome outcome;
  gint64 done; /* when it is known to be done: its call has ended, or a read that returned it */
} Write;

typedef struct {
  gint64 begin, end;
  GArray *writes;     /* of guint; NULL for counters */
  gint64 number;      /* of a counter */
  gboolean increment; /* the result of one */
} Read;

struct _History {
  HistoryKind kind;
  char *name;
  GMutex lock;
  GArray *writes;
  GArray *reads;
};

gint64
history_now (void)
{
  static gint now;

  return g_atomic_int_add (&now, 1);
}

static void
clear_read (gpointer data)
{
  g_clear_pointer (&((Read *) data)->writes, g_array_unref);
}

History *
history_new (HistoryKind kind, const char *name)
{
  History *history = g_new0 (History, 1);

  history->kind = kind;
  history->name = g_strdup (name);
  g_mutex_init (&history->lock);
  history->writes = g_array_new (FALSE, FALSE, sizeof (Write));
  history->reads = g_array_new (FALSE, FALSE, sizeof (Read));
  g_array_set_clear_func (history->reads, clear_read);
  return history;
}

void
history_free (History *history)
{
  g_array_unref (history->reads);
  g_array_unref (history->writes);
  g_mutex_clear (&history->lock);
  g_free (history->name);
  g_free (history);
}

const char *
history_get_name (History *history)
{
  return history->name;
}

static Write *
write_at (History *history, guint index)
{
  return &g_array_index (history->writes, Write, index);
}

static Read *
read_at (History *history, guint index)
{
  return &g_array_index (history->reads, Read, index);
}

/* ---- recording ---- */

guint
history_get_n_writes (History *history)
{
  guint n;

  g_mutex_lock (&history->lock);
  n = history->writes->len;
  g_mutex_unlock (&history->lock);
  return n;
}

guint
history_begin (History *history)
{
  Write write = { .begin = history_now (), .end = G_MAXINT64, .done = G_MAXINT64 };
  guint number;

  g_mutex_lock (&history->lock);
  number = history->writes->len;
  g_array_append_val (history->writes, write);
  g_mutex_unlock (&history->lock);
  return number;
}

void
history_end (History *history, guint write, HistoryOutcome outcome)
{
  g_mutex_lock (&history->lock);
  write_at (history, write)->end = history_now ();
  write_at (history, write)->outcome = outcome;
  g_mutex_unlock (&history->lock);
}

static void
add_read (History *history, Read read)
{
  g_mutex_lock (&history->lock);
  read.end = history_now ();
  g_array_append_val (history->reads, read);
  g_mutex_unlock (&history->lock);
}

void
history_end_with_number (History *history, guint write, gint64 number)
{
  Read read = { .number = number, .increment = TRUE };

  g_mutex_lock (&history->lock);
  read.begin = write_at (history, write)->begin;
  g_mutex_unlock (&history->lock);
  add_read (history, read);
  history_end (history, write, HISTORY_ACKNOWLEDGED);
}

void
history_saw (History *history, gint64 begin, GArray *writes)
{
  add_read (history, (Read){ .begin = begin, .writes = g_array_ref (writes) });
}

void
history_saw_number (History *history, gint64 begin, gint64 number)
{
  add_read (history, (Read){ .begin = begin, .number = number });
}

/* ---- sets and lists ---- */

static guint
number_at (const Read *read, guint index)
{
  return g_array_index (read->writes, guint, index);
}

static gboolean
read_has (const Read *read, guint write)
{
  for (guint i = 0; i < read->writes->len; i++)
    if (number_at (read, i) == write)
      return TRUE;
  return FALSE;
}

/* Returns what is wrong with the position of a read, by itself. */
static char *
check_seen_write (History *history, const Read *read, guint index)
{
  guint number = number_at (read, index);

  if (number >= history->writes->len)
    return g_strdup_printf ("a read returned write %u, which doesn't exist", number);
  if (write_at (history, number)->outcome == HISTORY_REFUSED)
    return g_strdup_printf ("a read returned write %u, which was refused", number);
  if (write_at (history, number)->begin > read->end)
    return g_strdup_printf ("a read returned write %u before it began", number);
  for (guint i = 0; i < index; i++)
    if (number_at (read, i) == number)
      return g_strdup_printf ("a read returned write %u twice", number);
  return NULL;
}

static void
note_done (History *history, const Read *read)
{
  for (guint i = 0; i < read->writes->len; i++)
    {
      Write *write = write_at (history, number_at (read, i));

      write->done = MIN (write->done, read->end);
    }
}

static char *
check_seen_writes (History *history)
{
  char *wrong = NULL;

  for (guint i = 0; i < history->writes->len; i++)
    if (write_at (history, i)->outcome == HISTORY_ACKNOWLEDGED)
      write_at (history, i)->done = write_at (history, i)->end;
  for (guint i = 0; i < history->reads->len; i++)
    {
      Read *read = read_at (history, i);

      for (guint j = 0; j < read->writes->len && wrong == NULL; j++)
        wrong = check_seen_write (history, read, j);
      if (wrong != NULL)
        return wrong;
      note_done (history, read);
    }
  return NULL;
}

static char *
check_missing_writes (History *history)
{
  for (guint i = 0; i < history->reads->len; i++)
    for (guint j = 0; j < history->writes->len; j++)
      {
        Read *read = read_at (history, i);
        Write *write = write_at (history, j);

        if (write->done < read->begin && !read_has (read, j))
          return g_strdup_printf ("write %u, %s, isn't in what a later read returned (%u writes)", j,
                                  write->outcome == HISTORY_ACKNOWLEDGED ? "which was acknowledged"
                                                                         : "which a read had returned",
                                  read->writes->len);
      }
  return NULL;
}

static const Read *
longest_read (History *history)
{
  const Read *longest = NULL;

  for (guint i = 0; i < history->reads->len; i++)
    if (longest == NULL || read_at (history, i)->writes->len > longest->writes->len)
      longest = read_at (history, i);
  return longest;
}

static char *
check_prefix (const Read *read, const Read *longest)
{
  for (guint i = 0; i < read->writes->len; i++)
    if (number_at (read, i) != number_at (longest, i))
      return g_strdup_printf ("at position %u one read returned write %u, and another one write %u", i,
                              number_at (read, i), number_at (longest, i));
  return NULL;
}

/* Each write must have begun before all that follow it were done. */
static char *
check_order (History *history, const Read *list)
{
  guint latest = 0;

  for (guint i = 0; i < list->writes->len; i++)
    {
      guint number = number_at (list, i);

      if (i > 0 && write_at (history, number)->done < write_at (history, latest)->begin)
        return g_strdup_printf ("write %u follows write %u, which began later than that was done", number,
                                latest);
      if (i == 0 || write_at (history, number)->begin > write_at (history, latest)->begin)
        latest = number;
    }
  return NULL;
}

static char *
check_list (History *history)
{
  const Read *longest = longest_read (history);
  char *wrong = NULL;

  for (guint i = 0; i < history->reads->len && wrong == NULL; i++)
    wrong = check_prefix (read_at (history, i), longest);
  return wrong != NULL || longest == NULL ? wrong : check_order (history, longest);
}

/* ---- counters ---- */

static char *
check_bounds (History *history, const Read *read)
{
  gint64 least = read->increment, most = 0;

  for (guint i = 0; i < history->writes->len; i++)
    {
      Write *write = write_at (history, i);

      least += write->outcome == HISTORY_ACKNOWLEDGED && write->end < read->begin;
      most += write->outcome != HISTORY_REFUSED && write->begin < read->end;
    }
  if (read->number >= least && read->number <= most)
    return NULL;
  return g_strdup_printf ("the counter was %" G_GINT64_FORMAT " after %" G_GINT64_FORMAT
                          " to %" G_GINT64_FORMAT " increments",
                          read->number, least, most);
}

static char *
check_pair (const Read *earlier, const Read *later)
{
  if (earlier->increment && later->increment && earlier->number == later->number)
    return g_strdup_printf ("two increments returned %" G_GINT64_FORMAT, earlier->number);
  if (earlier->end < later->begin && earlier->number + later->increment > later->number)
    return g_strdup_printf ("the counter was %" G_GINT64_FORMAT ", and %" G_GINT64_FORMAT " %s later",
                            earlier->number, later->number, later->increment ? "by an increment" : "");
  return NULL;
}

static char *
check_counter (History *history)
{
  char *wrong = NULL;

  for (guint i = 0; i < history->reads->len && wrong == NULL; i++)
    {
      wrong = check_bounds (history, read_at (history, i));
      for (guint j = 0; j < history->reads->len && wrong == NULL; j++)
        if (j != i)
          wrong = check_pair (read_at (history, j), read_at (history, i));
    }
  return wrong;
}

/* ---- all of it ---- */

char *
history_check (History *history)
{
  g_autofree char *wrong = NULL;

  if (history->kind == HISTORY_COUNTER)
    wrong = check_counter (history);
  else
    wrong = check_seen_writes (history);
  if (wrong == NULL && history->kind != HISTORY_COUNTER)
    wrong = check_missing_writes (history);
  if (wrong == NULL && history->kind == HISTORY_LIST)
    wrong = check_list (history);
  return wrong != NULL ? g_strdup_printf ("%s: %s", history->name, wrong) : NULL;
}

/* ---- what rows contain ---- */

/* Returns NULL if no cell is of that write. */
static const HistoryCell *
find_cell (GArray *cells, guint write)
{
  for (guint i = 0; i < cells->len; i++)
    if (g_array_index (cells, HistoryCell, i).write == write)
      return &g_array_index (cells, HistoryCell, i);
  return NULL;
}

char *
history_check_newest (GArray *cells, guint value, gint64 timestamp)
{
  const HistoryCell *own = find_cell (cells, value);

  if (own == NULL || own->timestamp != timestamp)
    return g_strdup_printf ("a row has only a part of write %u", value);
  for (guint i = 0; i < cells->len; i++)
    if (g_array_index (cells, HistoryCell, i).timestamp > timestamp)
      return g_strdup_printf ("a row has the value of write %u, but write %u is newer", value,
                              g_array_index (cells, HistoryCell, i).write);
  return NULL;
}

GArray *
history_follow_chain (GArray *cells, guint head, char **wrong)
{
  g_autoptr (GArray) chain = g_array_sized_new (FALSE, FALSE, sizeof (guint), cells->len);

  while (head != G_MAXUINT && chain->len <= cells->len)
    {
      const HistoryCell *cell = find_cell (cells, head);

      if (cell == NULL)
        {
          *wrong = g_strdup_printf ("a row lacks the checked change %u", head);
          return NULL;
        }
      g_array_prepend_val (chain, head);
      head = cell->previous;
    }
  if (head == G_MAXUINT && chain->len == cells->len)
    return g_steal_pointer (&chain);
  *wrong = g_strdup_printf ("of %u checked changes only %u follow each other: one was overwritten",
                            cells->len, chain->len);
  return NULL;
}
