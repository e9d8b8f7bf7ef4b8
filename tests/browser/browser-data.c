/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file makes the data of the browser's tests. */

#include "config.h"

#include <gdk/gdk.h>

#include "browser-data.h"
#include "check-main.h"

#define BATCH 1000u
#define TIME G_GINT64_CONSTANT (1700000000000)
#define INTERVAL G_GINT64_CONSTANT (5430000) /* between two actions, in ms */

static HBaseConnection *
connect_to (const char *uri)
{
  g_autoptr (GError) error = NULL;
  HBaseConnection *connection = hbase_connection_new (uri, &error);

  ck_assert_no_error (error);
  return connection;
}

static HBaseTable *
create (HBaseConnection *connection, const char *description, const char *splits)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new_from_string (description, &error);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  ck_assert_no_error (error);
  for (; *splits != '\0'; splits++)
    g_ptr_array_add (keys, g_bytes_new (splits, 1));
  ck_assert_msg (hbase_admin_create_table (admin, descriptor, keys, NULL, &error), "%s",
                 error != NULL ? error->message : "");
  return hbase_table_new (connection, hbase_table_descriptor_get_name (descriptor));
}

static void
write_rows (HBaseTable *table, guint n_rows, HBasePut *(*make_row) (guint index))
{
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n_rows; i++)
    {
      g_ptr_array_add (puts, make_row (i));
      if (puts->len < BATCH && i + 1 < n_rows)
        continue;
      hbase_table_put_multiple (table, puts, NULL, &error);
      ck_assert_no_error (error);
      g_ptr_array_set_size (puts, 0);
    }
}

/* ---- actions ---- */

static const char *const packages[]
    = { "gtk4", "libadwaita-1", "glib2.0", "hbase-glib", "gjs", "vala", "pango" };
static const char *const verbs[] = { "upload", "review", "comment", "merge" };
static const char *const people[] = { "ada", "grace", "alan", "edsger", "barbara" };

static GBytes *
make_action_key (guint index)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (ACTIONS_SCHEMA, &error);
  GBytes *key = hbase_key_schema_encode (
      schema, g_variant_new ("(ux)", index / 200 + 1, TIME - index * INTERVAL), &error);

  ck_assert_no_error (error);
  return key;
}

static HBasePut *
make_action (guint index)
{
  g_autoptr (GBytes) key = make_action_key (index);
  const char *package = packages[index * 5 % G_N_ELEMENTS (packages)], *verb = verbs[index * 7 / 3 % 4];
  g_autofree char *details = g_strdup_printf (
      "{\"package\": \"%s\", \"version\": \"%u.%u-%u\", \"reviewers\": [\"%s\", \"%s\"], \"accepted\": %s}",
      package, index % 5, index % 13, index % 3 + 1, people[index % 5],
      people[index * 3 % 5 + (index % 5 == 0)], index % 4 > 0 ? "true" : "false");
  HBasePut *put = hbase_put_new (g_bytes_get_data (key, NULL), g_bytes_get_size (key));

  hbase_put_add_utf8 (put, "content", "action", verb);
  hbase_put_add_utf8 (put, "content", "review", details);
  hbase_put_add_utf8 (put, "content", "package", package);
  return put;
}

/* ---- pictures ---- */

/* Returns a PNG of 64 × 64 pixels. */
static GBytes *
paint_png (guint index)
{
  g_autofree guint8 *pixels = g_malloc (64 * 64 * 3);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  for (guint i = 0; i < 64 * 64; i++)
    {
      pixels[3 * i] = (guint8) (53 + i % 64 * 3);
      pixels[3 * i + 1] = (guint8) (132 + i / 64);
      pixels[3 * i + 2] = (guint8) (228 - 4 * (index % 50));
    }
  bytes = g_bytes_new_take (g_steal_pointer (&pixels), 64 * 64 * 3);
  texture = gdk_memory_texture_new (64, 64, GDK_MEMORY_R8G8B8, bytes, 64 * 3);
  return gdk_texture_save_to_png_bytes (texture);
}

static HBasePut *
make_picture (guint index)
{
  g_autofree char *name = g_strdup_printf ("picture-%02u.png", index);
  g_autoptr (GBytes) png = paint_png (index);
  HBasePut *put = hbase_put_new_utf8 (name);

  hbase_put_add (put, "content", (const guint8 *) "png", 3, g_bytes_get_data (png, NULL),
                 g_bytes_get_size (png));
  return put;
}

/* ---- a salted table ---- */

static GBytes *
make_event_key (guint index)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (EVENTS_SCHEMA, &error);
  g_autofree char *fields = g_strdup_printf ("id=%u", index + 1);
  GBytes *key = hbase_key_schema_key_from_escaped (schema, fields, FALSE, &error);

  ck_assert_no_error (error);
  return key;
}

static HBasePut *
make_event (guint index)
{
  g_autoptr (GBytes) key = make_event_key (index);
  g_autofree char *name = g_strdup_printf ("event %u", index + 1);
  HBasePut *put = hbase_put_new (g_bytes_get_data (key, NULL), g_bytes_get_size (key));

  hbase_put_add_utf8 (put, "content", "name", name);
  return put;
}

/* ---- the others ---- */

static HBasePut *
make_user (guint index)
{
  g_autofree char *key = g_strdup_printf ("%08x", index * 2654435761u);
  HBasePut *put = hbase_put_new_utf8 (key);

  hbase_put_add_utf8 (put, "content", "name", people[index % G_N_ELEMENTS (people)]);
  return put;
}

void
browser_data_make (const char *uri)
{
  g_autoptr (HBaseConnection) connection = connect_to (uri);
  g_autoptr (HBaseTable) actions = create (connection, "actions content", "");
  g_autoptr (HBaseTable) pictures = create (connection, "pictures content", "");
  g_autoptr (HBaseTable) users = create (connection, "users content", "24ace");
  g_autoptr (HBaseTable) events = create (connection, "events content", "");
  g_autoptr (HBaseTable) empty = create (connection, "empty content", "");

  write_rows (actions, N_ACTIONS, make_action);
  write_rows (pictures, 3, make_picture);
  write_rows (users, 50, make_user);
  write_rows (events, 30, make_event);
}

void
browser_data_add_row (const char *uri, const char *name, const char *key)
{
  g_autoptr (HBaseConnection) connection = connect_to (uri);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, name);
  g_autoptr (HBasePut) put = hbase_put_new_utf8 (key);
  g_autoptr (GError) error = NULL;

  hbase_put_add_utf8 (put, "content", "name", "new");
  hbase_table_put (table, put, NULL, &error);
  ck_assert_no_error (error);
}

static HBasePut *
make_number (guint index)
{
  g_autofree char *key = g_strdup_printf ("%08u", index);
  HBasePut *put = hbase_put_new_utf8 (key);

  hbase_put_add_utf8 (put, "f", "n", key);
  return put;
}

void
browser_data_make_numbers (const char *uri, guint n_rows)
{
  g_autoptr (HBaseConnection) connection = connect_to (uri);
  g_autoptr (HBaseTable) numbers = create (connection, "numbers f", "");

  write_rows (numbers, n_rows, make_number);
}
