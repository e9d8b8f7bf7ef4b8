/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "fuzz.h"

/* Calls a target with each file of its corpus: `replay-NAME` with those of corpus/NAME, or with the files
 * in its arguments. */

static void
replay_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree guint8 *exact = NULL; /* so that reads beyond its end are detected */
  g_autofree char *content = NULL;
  gsize length;

  if (!g_file_get_contents (path, &content, &length, &error))
    g_error ("%s", error->message);
  g_print ("%s\n", path);
  exact = g_memdup2 (content, length);
  LLVMFuzzerTestOneInput (exact, length);
}

static guint
replay_directory (const char *directory)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) files = g_dir_open (directory, 0, &error);
  const char *name;
  guint n = 0;

  if (files == NULL)
    g_error ("%s", error->message);
  for (; (name = g_dir_read_name (files)) != NULL; n++)
    {
      g_autofree char *path = g_build_filename (directory, name, NULL);

      replay_file (path);
    }
  return n;
}

int
main (int argc, char **argv)
{
  g_autofree char *program = g_path_get_basename (argv[0]);
  const char *top = g_getenv ("top_srcdir"), *name = strstr (program, "replay-");
  g_autofree char *corpus = NULL;

  for (int i = 1; i < argc; i++)
    replay_file (argv[i]);
  if (argc > 1)
    return 0;
  g_assert (name != NULL);
  corpus = g_build_filename (top != NULL ? top : ".", "tests", "fuzz", "corpus", name + strlen ("replay-"),
                             NULL);
  return replay_directory (corpus) > 0 ? 0 : 1;
}
