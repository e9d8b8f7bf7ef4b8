/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* `hbase-glib simulate --png`: the pictures are read again, and compared with what they should show. */

#include "config.h"

#include <string.h>

#include <cairo.h>
#include <glib/gstdio.h>

#include "check-main.h"

#define WHITE 0xFFFFFF

static char *folder;

static void
make_folder (void)
{
  folder = g_dir_make_tmp ("hbase-png-XXXXXX", NULL);
  ck_assert_ptr_nonnull (folder);
}

static void
remove_folder (void)
{
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *file = g_build_filename (folder, name, NULL);

      g_unlink (file);
    }
  g_rmdir (folder);
  g_free (folder);
}

/* Runs `hbase-glib simulate WORDS` in the folder. */
static void
simulate (const char *words)
{
  g_autofree char *tool = g_build_filename (g_getenv ("top_builddir"), "tools", "hbase-glib", NULL);
  g_autofree char *line = g_strdup_printf ("'%s' simulate %s", tool, words), *errors = NULL;
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  ck_assert (g_shell_parse_argv (line, NULL, &arguments, NULL));
  g_spawn_sync (folder, arguments, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &errors, &status,
                &error);
  ck_assert_no_error (error);
  ck_assert_msg (g_spawn_check_wait_status (status, NULL), "%s: %s", line, errors);
}

static cairo_surface_t *
read_png (int width, int height)
{
  g_autofree char *file = g_build_filename (folder, "a.png", NULL);
  cairo_surface_t *surface = cairo_image_surface_create_from_png (file);

  ck_assert_int_eq (cairo_surface_status (surface), CAIRO_STATUS_SUCCESS);
  ck_assert_int_eq (cairo_image_surface_get_width (surface), width);
  ck_assert_int_eq (cairo_image_surface_get_height (surface), height);
  return surface;
}

/* Returns the colour of a pixel as 0xRRGGBB. */
static guint32
get_pixel (cairo_surface_t *surface, int x, int y)
{
  const unsigned char *row
      = cairo_image_surface_get_data (surface) + (gsize) y * (gsize) cairo_image_surface_get_stride (surface);
  guint32 pixel;

  memcpy (&pixel, row + 4 * x, sizeof pixel);
  return pixel & 0xFFFFFF;
}

/* Counts the pixels of a rectangle that have the colour. */
static guint
count_pixels (cairo_surface_t *surface, int x, int y, int width, int height, guint32 colour)
{
  guint n = 0;

  for (int i = 0; i < width * height; i++)
    n += get_pixel (surface, x + i % width, y + i / width) == colour;
  return n;
}

START_TEST (a_simulation_has_bars_and_a_heat_map)
{
  cairo_surface_t *surface;

  simulate ("--schema=id:int64 --generator=sequential --splits=uniform:2 --puts=10000 --png=a.png");
  surface = read_png (1000, 754);
  ck_assert_uint_eq (get_pixel (surface, 0, 0), WHITE);
  ck_assert_uint_eq (get_pixel (surface, 250, 100), 0x3465A4); /* all puts are in the first region, */
  ck_assert_uint_eq (get_pixel (surface, 600, 100), WHITE);    /* and none in the second one */
  ck_assert_uint_eq (get_pixel (surface, 600, 238), 0xCC0000);
  ck_assert_uint_lt (get_pixel (surface, 80, 698) & 0xFF, 0x20); /* the diagonal is red */
  ck_assert_uint_lt (get_pixel (surface, 776, 322) & 0xFF, 0x20);
  ck_assert_uint_eq (get_pixel (surface, 80, 322), WHITE);
  ck_assert_uint_lt (count_pixels (surface, 76, 8, 200, 20, WHITE), 200 * 20 - 100); /* the title */
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (an_emulation_has_a_bar_for_each_region)
{
  g_autofree char *site = g_build_filename (folder, "site.xml", NULL);
  cairo_surface_t *surface;

  ck_assert (g_file_set_contents (site, "<configuration/>", -1, NULL));
  simulate (
      "--emulate=site.xml --schema=id:int64 --generator=sequential --puts=1000 --png=a.png --svg=a.svg");
  surface = read_png (1000, 140); /* one region: a row of 18 pixels */
  ck_assert_uint_eq (get_pixel (surface, 25, 85), 0x0072B2);
  ck_assert_uint_eq (get_pixel (surface, 785, 85), 0x0072B2);
  ck_assert_uint_eq (get_pixel (surface, 500, 130), WHITE);
  cairo_surface_destroy (surface);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *png = tcase_create ("png");

  tcase_add_checked_fixture (png, make_folder, remove_folder);
  tcase_add_test (png, a_simulation_has_bars_and_a_heat_map);
  tcase_add_test (png, an_emulation_has_a_bar_for_each_region);
  suite_add_tcase (suite, png);
}

TEST_MAIN ("png", fill)
