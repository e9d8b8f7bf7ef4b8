/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check-main.h"
#include "local-call.h"

/* What another user can put into a directory: links where the engine's files should be. */

typedef struct {
  char *directory, *database, *reserve, *elsewhere;
} Files;

static void
files_init (Files *files)
{
  files->directory = local_directory ();
  files->database = g_build_filename (files->directory, "hbase-glib.sqlite", NULL);
  files->reserve = g_build_filename (files->directory, "hbase-glib.reserve", NULL);
  files->elsewhere = g_build_filename (files->directory, "elsewhere", NULL);
}

static void
files_clear (Files *files)
{
  g_free (files->database);
  g_free (files->reserve);
  g_free (files->elsewhere);
  local_remove (files->directory);
}

static void
refuse (const Files *files, HBaseLocalOpen how, const char *text)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_local_service_open (files->directory, how, NULL, &error));
  ck_assert_msg (strstr (error->message, text) != NULL, "%s", error->message);
}

/* Neither grown by a write nor truncated when space is needed, by a symbolic link or another name. */
START_TEST (test_reserve_is_a_link)
{
  HBaseLocalBudget budget = { .deadline = 0 };
  g_autofree char *text = NULL;
  HBaseLocalStore *store;
  Files files;
  Local local;

  files_init (&files);
  ck_assert (g_file_set_contents (files.elsewhere, "victim", -1, NULL));
  ck_assert_int_eq (
      _i == 0 ? symlink (files.elsewhere, files.reserve) : link (files.elsewhere, files.reserve), 0);
  local_open_at (&local, files.directory);
  make_table (&local, TABLE, "f:1");
  ck_text (put (&local, "r", "f:q=v"), "ok");
  store = hbase_local_service_get_store (local.service);
  ck_assert (!hbase_local_store_make_space (store, TRUE, 1, &budget));
  ck_assert (g_file_get_contents (files.elsewhere, &text, NULL, NULL));
  ck_assert_str_eq (text, "victim");
  local_close (&local);
  files_clear (&files);
}
END_TEST

/* Not even the file is created that the link names. */
START_TEST (test_database_is_a_link)
{
  Files files;

  files_init (&files);
  ck_assert_int_eq (symlink (files.elsewhere, files.database), 0);
  refuse (&files, HBASE_LOCAL_OPEN_CREATE, "is a link where the database's file should be");
  ck_assert (!g_file_test (files.elsewhere, G_FILE_TEST_EXISTS));
  ck_assert (g_file_set_contents (files.elsewhere, "", 0, NULL));
  refuse (&files, HBASE_LOCAL_OPEN_EXISTING, "is a link where the database's file should be");
  files_clear (&files);
}
END_TEST

/* Groups may have one user each, so a directory that a group can write to is accepted. */
START_TEST (test_directory_of_all_users)
{
  Files files;
  Local local;

  files_init (&files);
  ck_assert_int_eq (g_chmod (files.directory, 0775), 0);
  local_open_at (&local, files.directory);
  local_close (&local);
  ck_assert_int_eq (g_chmod (files.directory, 0777), 0);
  refuse (&files, HBASE_LOCAL_OPEN_CREATE, "every user can write to the directory");
  refuse (&files, HBASE_LOCAL_OPEN_EXISTING, "every user can write to the directory");
  local_open_how (&local, files.directory, HBASE_LOCAL_OPEN_READ_ONLY);
  local_close (&local);
  files_clear (&files);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("links");

  tcase_add_loop_test (tcase, test_reserve_is_a_link, 0, 2);
  tcase_add_test (tcase, test_database_is_a_link);
  tcase_add_test (tcase, test_directory_of_all_users);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-links", fill)
