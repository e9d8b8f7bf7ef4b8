/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads Debian changelogs. Any Debian machine has some thousand entries in them, each an action of a user. */

#include <stdio.h>

#include "changelogs.h"

static void
upload_free (gpointer data)
{
  Upload *upload = data;

  g_free (upload->action);
  g_free (upload->uploader);
  g_free (upload);
}

/* Converts `Mon, 02 Jan 2023 13:06:21 +0100` to ms; returns -1 for another format, as some entries were
 * written by hand. */
static gint64
date_parse (const char *text)
{
  static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  char month[4], zone_text[6];
  int day, year, hour, minute, second;
  const char *found;
  g_autoptr (GTimeZone) zone = NULL;
  g_autoptr (GDateTime) date = NULL;

  if (sscanf (text, "%*[^,], %2d %3s %4d %2d:%2d:%2d %5s", &day, month, &year, &hour, &minute, &second,
              zone_text)
      != 7)
    return -1;
  found = strstr (months, month);
  zone = g_time_zone_new_identifier (zone_text);
  if (found == NULL || zone == NULL)
    return -1;
  date = g_date_time_new (zone, year, (int) (found - months) / 3 + 1, day, hour, minute, second);
  return date != NULL ? g_date_time_to_unix (date) * 1000 : -1;
}

static void
uploads_add (GPtrArray *uploads, GHashTable *seen, const char *action, const char *uploader, gint64 timestamp)
{
  g_autofree char *identity = g_strdup_printf ("%s %" G_GINT64_FORMAT, action, timestamp);
  Upload *upload;

  if (timestamp < 0 || !g_hash_table_add (seen, g_steal_pointer (&identity)))
    return;
  upload = g_new0 (Upload, 1);
  upload->action = g_strdup (action);
  upload->uploader = g_strdup (uploader);
  upload->timestamp = timestamp;
  g_ptr_array_add (uploads, upload);
}

/* An entry begins with `source (version) …` and ends with ` -- Name <address>  date`. */
static void
changelog_read (GDataInputStream *lines, GPtrArray *uploads, GHashTable *seen)
{
  g_autofree char *action = NULL;
  char *line;

  while ((line = g_data_input_stream_read_line_utf8 (lines, NULL, NULL, NULL)) != NULL)
    {
      g_autofree char *owned = line;
      char *open = strstr (line, " ("), *close = open != NULL ? strchr (open, ')') : NULL;
      char *address = strstr (line, " <"), *date = address != NULL ? strstr (address, ">  ") : NULL;

      if (!g_ascii_isspace (*line) && close != NULL)
        {
          g_free (action);
          action
              = g_strdup_printf ("%.*s %.*s", (int) (open - line), line, (int) (close - open - 2), open + 2);
        }
      else if (g_str_has_prefix (line, " -- ") && date != NULL && action != NULL)
        {
          *address = '\0';
          uploads_add (uploads, seen, action, line + 4, date_parse (date + 3));
        }
    }
}

static void
changelog_open (const char *path, GPtrArray *uploads, GHashTable *seen)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) packed = g_file_read (file, NULL, NULL);
  g_autoptr (GZlibDecompressor) unzip = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GInputStream) plain = NULL;
  g_autoptr (GDataInputStream) lines = NULL;

  if (packed == NULL)
    return;
  plain = g_converter_input_stream_new (G_INPUT_STREAM (packed), G_CONVERTER (unzip));
  lines = g_data_input_stream_new (plain);
  changelog_read (lines, uploads, seen);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
folder_names (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

GPtrArray *
changelogs_read (const char *folder)
{
  GPtrArray *uploads = g_ptr_array_new_with_free_func (upload_free);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) names = folder_names (folder);

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path
          = g_build_filename (folder, g_ptr_array_index (names, i), "changelog.Debian.gz", NULL);
      g_autofree char *native = g_build_filename (folder, g_ptr_array_index (names, i), "changelog.gz", NULL);

      changelog_open (path, uploads, seen);
      changelog_open (native, uploads, seen);
    }
  return uploads;
}

void
changelogs_make_up (GPtrArray *uploads, guint wanted, guint32 seed)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  while (uploads->len < wanted)
    {
      /* As in the real changelogs, few users have most of the actions. */
      int person = (int) (50 * g_rand_double (random) * g_rand_double (random));
      g_autofree char *action
          = g_strdup_printf ("made-up-%d 1.%u", g_rand_int_range (random, 0, 200), uploads->len);
      g_autofree char *uploader = g_strdup_printf ("Made-up Person %d", person);

      uploads_add (uploads, seen, action, uploader,
                   G_GINT64_CONSTANT (1000) * g_rand_int_range (random, 1000000000, 1700000000));
    }
}
