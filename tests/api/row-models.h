/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "api.h"

/* Functions that the tests of row models share: a table of rows, ten numbers apart, models of it, and a
 * recorder of their signals. */

#define PAGE 10

static gint64 timestamp = 1;

static inline void
write_row (HBaseTable *table, guint number, const char *value)
{
  g_autofree char *key = g_strdup_printf ("row%04u", number);
  g_autoptr (HBasePut) put = hbase_put_new_utf8 (key);
  g_autoptr (GError) error = NULL;

  hbase_put_add_with_timestamp (put, "f", BYTES ("q"), BYTES (value), timestamp++);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
}

static inline void
delete_row (HBaseTable *table, guint number)
{
  g_autofree char *key = g_strdup_printf ("row%04u", number);
  g_autoptr (HBaseDelete) deletion = hbase_delete_new_utf8 (key);
  g_autoptr (GError) error = NULL;

  hbase_mutation_set_timestamp (HBASE_MUTATION (deletion), timestamp++);
  assert_works (hbase_table_delete (table, deletion, NULL, &error), error);
}

static inline HBaseTable *
filled_table (guint n_rows)
{
  HBaseTable *table = api_table ();

  for (guint i = 0; i < n_rows; i++)
    write_row (table, 10 * i, "v");
  return table;
}

static inline HBaseRowModel *
model_of (HBaseTable *table)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, PAGE);

  return hbase_row_model_new (pages);
}

/* The signals of a model. */
typedef struct {
  GString *log;    /* "+POSITION:N": items-changed; "l", "L": loading begins, ends */
  GString *errors; /* "e", "E": an error is set, reset */
  GThread *thread;
  gboolean is_asking; /* whether get_item() is being called */
} Recorder;

static inline void
hear_items (GListModel *model, guint position, guint removed, guint added, Recorder *recorder)
{
  ck_assert_ptr_eq (g_thread_self (), recorder->thread);
  ck_assert (!recorder->is_asking);
  ck_assert_uint_eq (removed, 0);
  ck_assert_uint_eq (position + added, g_list_model_get_n_items (model));
  g_string_append_printf (recorder->log, "+%u:%u ", position, added);
}

static inline void
hear_loading (HBaseRowModel *model, GParamSpec *pspec, Recorder *recorder)
{
  ck_assert_ptr_eq (g_thread_self (), recorder->thread);
  ck_assert (!recorder->is_asking);
  g_string_append (recorder->log, hbase_row_model_get_loading (model) ? "l " : "L ");
}

static inline void
hear_error (HBaseRowModel *model, GParamSpec *pspec, Recorder *recorder)
{
  g_string_append (recorder->errors, hbase_row_model_get_error (model) != NULL ? "e" : "E");
}

static inline void
listen_to (HBaseRowModel *model, Recorder *recorder)
{
  *recorder
      = (Recorder){ .log = g_string_new (NULL), .errors = g_string_new (NULL), .thread = g_thread_self () };
  g_signal_connect (model, "items-changed", G_CALLBACK (hear_items), recorder);
  g_signal_connect (model, "notify::loading", G_CALLBACK (hear_loading), recorder);
  g_signal_connect (model, "notify::error", G_CALLBACK (hear_error), recorder);
}

static inline void
stop_listening (Recorder *recorder)
{
  g_string_free (recorder->log, TRUE);
  g_string_free (recorder->errors, TRUE);
}

static inline void
assert_heard (Recorder *recorder, const char *log)
{
  ck_assert_str_eq (recorder->log->str, log);
  g_string_truncate (recorder->log, 0);
}

static inline gboolean
load_more (HBaseRowModel *model, guint *n, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  hbase_row_model_load_more_async (model, NULL, api_done, &result);
  return hbase_row_model_load_more_finish (model, api_wait (&result), n, error);
}

static inline guint
load (HBaseRowModel *model)
{
  g_autoptr (GError) error = NULL;
  guint n = 4711;

  assert_works (load_more (model, &n, &error), error);
  return n;
}

static inline HBaseRowItem *
item_at (HBaseRowModel *model, guint place, Recorder *recorder)
{
  HBaseRowItem *item;

  if (recorder != NULL)
    recorder->is_asking = TRUE;
  item = g_list_model_get_item (G_LIST_MODEL (model), place);
  if (recorder != NULL)
    recorder->is_asking = FALSE;
  return item;
}

static inline guint
number_of (HBaseRowItem *item)
{
  g_autofree char *key = hbase_row_dup_key_escaped (hbase_row_item_get_row (item));

  return (guint) g_ascii_strtoull (key + 3, NULL, 10);
}

static inline gboolean
is_settled (HBaseRowItem *item)
{
  return hbase_row_item_get_row (item) != NULL || hbase_row_item_get_deleted (item);
}

/* Returns the item when its row was loaded, or is known to be deleted. */
static inline HBaseRowItem *
settled_item (HBaseRowModel *model, guint place)
{
  HBaseRowItem *item = item_at (model, place, NULL);

  while (!is_settled (item))
    g_main_context_iteration (NULL, TRUE);
  return item;
}

/* Iterates until nothing is being loaded any more. */
static inline void
settle (void)
{
  while (g_main_context_pending (NULL))
    g_main_context_iteration (NULL, FALSE);
}

static inline void
wait_for_items (HBaseRowModel *model, guint n)
{
  while (g_list_model_get_n_items (G_LIST_MODEL (model)) < n)
    g_main_context_iteration (NULL, TRUE);
}

static inline guint64
n_exchanges (HBaseTable *table)
{
  g_autoptr (GVariant) statistics = hbase_connection_get_statistics (hbase_table_get_connection (table));
  guint64 exchanges = 0;

  ck_assert (g_variant_lookup (statistics, "exchanges", "t", &exchanges));
  return exchanges;
}
