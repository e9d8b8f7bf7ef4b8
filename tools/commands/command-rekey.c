/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command rekey, which copies a table's rows to other keys in another table.
 *
 *  1. Cells keep their timestamps: a row that is copied twice exists once.
 *  2. The state names a row up to which all rows are copied. It is written after they are.
 *  3. Nothing is deleted before every row was verified, and then only the cells that were verified again.
 */

#include "config.h"

#include <string.h>

#include "output.h"
#include "progress.h"
#include "rekey.h"
#include "state-file.h"

#define BATCH_ROWS 200

typedef struct {
  Tool *tool;
  Rekey rekey;
  HBaseTable *from, *to;
  char *state; /* a file's path; NULL: none is kept */
  guint64 n_rows;
} Job;

typedef gboolean (*Step) (Job *job, GPtrArray *rows, GError **error);

/* ---- the state ---- */

static char *
describe_job (const Job *job)
{
  return g_strdup_printf ("%s (%s) to %s (%s)", hbase_table_get_name (job->from),
                          hbase_key_schema_get_text (job->rekey.from), hbase_table_get_name (job->to),
                          hbase_key_schema_get_text (job->rekey.to));
}

static gboolean
save_state (const Job *job, HBaseRow *row, GError **error)
{
  g_autofree char *what = describe_job (job);
  gsize length;
  const guint8 *key = hbase_row_get_stored_key (row, &length);
  g_autofree char *text = hbase_bytes_to_escaped (key, length);

  return state_file_save (job->state, what, text, error);
}

/* Returns the key to continue at, after the last row that was copied; an empty key if there is no state. */
static GBytes *
load_state (const Job *job, GError **error)
{
  g_autofree char *what = describe_job (job), *text = NULL;
  g_autoptr (GBytes) row = NULL;

  if (!state_file_load (job->state, what, &text, error))
    return NULL;
  if (text == NULL)
    return g_bytes_new (NULL, 0);
  row = hbase_bytes_from_escaped (text, error);
  return row != NULL ? hbase_key_successor (g_bytes_get_data (row, NULL), g_bytes_get_size (row)) : NULL;
}

/* ---- steps, each for some rows of the source ---- */

static gboolean
copy_rows (Job *job, GPtrArray *rows, GError **error)
{
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);

  for (guint i = 0; i < rows->len; i++)
    {
      HBasePut *put = rekey_put (&job->rekey, rows->pdata[i], error);

      if (put == NULL)
        return FALSE;
      g_ptr_array_add (puts, put);
    }
  return hbase_table_put_multiple (job->to, puts, job->tool->cancellable, error)
         && save_state (job, rows->pdata[rows->len - 1], error);
}

static HBaseGet *
make_get (const Job *job, HBaseRow *row, GError **error)
{
  gsize length;
  const guint8 *key = hbase_row_get_stored_key (row, &length);
  g_autoptr (GBytes) made = rekey_key (&job->rekey, key, length, error);
  HBaseGet *get;

  if (made == NULL)
    return NULL;
  get = hbase_get_new (g_bytes_get_data (made, NULL), g_bytes_get_size (made));
  hbase_query_set_max_versions (HBASE_QUERY (get), G_MAXINT32);
  return get;
}

static gboolean
verify_rows (Job *job, GPtrArray *rows, GError **error)
{
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func (hbase_query_unref);
  g_autoptr (GPtrArray) copies = NULL;

  for (guint i = 0; i < rows->len; i++)
    {
      HBaseGet *get = make_get (job, rows->pdata[i], error);

      if (get == NULL)
        return FALSE;
      g_ptr_array_add (gets, get);
    }
  copies = hbase_table_get_multiple (job->to, gets, job->tool->cancellable, error);
  for (guint i = 0; copies != NULL && i < rows->len; i++)
    if (!rekey_verify (rows->pdata[i], copies->pdata[i], error))
      return FALSE;
  return copies != NULL;
}

/* Deletes what was verified, and nothing that was written since. */
static HBaseDelete *
make_delete (HBaseRow *row)
{
  gsize length;
  const guint8 *key = hbase_row_get_stored_key (row, &length);
  HBaseDelete *delete_ = hbase_delete_new (key, length);
  HBaseCellIter iter;
  gint64 newest = 0;

  hbase_cell_iter_init (&iter, row);
  while (hbase_cell_iter_next (&iter))
    newest = MAX (newest, iter.timestamp);
  hbase_mutation_set_timestamp (HBASE_MUTATION (delete_), newest);
  return delete_;
}

static gboolean
delete_rows (Job *job, GPtrArray *rows, GError **error)
{
  g_autoptr (GPtrArray) deletes = g_ptr_array_new_with_free_func (hbase_mutation_unref);

  if (!verify_rows (job, rows, error))
    return FALSE;
  for (guint i = 0; i < rows->len; i++)
    g_ptr_array_add (deletes, make_delete (rows->pdata[i]));
  return hbase_table_delete_multiple (job->from, deletes, job->tool->cancellable, error);
}

/* ---- passes over the source ---- */

