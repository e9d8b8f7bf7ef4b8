/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the tables of a list. Gateways report a table's regions and their servers, but no
 * sizes: the page of regions counts rows where its user wants that. */

#include "config.h"

#include "browser-table.h"
#include "browser-text.h"

struct _BrowserTable {
  GObject parent_instance;
  HBaseConnection *connection;
  char *name;
  char *details;
  gboolean is_loaded; /* or is being loaded */
};

G_DEFINE_FINAL_TYPE (BrowserTable, browser_table, G_TYPE_OBJECT)

enum {
  PROP_NAME = 1,
  PROP_DETAILS,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void
browser_table_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  BrowserTable *table = BROWSER_TABLE (object);

  g_value_set_string (value, id == PROP_NAME ? table->name : table->details);
}

static void
browser_table_finalize (GObject *object)
{
  BrowserTable *table = BROWSER_TABLE (object);

  g_clear_object (&table->connection);
  g_free (table->name);
  g_free (table->details);
  G_OBJECT_CLASS (browser_table_parent_class)->finalize (object);
}

static void
browser_table_class_init (BrowserTableClass *class)
{
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  G_OBJECT_CLASS (class)->get_property = browser_table_get_property;
  G_OBJECT_CLASS (class)->finalize = browser_table_finalize;
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, readable);
  properties[PROP_DETAILS] = g_param_spec_string ("details", NULL, NULL, NULL, readable);
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPERTIES, properties);
}

static void
browser_table_init (BrowserTable *table)
{
}

BrowserTable *
browser_table_new (HBaseConnection *connection, const char *name)
{
  BrowserTable *table = g_object_new (BROWSER_TYPE_TABLE, NULL);

  table->connection = g_object_ref (connection);
  table->name = g_strdup (name);
  return table;
}

const char *
browser_table_get_name (BrowserTable *table)
{
  return table->name;
}

/* ---- details ---- */

/* The embedded engine's regions have no server. */
static guint
count_servers (GPtrArray *regions)
{
  g_autoptr (GHashTable) servers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < regions->len; i++)
    {
      char *server = hbase_region_dup_server_name (regions->pdata[i]);

      if (server != NULL)
        g_hash_table_add (servers, server);
    }
  return g_hash_table_size (servers);
}

static char *
describe_regions (GPtrArray *regions)
{
  guint n_servers = count_servers (regions);
  g_autofree char *text = browser_text_of_count (regions->len, "region", "regions");
  g_autofree char *servers = browser_text_of_count (n_servers, "server", "servers");

  return n_servers > 1 ? g_strconcat (text, ", ", servers, NULL) : g_steal_pointer (&text);
}

static void
regions_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (BrowserTable) table = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) regions = hbase_table_get_regions_finish (HBASE_TABLE (source), result, &error);

  table->details = regions != NULL ? describe_regions (regions) : g_strdup ("not available");
  g_object_notify_by_pspec (G_OBJECT (table), properties[PROP_DETAILS]);
}

void
browser_table_load_details (BrowserTable *table)
{
  g_autoptr (HBaseTable) handle = NULL;

  if (table->is_loaded)
    return;
  table->is_loaded = TRUE;
  handle = hbase_table_new (table->connection, table->name);
  hbase_table_get_regions_async (handle, NULL, regions_read, g_object_ref (table));
}
