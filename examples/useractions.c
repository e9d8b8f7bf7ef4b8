/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Loads the Debian changelogs of this machine as users' actions:
 *
 *   useractions URI [FOLDER]
 *
 * into the table `useractions`. A row key is the user, the reversed time and a running number, so a user's
 * first row is the newest action. Prints what was loaded, and last the number and name of the user with the
 * most actions. */

#include <locale.h>

#include <hbase-glib.h>

#include "changelogs.h"

#define SCHEMA "userid:uint32,stamp:reverse-ms,actionid:uint32"
#define FEWEST 1000u
#define BATCH 500

typedef struct {
  HBaseTable *table;
  HBaseKeySchema *schema;
  GHashTable *userids; /* uploader → userid */
  GArray *counts;      /* of actions, by userid */
  guint32 actionid;
} Loader;

static guint32
loader_userid (Loader *loader, const char *uploader)
{
  gpointer known;
  guint none = 0;

  if (g_hash_table_lookup_extended (loader->userids, uploader, NULL, &known))
    return GPOINTER_TO_UINT (known);
  g_array_append_val (loader->counts, none);
  g_hash_table_insert (loader->userids, g_strdup (uploader), GUINT_TO_POINTER (loader->counts->len - 1));
  return loader->counts->len - 1;
}

static HBasePut *
loader_make_put (Loader *loader, const Upload *upload, GError **error)
{
  guint32 userid = loader_userid (loader, upload->uploader);
  GVariant *values = g_variant_new ("(uxu)", userid, upload->timestamp, ++loader->actionid);
  g_autoptr (GBytes) key = hbase_key_schema_encode (loader->schema, values, error);
  HBasePut *put;

  if (key == NULL)
    return NULL;
  g_array_index (loader->counts, guint, userid)++;
  put = hbase_put_new (g_bytes_get_data (key, NULL), g_bytes_get_size (key));
  hbase_put_add_utf8 (put, "content", "name", upload->action);
  return put;
}

static gboolean
loader_load (Loader *loader, GPtrArray *uploads, GError **error)
{
  g_autoptr (GPtrArray) batch = g_ptr_array_new_with_free_func (hbase_mutation_unref);

  for (guint i = 0; i < uploads->len; i++)
    {
      HBasePut *put = loader_make_put (loader, g_ptr_array_index (uploads, i), error);

      if (put == NULL)
        return FALSE;
      g_ptr_array_add (batch, put);
      if (batch->len < BATCH && i + 1 < uploads->len)
        continue;
      if (!hbase_table_put_multiple (loader->table, batch, NULL, error))
        return FALSE;
      g_ptr_array_set_size (batch, 0);
    }
  return TRUE;
}

static void
loader_report (Loader *loader)
{
  GHashTableIter iter;
  gpointer uploader, userid, busiest = NULL, name = NULL;

  g_hash_table_iter_init (&iter, loader->userids);
  while (g_hash_table_iter_next (&iter, &uploader, &userid))
    if (name == NULL
        || g_array_index (loader->counts, guint, GPOINTER_TO_UINT (userid))
               > g_array_index (loader->counts, guint, GPOINTER_TO_UINT (busiest)))
      {
        name = uploader;
        busiest = userid;
      }
  g_print ("%u actions of %u users are in the table useractions.\n", loader->actionid, loader->counts->len);
  if (name != NULL)
    g_print ("busiest %u %u %s\n", GPOINTER_TO_UINT (busiest),
             g_array_index (loader->counts, guint, GPOINTER_TO_UINT (busiest)), (char *) name);
}

static gboolean
create_table (HBaseConnection *connection, GError **error)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new ("useractions");
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new ("content");

  hbase_table_descriptor_add_family (descriptor, family);
  return hbase_admin_create_table (admin, descriptor, NULL, NULL, error);
}

static GPtrArray *
read_uploads (const char *folder)
{
  GPtrArray *uploads = changelogs_read (folder);

  g_print ("%u uploads are in the changelogs below %s.\n", uploads->len, folder);
  if (uploads->len < FEWEST)
    {
      changelogs_make_up (uploads, FEWEST + uploads->len, 7);
      g_print ("That is fewer than %u: %u made-up ones were added (seed 7).\n", FEWEST, FEWEST);
    }
  return uploads;
}

static gboolean
run (const char *uri, const char *folder, GError **error)
{
  g_autoptr (HBaseConnection) connection = hbase_connection_new (uri, error);
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (SCHEMA, error);
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (GHashTable) userids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) counts = g_array_new (FALSE, TRUE, sizeof (guint));
  g_autoptr (GPtrArray) uploads = NULL;
  Loader loader = { NULL, schema, userids, counts, 0 };

  if (connection == NULL || schema == NULL || !create_table (connection, error))
    return FALSE;
  loader.table = table = hbase_table_new (connection, "useractions");
  uploads = read_uploads (folder);
  if (!loader_load (&loader, uploads, error))
    return FALSE;
  loader_report (&loader);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  if (argc < 2 || argc > 3)
    {
      g_printerr ("usage: useractions URI [FOLDER]\n");
      return 2;
    }
  if (!run (argv[1], argc > 2 ? argv[2] : "/usr/share/doc", &error))
    {
      g_printerr ("useractions: %s\n", error->message);
      return 1;
    }
  return 0;
}
