/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <glib/gstdio.h>

#include "check-main.h"
#include "hbase-error.h"
#include "hbase-stubs-module-private.h"

/* The module with the generated code where it can't be loaded. */

static void
assert_not_found (const char *file, const char *text)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_stubs_module_find (file, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED);
  ck_assert_msg (strstr (error->message, text) != NULL, "%s", error->message);
}

START_TEST (a_module_that_is_not_installed_is_reported)
{
  assert_not_found ("/nowhere/hbase-stubs.so", "/nowhere/hbase-stubs.so");
}
END_TEST

START_TEST (another_module_is_reported)
{
  assert_not_found ("libgio-2.0.so.0", "hbase_stubs");
}
END_TEST

/* The library was replaced on the disk after this process had loaded it. */
START_TEST (a_module_of_another_version_is_not_used)
{
  assert_not_found (OTHER_MODULE, "other-stubs.so isn't of version " PACKAGE_VERSION "; start this program");
}
END_TEST

/* A folder with a file of the module's name; it is the working directory, too. */
static char *
make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("hbase-XXXXXX", &error);
  g_autofree char *file = g_build_filename (folder, "hbase-stubs.so", NULL);

  ck_assert_no_error (error);
  ck_assert (g_file_set_contents (file, "", 0, NULL));
  ck_assert_int_eq (g_chdir (folder), 0);
  return folder;
}

static void
remove_folder (const char *folder)
{
  g_unlink ("hbase-stubs.so");
  ck_assert_int_eq (g_chdir ("/"), 0);
  ck_assert_int_eq (g_rmdir (folder), 0);
}

START_TEST (a_module_beside_the_library_is_found)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *library = g_build_filename (folder, "libhbase-glib-1.0.so.0", NULL);
  g_autofree char *file = hbase_stubs_module_locate (library);

  ck_assert (g_str_has_prefix (file, folder));
  ck_assert (g_str_has_suffix (file, "/hbase-stubs.so"));
  remove_folder (folder);
}
END_TEST

/* A program that contains the library, and was started by its name alone. */
START_TEST (a_module_in_the_working_directory_is_not_loaded)
{
  static const char *const programs[] = { "program", "./program", "" };
  g_autofree char *folder = make_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *file = hbase_stubs_module_locate (programs[i]);

      ck_assert_str_eq (file, HBASE_MODULE_DIR "/hbase-stubs.so");
    }
  remove_folder (folder);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("stubs module");

  tcase_add_test (tcase, a_module_that_is_not_installed_is_reported);
  tcase_add_test (tcase, another_module_is_reported);
  tcase_add_test (tcase, a_module_of_another_version_is_not_used);
  tcase_add_test (tcase, a_module_beside_the_library_is_found);
  tcase_add_test (tcase, a_module_in_the_working_directory_is_not_loaded);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("stubs module", fill)