/* Returns the next BATCH_ROWS rows; fewer at the end, or with an error. */
static GPtrArray *
next_rows (Job *job, HBaseTableCursor *cursor, GError **error)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
  HBaseRow *row;

  while (rows->len < BATCH_ROWS
         && (row = hbase_table_cursor_next (cursor, job->tool->cancellable, error)) != NULL)
    g_ptr_array_add (rows, row);
  return rows;
}

static gboolean
pass (Job *job, const char *what, GBytes *start, Step step, GError **error)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) problem = NULL;
  gboolean more = TRUE;

  hbase_scan_set_start (scan, g_bytes_get_data (start, NULL), g_bytes_get_size (start));
  hbase_query_set_max_versions (HBASE_QUERY (scan), G_MAXINT32);
  cursor = hbase_table_scan (job->from, scan);
  for (job->n_rows = 0; more && problem == NULL;)
    {
      g_autoptr (GPtrArray) rows = next_rows (job, cursor, &problem);

      more = rows->len == BATCH_ROWS;
      /* After an error the rows before it are still processed. */
      if (rows->len > 0 && !step (job, rows, problem == NULL ? &problem : NULL))
        break;
      job->n_rows += rows->len;
      progress_show (what, job->n_rows, "rows");
    }
  progress_end ();
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static gboolean
run_job (Job *job, gboolean delete_source, GError **error)
{
  g_autoptr (GBytes) start = load_state (job, error);
  g_autoptr (GBytes) beginning = g_bytes_new (NULL, 0);
  guint64 n_copied;

  if (start == NULL || !pass (job, "copied", start, copy_rows, error))
    return FALSE;
  n_copied = job->n_rows;
  if (!pass (job, "verified", beginning, verify_rows, error))
    return FALSE;
  output_number (job->tool, "copied", n_copied);
  output_number (job->tool, "verified", job->n_rows);
  if (delete_source && !pass (job, "deleted", beginning, delete_rows, error))
    return FALSE;
  if (delete_source)
    output_number (job->tool, "deleted", job->n_rows);
  state_file_remove (job->state);
  return TRUE;
}

/* ---- the command ---- */

/* --delete-source would delete the copies. */
static gboolean
check_tables (const Job *job, GError **error)
{
  const char *name = hbase_table_get_name (job->from);

  if (strcmp (name, hbase_table_get_name (job->to)) != 0)
    return TRUE;
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "FROM and TO are both the table “%s”, and keys can't be changed in place: TO must be another "
               "table",
               name);
  return FALSE;
}

static gboolean
open_job (Job *job, char **words, const char *from_schema, const char *to_schema, GError **error)
{
  job->rekey.from = hbase_key_schema_new (from_schema, error);
  if (job->rekey.from != NULL)
    job->rekey.to = hbase_key_schema_new (to_schema, error);
  if (job->rekey.to == NULL || !rekey_check (&job->rekey, error))
    return FALSE;
  job->from = tool_open_table (job->tool, words[1], error);
  if (job->from != NULL)
    job->to = tool_open_table (job->tool, words[2], error);
  return job->to != NULL && check_tables (job, error);
}

static void
close_job (Job *job)
{
  g_clear_pointer (&job->rekey.from, hbase_key_schema_unref);
  g_clear_pointer (&job->rekey.to, hbase_key_schema_unref);
  g_clear_object (&job->from);
  g_clear_object (&job->to);
  g_free (job->state);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, close_job)

static int
run_rekey (Tool *tool, char **argv)
{
  g_auto (Job) job = { .tool = tool };
  g_autofree char *from_schema = NULL, *to_schema = NULL;
  gboolean delete_source = FALSE;
  GOptionEntry entries[] = {
    { "from-schema", 0, 0, G_OPTION_ARG_STRING, &from_schema, "the schema of FROM's keys", "SCHEMA" },
    { "to-schema", 0, 0, G_OPTION_ARG_STRING, &to_schema, "the schema of TO's keys", "SCHEMA" },
    { "state", 0, 0, G_OPTION_ARG_FILENAME, &job.state,
      "store the progress in this file, and continue from there", "FILE" },
    { "delete-source", 0, 0, G_OPTION_ARG_NONE, &delete_source, "delete FROM's rows after all are verified",
      NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_rekey, entries, &words, 2, 2))
    return TOOL_USAGE;
  if (from_schema == NULL || to_schema == NULL)
    return tool_usage (&command_rekey, "give --from-schema and --to-schema");
  if (!open_job (&job, words, from_schema, to_schema, &error))
    return tool_usage (&command_rekey, "%s", error->message);
  return run_job (&job, delete_source, &error) ? TOOL_DONE : tool_failed_in_data (error);
}

const ToolCommand command_rekey = {
  "rekey",
  "FROM TO --from-schema=SCHEMA --to-schema=SCHEMA",
  "copy a table's rows to other keys",
  "Keys can't be changed, so rows are copied, with all their versions and timestamps, to the keys that the\n"
  "new schema makes of the same fields, in a table that has the same families. Then all rows are read\n"
  "from both tables and compared. Only then, with --delete-source, are FROM's rows deleted as they were\n"
  "compared. The command can be stopped and started again: rows are copied to the same keys, and with\n"
  "--state it continues where it was. Rows that are written to FROM meanwhile may be missed: stop its\n"
  "writers, or run the command again.",
  run_rekey,
};
