/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file stores how far a job is. */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include "state-file.h"

#define GROUP "hbase-glib"
#define PROGRESS "copied-up-to"

gboolean
state_file_save (const char *path, const char *job, const char *progress, GError **error)
{
  g_autoptr (GKeyFile) state = g_key_file_new ();
  g_autofree char *text = NULL;

  if (path == NULL)
    return TRUE;
  g_key_file_set_string (state, GROUP, "job", job);
  g_key_file_set_string (state, GROUP, PROGRESS, progress);
  text = g_key_file_to_data (state, NULL, NULL);
  /* It may name a row. */
  return g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
}

gboolean
state_file_load (const char *path, const char *job, char **progress, GError **error)
{
  g_autoptr (GKeyFile) state = g_key_file_new ();
  g_autofree char *found = NULL;

  *progress = NULL;
  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  if (!g_key_file_load_from_file (state, path, G_KEY_FILE_NONE, error))
    {
      g_prefix_error (error, "%s: ", path);
      return FALSE;
    }
  found = g_key_file_get_string (state, GROUP, "job", NULL);
  *progress = g_key_file_get_string (state, GROUP, PROGRESS, NULL);
  if (g_strcmp0 (found, job) == 0 && *progress != NULL)
    return TRUE;
  g_clear_pointer (progress, g_free);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "%s is the state of another job (%s): remove it, or name another file", path,
               found != NULL ? found : "unknown");
  return FALSE;
}

void
state_file_remove (const char *path)
{
  if (path != NULL)
    unlink (path);
}
