/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file contains what the commands that copy and compare tables have in common. */

#include "config.h"

#include "database.h"
#include "load.h"
#include "output.h"
#include "progress.h"
#include "region-splits.h"
#include "transfer.h"

/* How many cells are copied before the progress may be shown again. */
#define PROGRESS_CELLS 4096

gboolean
transfer_check_parallelism (const ToolCommand *command, int parallelism)
{
  if (parallelism >= 1 && parallelism <= 256)
    return TRUE;
  tool_usage (command, "--parallelism must be from 1 to 256");
  return FALSE;
}

gboolean
transfer_check_no_uri (const Tool *tool, const ToolCommand *command)
{
  /* A shell sets the URI of all its commands. */
  if (tool->session != NULL || (tool->uri == NULL && tool->profile == NULL))
    return TRUE;
  tool_usage (command, "--uri and --profile aren't used: give the URIs of both tables as words");
  return FALSE;
}

/* ---- files ---- */

ExportReader *
transfer_open_export (const char *path, GCancellable *cancellable, GError **error)
{
  guint64 size;
  g_autoptr (GInputStream) stream = load_open_stream (path, &size, error);
  g_autoptr (ExportReader) reader = NULL;

  if (stream == NULL)
    return NULL;
  reader = export_reader_new (stream, strcmp (path, "-") == 0 ? "standard input" : path);
  return export_reader_begin (reader, cancellable, error) ? g_steal_pointer (&reader) : NULL;
}

/* ---- tables ---- */

gboolean
transfer_table_open (
    TransferTable *table, const Tool *base, const char *uri, const char *name, GError **error)
{
  gboolean may_create = table->tool.may_create;

  table->tool = tool_copy (base);
  table->tool.may_create = may_create;
  table->tool.session = NULL; /* which keeps one connection */
  if (uri != NULL)
    {
      g_free (table->tool.uri);
      table->tool.uri = g_strdup (uri);
    }
  table->table = tool_open_table (&table->tool, name, error);
  return table->table != NULL;
}

void
transfer_table_clear (TransferTable *table)
{
  g_clear_object (&table->table);
  tool_clear (&table->tool);
}

HBaseTableDescriptor *
transfer_describe (HBaseTable *table, GPtrArray **splits, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (hbase_table_get_connection (table));
  g_autoptr (HBaseTableDescriptor) description
      = hbase_admin_describe_table (admin, hbase_table_get_name (table), cancellable, error);
  g_autoptr (GPtrArray) regions
      = description != NULL ? hbase_table_get_regions (table, cancellable, error) : NULL;

  *splits = regions != NULL ? region_splits (regions) : NULL;
  return *splits != NULL ? g_steal_pointer (&description) : NULL;
}

gboolean
transfer_check_state (HBaseTable *table, const char *state, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (hbase_table_get_connection (table));
  HBaseTableState found;

  if (!hbase_admin_get_table_state (admin, hbase_table_get_name (table), &found, cancellable, error))
    return FALSE;
  if (found == HBASE_TABLE_STATE_MISSING)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                 "there is no table “%s”, but %s says that rows were copied to it: remove %s to copy all",
                 hbase_table_get_name (table), state, state);
  return found != HBASE_TABLE_STATE_MISSING;
}

gboolean
transfer_ensure_table (HBaseTable *table,
                       HBaseTableDescriptor *description,
                       GPtrArray *splits,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (hbase_table_get_connection (table));
  g_autoptr (HBaseTableDescriptor) wanted = hbase_table_descriptor_copy (description);
  g_auto (GStrv) differences = NULL;
  gboolean is_ensured;

  hbase_table_descriptor_set_name (wanted, hbase_table_get_name (table));
  is_ensured = hbase_admin_ensure_table (admin, wanted, splits, &differences, cancellable, error);
  for (char **difference = differences; difference != NULL && *difference != NULL; difference++)
    tool_complain ("table “%s” isn't like the one that is copied: %s", hbase_table_get_name (table),
                   *difference);
  return is_ensured;
}

gboolean
transfer_check_different (
    HBaseTable *a, HBaseTable *b, const char *what, GCancellable *cancellable, GError **error)
{
  const char *name = hbase_table_get_name (a);
  gboolean is_same;

  if (strcmp (name, hbase_table_get_name (b)) != 0)
    return TRUE;
  if (!database_is_same (hbase_table_get_connection (a), hbase_table_get_connection (b), &is_same,
                         cancellable, error))
    return FALSE;
  if (is_same)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                 "“%s” can't be %s itself, and both URIs are of one database: name another database or "
                 "another table",
                 name, what);
  return !is_same;
}

/* ---- numbers ---- */

void
transfer_show_progress (const char *what, const ExportCounts *counts)
{
  guint64 n_cells = counts->n_values + counts->n_markers;

  if (n_cells % PROGRESS_CELLS == 0)
    progress_show (what, n_cells, "cells");
}

void
transfer_print_counts (Tool *tool, const ExportCounts *counts)
{
  g_autoptr (GString) line = g_string_new (NULL);

  g_string_printf (line,
                   tool->json ? "{\"rows\":%" G_GUINT64_FORMAT ",\"values\":%" G_GUINT64_FORMAT
                                ",\"markers\":%" G_GUINT64_FORMAT "}"
                              : "%" G_GUINT64_FORMAT " rows, %" G_GUINT64_FORMAT " values, %" G_GUINT64_FORMAT
                                " delete markers",
                   counts->n_rows, counts->n_values, counts->n_markers);
  output_line (line);
}
