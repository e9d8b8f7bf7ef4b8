/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "workload.h"

#include "check-main.h"

#include "hbase-local-compaction-private.h"
#include "hbase-local-fsck-private.h"

#define OTHER_TABLE "other"
#define N_OTHER_ROWS 12
#define MAX_VALUE 24000

static const char *const rows[WORKLOAD_ROWS] = { "a", "b", "c", "d" };

/* Takes the answer to a call that the service may refuse for other reasons. Returns it if the storage
 * failed. */
static char *
storage_error_of (char *answer)
{
  if (strstr (answer, "hbase-glib: storage: ") != NULL)
    return answer;
  g_free (answer);
  return NULL;
}

/* The same for a call that can't fail otherwise. */
static char *
error_of (char *answer)
{
  ck_assert_msg (strcmp (answer, "ok") == 0 || strstr (answer, "hbase-glib: storage: ") != NULL, "%s",
                 answer);
  return storage_error_of (answer);
}

/* ---- what it does ---- */

/* Returns a random size, most of which are small. */
static gsize
choose_size (Workload *workload)
{
  return (gsize) g_rand_int_range (workload->rand, 0, 10)
         * (gsize) g_rand_int_range (workload->rand, 0, MAX_VALUE / 10);
}

/* An error says so if the write may have taken place nevertheless. */
static char *
write_row (Workload *workload)
{
  WorkloadState *state = &workload->state;
  int row = g_rand_int_range (workload->rand, 0, WORKLOAD_ROWS);
  gsize padding = choose_size (workload);
  char *error;

  state->uncertain = row;
  error = numbered_row_write (&workload->local, rows[row], state->numbers[row] + 1, padding);
  if (error == NULL)
    state->numbers[row]++;
  if (error == NULL || strstr (error, "InDoubt") == NULL)
    state->uncertain = -1;
  ck_assert_msg (error == NULL || strstr (error, "hbase-glib: storage: ") != NULL, "%s", error);
  return error;
}

static char *
choose_other_row (Workload *workload)
{
  workload->local.now++;
  return g_strdup_printf ("other%02d", g_rand_int_range (workload->rand, 0, N_OTHER_ROWS));
}

static char *
put_other_row (Workload *workload)
{
  g_autofree char *row = choose_other_row (workload), *value = g_strnfill (choose_size (workload), 'v');
  g_autofree char *cell = g_strconcat ("f:q=", value, NULL);

  return error_of (put (&workload->local, row, cell));
}

static char *
delete_other_row (Workload *workload)
{
  g_autofree char *row = choose_other_row (workload);

  return error_of (delete_columns (&workload->local, row, HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:q"));
}

/* Creates the table, or drops it. */
static char *
change_tables (Workload *workload)
{
  Local *local = &workload->local;
  char *error = NULL;

  if (g_rand_boolean (workload->rand))
    return storage_error_of (create_table (local, OTHER_TABLE, F));
  error = storage_error_of (call_of_table (local, HBASE_WIRE_METHOD_DISABLE_TABLE, OTHER_TABLE));
  if (error == NULL)
    error = storage_error_of (call_of_table (local, HBASE_WIRE_METHOD_DELETE_TABLE, OTHER_TABLE));
  return error;
}

static char *
compact (Workload *workload)
{
  g_autoptr (GError) error = NULL;
  guint64 n_removed;

  hbase_local_compact (workload->directory, NULL, NULL, &n_removed, &error);
  return error != NULL ? error_of (g_strdup (error->message)) : NULL;
}

/* Not often: the log is to grow until it is checkpointed. */
static char *
close_database (Workload *workload)
{
  if (g_rand_int_range (workload->rand, 0, 8) == 0)
    workload_close (workload);
  return NULL;
}

static char *
open_database (Workload *workload)
{
  char *error = local_try_open (&workload->local, workload->directory, HBASE_LOCAL_OPEN_CREATE);

  workload->is_open = error == NULL;
  return error != NULL ? error_of (error) : NULL;
}

static char *
make_first_table (Workload *workload)
{
  char *error = storage_error_of (create_table (&workload->local, TABLE, NUMBERED_ROW_FAMILIES));

  workload->state.has_table = error == NULL;
  return error;
}

static char *
do_something (Workload *workload)
{
  static char *(*const things[]) (Workload * workload)
      = { put_other_row, put_other_row, delete_other_row, delete_other_row,
          change_tables, compact,       close_database };
  guint of_two = 2 * G_N_ELEMENTS (things),
        chosen = (guint) g_rand_int_range (workload->rand, 0, (gint32) of_two);

  return chosen < G_N_ELEMENTS (things) ? things[chosen](workload) : write_row (workload);
}

/* ---- what a database holds ---- */

static void
check_row (Local *local, WorkloadState *state, int row)
{
  guint64 expected = state->numbers[row], found = numbered_row_read (local, rows[row]);

  ck_assert_msg (found == expected || (row == state->uncertain && found == expected + 1),
                 "row %s: %" G_GUINT64_FORMAT " was acknowledged, found %" G_GUINT64_FORMAT, rows[row],
                 expected, found);
  state->numbers[row] = found;
}

static void
check_rows (Local *local, WorkloadState *state)
{
  for (int row = 0; state->has_table && row < WORKLOAD_ROWS; row++)
    check_row (local, state, row);
  state->uncertain = -1;
}

static char *
settle (Workload *workload)
{
  WorkloadState *state = &workload->state;
  g_autofree char *text = get (&workload->local, rows[state->uncertain], "f:n", 1);

  if (strstr (text, "hbase-glib: storage: ") != NULL)
    return g_steal_pointer (&text);
  check_row (&workload->local, state, state->uncertain);
  state->uncertain = -1;
  return NULL;
}

/* ---- */

void
workload_init (Workload *workload, const char *directory, GRand *rand)
{
  *workload = (Workload){ .directory = directory, .rand = rand, .state.uncertain = -1 };
}

char *
workload_step (Workload *workload)
{
  if (!workload->is_open)
    return open_database (workload);
  if (!workload->state.has_table)
    return make_first_table (workload);
  if (workload->state.uncertain >= 0)
    return settle (workload);
  return do_something (workload);
}

void
workload_close (Workload *workload)
{
  if (workload->is_open)
    local_close (&workload->local);
  workload->is_open = FALSE;
}

void
workload_check_rows (Workload *workload)
{
  check_rows (&workload->local, &workload->state);
}

/* A table that wasn't acknowledged may be there, and its rows can't. */
static void
make_missing_table (Local *local, WorkloadState *state)
{
  if (!state->has_table)
    g_free (create_table (local, TABLE, NUMBERED_ROW_FAMILIES));
  state->has_table = TRUE;
}

void
workload_check (const char *directory, const WorkloadState *expected)
{
  g_autoptr (GPtrArray) problems = NULL;
  WorkloadState state = *expected;
  Local local;

  local_open_at (&local, directory);
  make_missing_table (&local, &state);
  check_rows (&local, &state);
  for (int row = 0; row < WORKLOAD_ROWS; row++)
    ck_assert_ptr_null (numbered_row_write (&local, rows[row], ++state.numbers[row], 0));
  check_rows (&local, &state);
  local_close (&local);
  problems = hbase_local_fsck (directory, NULL, NULL);
  ck_assert_msg (problems->len == 0, "%s", problems->len > 0 ? (const char *) problems->pdata[0] : "");
}
