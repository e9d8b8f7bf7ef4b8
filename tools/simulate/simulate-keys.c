/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements generators of the keys of a file, of a table, and of a sample. */

#include "config.h"

#include "load.h"
#include "rows.h"
#include "simulate-keys.h"

#define ONLY_KEYS "FirstKeyOnlyFilter() AND KeyOnlyFilter()"
#define SCAN_CACHING 1000
#define MAX_KEY_LENGTH 32767 /* HConstants.MAX_ROW_LENGTH */

typedef struct _Keys Keys;
typedef GBytes *(*NextFunc) (Keys *keys, GCancellable *cancellable, GError **error);

struct _Keys {
  GObject parent_instance;
  NextFunc next;
  Tool *tool;
  Load *load; /* a file */
  guint64 line;
  HBaseTable *table;
  HBaseTableCursor *cursor;
  TableSample *sample;                   /* NULL: none */
  HBasePlanFieldKeyGenerator *generator; /* a sample */
  guint64 n, n_puts, n_returned;
};
typedef GObjectClass KeysClass;

static GType keys_get_type (void);
static void key_generator_init (HBaseKeyGeneratorInterface *interface);

G_DEFINE_TYPE_WITH_CODE (Keys,
                         keys,
                         G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (HBASE_TYPE_KEY_GENERATOR, key_generator_init))

static GBytes *
keys_next (HBaseKeyGenerator *generator, GCancellable *cancellable, GError **error)
{
  Keys *keys = (Keys *) generator;

  return keys->next (keys, cancellable, error);
}

static void
key_generator_init (HBaseKeyGeneratorInterface *interface)
{
  interface->next = keys_next;
}

static void
keys_finalize (GObject *object)
{
  Keys *keys = (Keys *) object;

  g_clear_pointer (&keys->load, load_close);
  g_clear_object (&keys->cursor);
  g_clear_object (&keys->table);
  g_clear_object (&keys->generator);
  G_OBJECT_CLASS (keys_parent_class)->finalize (object);
}

static void
keys_class_init (KeysClass *class)
{
  class->finalize = keys_finalize;
}

static void
keys_init (Keys *keys)
{
}

static Keys *
keys_new (Tool *tool, NextFunc next)
{
  Keys *keys = g_object_new (keys_get_type (), NULL);

  keys->tool = tool;
  keys->next = next;
  return keys;
}

/* ---- a file ---- */

static gboolean
check_length (GBytes *key, GError **error)
{
  gsize length = g_bytes_get_size (key);

  if (length > 0 && length <= MAX_KEY_LENGTH)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               "the key has %" G_GSIZE_FORMAT " bytes: 1 to %d are valid", length, MAX_KEY_LENGTH);
  return FALSE;
}

static GBytes *
next_of_file (Keys *keys, GCancellable *cancellable, GError **error)
{
  GError *problem = NULL;
  char *line = load_next_line (keys->load, cancellable, &problem);
  GBytes *key;

  if (problem != NULL)
    {
      g_propagate_error (error, problem);
      return NULL;
    }
  if (load_get_line (keys->load) > keys->line + (line != NULL))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the line is empty: a key is expected");
      load_prefix_error (keys->load, keys->line + 1, error);
      return NULL;
    }
  if (line == NULL)
    return NULL;
  keys->line++;
  key = row_parse_key (keys->tool, line, error);
  if (key != NULL && !check_length (key, error))
    g_clear_pointer (&key, g_bytes_unref);
  if (key == NULL)
    load_prefix_error (keys->load, keys->line, error);
  return key;
}

HBaseKeyGenerator *
simulate_keys_new_for_file (Tool *tool, const char *path, GError **error)
{
  Load *load = load_open (path, error);
  Keys *keys;

  if (load == NULL)
    return NULL;
  keys = keys_new (tool, next_of_file);
  keys->load = load;
  return HBASE_KEY_GENERATOR (keys);
}

/* ---- a table ---- */

static GBytes *
next_of_table (Keys *keys, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseRow) row = hbase_table_cursor_next (keys->cursor, cancellable, error);
  const guint8 *key;
  gsize length;

  if (row == NULL)
    return NULL;
  if (keys->sample != NULL)
    table_sample_add (keys->sample, row);
  key = hbase_row_get_key (row, &length);
  return g_bytes_new (key, length);
}

HBaseKeyGenerator *
simulate_keys_new_for_table (Tool *tool, const char *name, TableSample *sample, GError **error)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  HBaseTable *table = tool_open_table (tool, name, error);
  Keys *keys;

  if (table == NULL)
    return NULL;
  keys = keys_new (tool, next_of_table);
  keys->table = table;
  keys->sample = sample;
  hbase_query_set_filter_text (HBASE_QUERY (scan), ONLY_KEYS);
  hbase_scan_set_caching (scan, SCAN_CACHING);
  keys->cursor = hbase_table_scan (table, scan);
  return HBASE_KEY_GENERATOR (keys);
}

/* ---- a sample ---- */

static GBytes *
next_of_sample (Keys *keys, GCancellable *cancellable, GError **error)
{
  guint64 i = keys->n_returned++;

  if (i >= keys->n)
    return NULL;
  return hbase_plan_field_key_generator_get_key (
      keys->generator, (guint64) ((double) i / (double) keys->n * (double) keys->n_puts), error);
}

HBaseKeyGenerator *
simulate_keys_new_sample (HBasePlanFieldKeyGenerator *generator, guint64 n, guint64 n_puts)
{
  Keys *keys = keys_new (NULL, next_of_sample);

  keys->generator = g_object_ref (generator);
  keys->n = MIN (n, n_puts);
  keys->n_puts = n_puts;
  return HBASE_KEY_GENERATOR (keys);
}
