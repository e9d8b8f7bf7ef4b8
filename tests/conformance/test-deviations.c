/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>

#include "check-main.h"

/* This tests that docs/deviations.md names the deviations that the transcripts name, and no others: in its
 * section on the engine those of the engine, in that on versions those of versions. And it names each
 * transcript, and no other, in its table of what is compared. */

#define PAGE "docs/deviations.md"
#define COMPARED "\n## What is compared"
#define ENGINE "\n## The embedded engine"
#define VERSIONS "\n## Versions"

static char *
path_of (const char *name)
{
  const char *source = g_getenv ("top_srcdir");

  return g_build_filename (source != NULL ? source : ".", name, NULL);
}

static char *
read_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  ck_assert_no_error (error);
  return text;
}

/* Adds the names in lines "! SERVICE NAME" of a transcript. */
static void
add_of_transcript (const char *path, gboolean of_engine, GHashTable *names)
{
  g_autofree char *text = read_file (path);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) words = g_strsplit (*line, " ", -1);

      if (g_strcmp0 (words[0], "!") == 0 && g_str_equal (words[1], "engine") == of_engine)
        g_hash_table_add (names, g_strdup (words[2]));
    }
}

static GHashTable *
list_transcripts (void)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *directory = path_of ("tests/conformance");
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  ck_assert_ptr_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".transcript"))
      g_hash_table_add (names, g_strndup (name, strlen (name) - strlen (".transcript")));
  return names;
}

static GHashTable *
of_transcripts (gboolean of_engine)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *directory = path_of ("tests/conformance");
  g_autoptr (GHashTable) transcripts = list_transcripts ();
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, transcripts);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      g_autofree char *file = g_strconcat (name, ".transcript", NULL);
      g_autofree char *path = g_build_filename (directory, file, NULL);

      add_of_transcript (path, of_engine, names);
    }
  return names;
}

/* Returns the names in the first columns of the page's tables: "| `name` |". */
static GHashTable *
of_page (gboolean of_engine)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *path = path_of (PAGE), *text = read_file (path);
  char *versions = strstr (text, VERSIONS);
  g_auto (GStrv) lines = NULL;

  ck_assert_ptr_nonnull (versions);
  if (of_engine)
    *versions = '\0';
  lines = g_strsplit (of_engine ? text : versions, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    if (g_str_has_prefix (*line, "| `"))
      g_hash_table_add (names, g_strndup (*line + strlen ("| `"), strcspn (*line + strlen ("| `"), "`")));
  return names;
}

static void
check_contains (GHashTable *all, GHashTable *some, const char *where)
{
  GHashTableIter names;
  gpointer name;

  g_hash_table_iter_init (&names, some);
  while (g_hash_table_iter_next (&names, &name, NULL))
    ck_assert_msg (g_hash_table_contains (all, name), "'%s' isn't in %s", (const char *) name, where);
}

START_TEST (the_page_names_the_deviations_of_the_transcripts)
{
  gboolean of_engine = _i == 0;
  g_autoptr (GHashTable) shown = of_transcripts (of_engine), named = of_page (of_engine);

  ck_assert_uint_gt (g_hash_table_size (shown), 0);
  check_contains (named, shown, PAGE);
  check_contains (shown, named, "a transcript");
}
END_TEST

/* Returns the names in the last column of the table of what is compared: those in backticks that aren't files
 * of the tests. */
static GHashTable *
compared_of_page (void)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *path = path_of (PAGE), *text = read_file (path);
  char *section = strstr (text, COMPARED), *end = strstr (text, ENGINE);
  g_auto (GStrv) lines = NULL;

  ck_assert (section != NULL && end != NULL && section < end);
  *end = '\0';
  lines = g_strsplit (section, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    {
      const char *column = g_str_has_prefix (*line, "| ") ? strstr (*line + 2, " | ") : NULL;
      g_auto (GStrv) parts = g_strsplit (column != NULL ? column : "", "`", -1);

      /* Every other part is a name. */
      for (guint i = 1; i < g_strv_length (parts); i += 2)
        if (!g_str_has_suffix (parts[i], ".c"))
          g_hash_table_add (names, g_strdup (parts[i]));
    }
  return names;
}

START_TEST (the_page_names_each_transcript)
{
  g_autoptr (GHashTable) transcripts = list_transcripts (), named = compared_of_page ();

  check_contains (named, transcripts, PAGE);
  check_contains (transcripts, named, "tests/conformance");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("page");

  tcase_add_loop_test (tests, the_page_names_the_deviations_of_the_transcripts, 0, 2);
  tcase_add_test (tests, the_page_names_each_transcript);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("deviations", fill)
