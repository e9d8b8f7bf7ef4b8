/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <math.h>
#include <string.h>

#include "browser-data.h"
#include "browser-driver.h"
#include "browser-error-bar.h"
#include "browser-inspector.h"
#include "browser-query-bar.h"
#include "browser-rows-page.h"
#include "browser-settings.h"
#include "check-main.h"

/* This tests HBase Browser as its user sees it. With HBASE_TEST_PICTURES=FOLDER the pictures of the
 * documentation are written to the folder. */

#define BORDER 5 /* pixels */

static BrowserDriver driver;

static void
start (void)
{
  browser_driver_init (&driver);
  browser_data_make (driver.uri);
}

static void
stop (void)
{
  browser_driver_clear (&driver);
}

/* Whether the label's text is in the picture. Its margin has no text. */
static void
assert_painted (GdkTexture *picture, const char *text)
{
  GtkWidget *label = browser_driver_find_text (&driver, text);

  ck_assert_msg (label != NULL, "“%s” isn't shown", text);
  ck_assert_uint_gt (browser_driver_count_pixels (&driver, picture, label), 8 * (guint) strlen (text));
}

/* Without the border, which windows have where nothing composes them. */
static GdkTexture *
crop (GdkTexture *picture)
{
  int width = gdk_texture_get_width (picture), height = gdk_texture_get_height (picture);
  gsize stride = (gsize) width * 4, size = stride * (gsize) height, skipped = BORDER * stride + BORDER * 4;
  guint8 *pixels = g_malloc (size);
  g_autoptr (GBytes) bytes = g_bytes_new_take (pixels, size);
  g_autoptr (GBytes) part = g_bytes_new_from_bytes (bytes, skipped, size - skipped);

  gdk_texture_download (picture, pixels, stride);
  return gdk_memory_texture_new (width - 2 * BORDER, height - 2 * BORDER, GDK_MEMORY_DEFAULT, part, stride);
}

static void
write_picture (GdkTexture *picture, const char *name)
{
  const char *folder = g_getenv ("HBASE_TEST_PICTURES");
  g_autofree char *path = folder != NULL ? g_build_filename (folder, name, NULL) : NULL;
  g_autoptr (GdkTexture) cropped = crop (picture);

  if (path != NULL)
    ck_assert (gdk_texture_save_to_png (cropped, path));
}

static void
open_table (const char *name)
{
  browser_driver_open (&driver, driver.uri);
  browser_driver_select_table (&driver, name);
}

/* ---- tests ---- */

START_TEST (rows_are_painted)
{
  g_autoptr (GdkTexture) before = NULL, after = NULL;
  GtkWidget *status;

  open_table ("actions");
  browser_driver_wait_for_text (&driver, "\"reviewers\"");
  browser_driver_enter (&driver, "Key schema", ACTIONS_SCHEMA);
  browser_driver_wait_for_text (&driver, "2023-11-14T22:13:20.000Z");
  after = browser_driver_render (&driver);
  assert_painted (after, "content:review");
  assert_painted (after, "2023-11-14T22:13:20.000Z");
  assert_painted (after, "libadwaita-1");
  ck_assert_ptr_null (browser_driver_find_text (&driver, "Row Key"));

  /* A label without text paints nothing. */
  browser_driver_wait_for_text (&driver, "rows");
  status = browser_driver_find_text (&driver, "rows");
  gtk_label_set_label (GTK_LABEL (status), "");
  before = browser_driver_render (&driver);
  ck_assert_uint_eq (browser_driver_count_pixels (&driver, before, status), 0);
}
END_TEST

static void
scroll_to_end (void)
{
  while (browser_driver_find_text (&driver, "600 rows and more") != NULL
         || browser_driver_find_text (&driver, "600 rows") == NULL)
    browser_driver_scroll (&driver, gtk_adjustment_get_upper (browser_driver_get_position (&driver)));
  browser_driver_scroll (&driver, gtk_adjustment_get_upper (browser_driver_get_position (&driver)));
}

START_TEST (scrolling_shows_all_rows_either_way)
{
  open_table ("actions");
  browser_driver_enter (&driver, "Key schema", ACTIONS_SCHEMA);
  browser_driver_wait_for_text (&driver, "2023-11-14T22:13:20.000Z");
  scroll_to_end ();
  browser_driver_wait_for_text (&driver, "2023-10-08T06:43:50.000Z");
  ck_assert_ptr_null (browser_driver_find_text (&driver, "2023-11-14T22:13:20.000Z"));

  browser_driver_scroll (&driver, 0);
  browser_driver_wait_for_text (&driver, "2023-11-14T22:13:20.000Z");

  g_object_set (browser_driver_find (&driver, BROWSER_TYPE_QUERY_BAR), "is-reversed", TRUE, NULL);
  browser_driver_wait_for_text (&driver, "2023-10-08T06:43:50.000Z");
}
END_TEST

static gboolean
has_error (BrowserDriver *unused, gpointer bar)
{
  return browser_error_bar_get_error (bar) != NULL;
}

START_TEST (a_lost_gateway_is_reported_above_the_rows)
{
  g_autofree char *folder = g_build_filename (driver.folder, "data", NULL), *uri = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseLocalServer) server = hbase_local_server_new (folder, "tcp://127.0.0.1:0", NULL, &error);
  GtkWidget *bar;

  ck_assert_no_error (error);
  uri = hbase_local_server_dup_uri (server);
  browser_driver_open (&driver, uri);
  browser_driver_select_table (&driver, "actions");
  browser_driver_wait_for_text (&driver, "\"reviewers\"");
  hbase_local_server_stop (server);
  browser_driver_scroll (&driver, gtk_adjustment_get_upper (browser_driver_get_position (&driver)));
  bar = browser_driver_find_in (browser_driver_find (&driver, BROWSER_TYPE_ROWS_PAGE),
                                BROWSER_TYPE_ERROR_BAR);
  browser_driver_wait (&driver, has_error, bar);
  ck_assert_ptr_nonnull (browser_driver_find_text (&driver, "\"reviewers\""));

  ck_assert (hbase_local_server_start (server, NULL, &error));
  gtk_info_bar_response (browser_driver_find_in (bar, GTK_TYPE_INFO_BAR), GTK_RESPONSE_APPLY);
  scroll_to_end ();
  ck_assert (!has_error (&driver, bar));
}
END_TEST

START_TEST (prefix_and_filter_select_rows)
{
  open_table ("actions");
  browser_driver_enter (&driver, "Key schema", ACTIONS_SCHEMA);
  browser_driver_enter (&driver, "Key prefix", "user=2");
  browser_driver_enter (&driver, "Filter", "SingleColumnValueFilter('content','action',=,'binary:merge')");
  browser_driver_wait_for_text (&driver, "50 rows");
  browser_driver_enter (&driver, "Key prefix", "user=9");
  browser_driver_wait_for_text (&driver, "No Matching Rows");
  browser_driver_select_table (&driver, "empty");
  browser_driver_wait_for_text (&driver, "This table is empty.");
}
END_TEST

START_TEST (a_schema_is_remembered)
{
  open_table ("actions");
  browser_driver_enter (&driver, "Key schema", ACTIONS_SCHEMA);
  browser_driver_wait_for_text (&driver, "2023-11-14T22:13:20.000Z");
  browser_driver_select_table (&driver, "users");
  browser_driver_wait_for_text (&driver, "Row Key");
  browser_driver_select_table (&driver, "actions");
  browser_driver_wait_for_text (&driver, "2023-11-14T22:13:20.000Z");
}
END_TEST

/* Whether the label is above the other one. */
static gboolean
is_above (const char *text, const char *other)
{
  graphene_rect_t upper, lower;
  GtkWidget *window = GTK_WIDGET (driver.window);

  return gtk_widget_compute_bounds (browser_driver_find_text (&driver, text), window, &upper)
         && gtk_widget_compute_bounds (browser_driver_find_text (&driver, other), window, &lower)
         && upper.origin.y < lower.origin.y;
}

/* Without the schema the events are in the order of the buckets: 4, 8, … come before 1, 5, … */
START_TEST (a_salted_table_is_shown_in_the_order_of_its_keys)
{
  open_table ("events");
  browser_driver_wait_for_text (&driver, "event 9");
  browser_driver_settle (&driver);
  ck_assert (is_above ("event 4", "event 3"));
  browser_driver_enter (&driver, "Key schema", EVENTS_SCHEMA);
  browser_driver_wait_for_text (&driver, "event 9");
  browser_driver_settle (&driver);
  ck_assert (is_above ("event 3", "event 4"));

  browser_driver_enter (&driver, "Key prefix", "id=7");
  browser_driver_wait_for_text (&driver, "1 row");
  ck_assert_ptr_nonnull (browser_driver_find_text (&driver, "event 7"));
}
END_TEST

/* ---- columns ---- */

static GtkColumnViewColumn *
find_column (const char *title)
{
  GListModel *columns = gtk_column_view_get_columns (browser_driver_find (&driver, GTK_TYPE_COLUMN_VIEW));

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_str_equal (gtk_column_view_column_get_title (column), title))
        return column;
    }
  return NULL;
}

static guint
count_cells_of_first_row (void)
{
  GListModel *rows = G_LIST_MODEL (browser_driver_get_selection (&driver));
  g_autoptr (HBaseRowItem) item = g_list_model_get_item (rows, 0);

  return item != NULL && hbase_row_item_get_row (item) != NULL
             ? hbase_row_get_n_cells (hbase_row_item_get_row (item))
             : 0;
}

static gboolean
has_n_cells (BrowserDriver *unused, gpointer n_cells)
{
  return count_cells_of_first_row () == GPOINTER_TO_UINT (n_cells);
}

START_TEST (hidden_columns_are_not_read_if_so_chosen)
{
  GtkWidget *restriction;

  open_table ("actions");
  browser_driver_wait_for_text (&driver, "content:review");
  ck_assert_uint_eq (count_cells_of_first_row (), 3);
  gtk_column_view_column_set_visible (find_column ("content:review"), FALSE);
  ck_assert_uint_eq (count_cells_of_first_row (), 3);
  restriction = browser_driver_find_check_button (&driver, "Read Only These");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (restriction), TRUE);
  browser_driver_wait (&driver, has_n_cells, GUINT_TO_POINTER (2));

  /* The hidden column is still known. */
  gtk_column_view_column_set_visible (find_column ("content:review"), TRUE);
  browser_driver_wait (&driver, has_n_cells, GUINT_TO_POINTER (3));
  browser_driver_select_table (&driver, "users");
  browser_driver_wait_for_text (&driver, "edsger");
  ck_assert (!gtk_check_button_get_active (GTK_CHECK_BUTTON (restriction)));
  ck_assert_ptr_null (find_column ("content:review"));
}
END_TEST

START_TEST (a_hidden_column_stays_hidden)
{
  open_table ("actions");
  browser_driver_wait_for_text (&driver, "content:review");
  gtk_column_view_column_set_visible (find_column ("content:review"), FALSE);
  browser_driver_enter (&driver, "Key schema", ACTIONS_SCHEMA);
  browser_driver_wait_for_text (&driver, "2023-11-14T22:13:20.000Z");
  ck_assert (!gtk_column_view_column_get_visible (find_column ("content:review")));
  ck_assert_ptr_null (browser_driver_find_text (&driver, "content:review"));
}
END_TEST

static gboolean
has_no_error (BrowserDriver *unused, gpointer bar)
{
  return !has_error (unused, bar);
}

/* The rows stay while an entry is mistyped. */
START_TEST (mistyped_entries_are_explained_above_the_rows)
{
  static const char *const entries[][2] = {
    { "Filter", "ValueFilter(=,'substring:" },
    { "Key schema", "user:<b>" },
    { "Key prefix", "\\x0" },
  };
  GtkWidget *bar;

  open_table ("actions");
  browser_driver_wait_for_text (&driver, "\"reviewers\"");
  bar = browser_driver_find_in (browser_driver_find (&driver, BROWSER_TYPE_ROWS_PAGE),
                                BROWSER_TYPE_ERROR_BAR);
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      browser_driver_enter (&driver, entries[i][0], entries[i][1]);
      browser_driver_wait (&driver, has_error, bar);
      browser_driver_settle (&driver);
      ck_assert_ptr_nonnull (browser_driver_find_text (&driver, "\"reviewers\""));
      ck_assert (has_error (&driver, bar));
      browser_driver_enter (&driver, entries[i][0], "");
      browser_driver_wait (&driver, has_no_error, bar);
      browser_driver_wait_for_text (&driver, "\"reviewers\"");
    }
}
END_TEST

START_TEST (errors_are_shown_and_retried)
{
  open_table ("actions");
  browser_driver_wait_for_text (&driver, "\"reviewers\"");
  browser_driver_enter (&driver, "Filter", "NoSuchFilter()");
  browser_driver_wait_for_text (&driver, "Rows Can’t Be Read");
  browser_driver_enter (&driver, "Filter", "");
  browser_driver_wait_for_text (&driver, "\"reviewers\"");
}
END_TEST

START_TEST (an_invalid_uri_is_explained)
{
  browser_driver_open (&driver, "gopher://nowhere");
  browser_driver_wait_for_text (&driver, "gopher");
  ck_assert_uint_eq (g_strv_length (browser_settings_list_recent ()), 0);
}
END_TEST

START_TEST (what_is_not_there_is_said)
{
  g_autofree char *uri = g_strconcat (driver.uri, "-2", NULL);

  browser_driver_open (&driver, uri);
  browser_driver_wait_for_text (&driver, "Can’t List Tables");
  browser_driver_wait_for_text (&driver, "there is no database in");
  ck_assert (!g_file_test (uri + strlen ("local://"), G_FILE_TEST_EXISTS));
  browser_driver_wait_for_text (&driver, "No Table Selected");
  browser_window_open (driver.window, "thrift://127.0.0.1:1");
  browser_driver_wait_for_text (&driver, "Can’t List Tables");
  browser_driver_wait_for_text (&driver, "refused");
}
END_TEST

START_TEST (opened_databases_are_remembered)
{
  g_auto (GStrv) recent = NULL;

  browser_driver_open (&driver, driver.uri);
  browser_driver_wait_for_text (&driver, "pictures");
  gtk_widget_activate_action (GTK_WIDGET (driver.window), "win.close-database", NULL);
  browser_driver_wait_for_text (&driver, driver.uri);
  recent = browser_settings_list_recent ();
  ck_assert_str_eq (recent[0], driver.uri);
  ck_assert_ptr_null (recent[1]);
}
END_TEST

/* The second one comes after the first poll. */
START_TEST (new_rows_are_followed)
{
  g_autoptr (GdkTexture) picture = NULL;

  open_table ("users");
  browser_driver_wait_for_text (&driver, "edsger");
  gtk_widget_activate_action (GTK_WIDGET (driver.window), "win.toggle-live", NULL);
  browser_data_add_row (driver.uri, "users", "!2");
  browser_driver_wait_for_text (&driver, "!2");
  browser_data_add_row (driver.uri, "users", "!1");
  browser_driver_wait_for_text (&driver, "!1");
  picture = browser_driver_render (&driver);
  assert_painted (picture, "!1");
  ck_assert_double_eq (gtk_adjustment_get_value (browser_driver_get_position (&driver)), 0);
  ck_assert_uint_eq (g_list_model_get_n_items (G_LIST_MODEL (browser_driver_get_selection (&driver))), 52);

  gtk_widget_activate_action (GTK_WIDGET (driver.window), "win.toggle-live", NULL);
  browser_data_add_row (driver.uri, "users", "!0");
  gtk_widget_activate_action (GTK_WIDGET (driver.window), "win.reload", NULL);
  browser_driver_wait_for_text (&driver, "!0");
}
END_TEST

static void
inspect_row (guint position)
{
  g_object_set (browser_driver_find (&driver, BROWSER_TYPE_ROWS_PAGE), "is-inspecting", TRUE, NULL);
  gtk_single_selection_set_selected (browser_driver_get_selection (&driver), position);
  browser_driver_settle (&driver);
}

/* The text of the text view that is shown. */
static gboolean
has_text_view (BrowserDriver *unused, gpointer text)
{
  GtkTextView *view = browser_driver_find (&driver, GTK_TYPE_TEXT_VIEW);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  g_autofree char *shown = NULL;

  g_object_get (buffer, "text", &shown, NULL);
  return gtk_widget_get_mapped (GTK_WIDGET (view)) && strstr (shown, text) != NULL;
}

static void
select_cell (guint index)
{
  GtkWidget *inspector = browser_driver_find (&driver, BROWSER_TYPE_INSPECTOR);
  GtkListView *cells = browser_driver_find_in (inspector, GTK_TYPE_LIST_VIEW);

  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (gtk_list_view_get_model (cells)), index);
  browser_driver_settle (&driver);
}

START_TEST (the_cells_of_a_row_are_inspected)
{
  g_autoptr (GdkTexture) rows = NULL;
  GtkWidget *picture;

  open_table ("actions");
  browser_driver_enter (&driver, "Key schema", ACTIONS_SCHEMA);
  browser_driver_wait_for_text (&driver, "2023-11-14T22:13:20.000Z");
  inspect_row (2);
  browser_driver_wait_for_text (&driver, "content:review");
  browser_driver_wait (&driver, has_text_view, (gpointer) "upload");
  select_cell (2);
  browser_driver_wait (&driver, has_text_view, (gpointer) "\n  \"reviewers\": [\n    \"");
  rows = browser_driver_render (&driver);
  assert_painted (rows, "user=1");
  write_picture (rows, "browser.png");
  browser_driver_select_table (&driver, "pictures");
  browser_driver_wait_for_text (&driver, "picture-01.png");
  inspect_row (1);
  picture = browser_driver_find (&driver, GTK_TYPE_PICTURE);
  ck_assert (gtk_widget_get_mapped (picture));
  ck_assert_int_eq (gdk_paintable_get_intrinsic_width (gtk_picture_get_paintable (GTK_PICTURE (picture))),
                    64);
}
END_TEST

static void
count_notification (guint *n)
{
  *n += 1;
}

START_TEST (inspecting_notifies_only_changes)
{
  GObject *page;
  guint n = 0;

  open_table ("actions");
  page = G_OBJECT (browser_driver_find (&driver, BROWSER_TYPE_ROWS_PAGE));
  g_object_set (page, "is-inspecting", FALSE, NULL);
  g_signal_connect_swapped (page, "notify::is-inspecting", G_CALLBACK (count_notification), &n);
  g_object_set (page, "is-inspecting", FALSE, NULL);
  ck_assert_uint_eq (n, 0);
  g_object_set (page, "is-inspecting", TRUE, NULL);
  ck_assert_uint_eq (n, 1);
  g_signal_handlers_disconnect_by_data (page, &n);
}
END_TEST

/* ---- values ---- */

#define TURNED "a\u202eb"   /* is painted as if it were in another order */
#define JOINED "a\u200db\n" /* is text */

static void
make_odd_values (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseConnection) connection = hbase_connection_new (driver.uri, &error);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new_from_string ("odd\n  f", &error);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "odd");
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("full"), other = hbase_put_new_utf8 ("missing");

  ck_assert (hbase_admin_create_table (admin, descriptor, NULL, NULL, &error));
  hbase_put_add_utf8 (put, "f", "empty", "");
  hbase_put_add_utf8 (put, "f", "joined", JOINED);
  hbase_put_add_utf8 (put, "f", "json", "[\"" TURNED "\"]");
  hbase_put_add_utf8 (put, "f", "turned", TURNED);
  hbase_put_add_utf8 (other, "f", "joined", "!");
  ck_assert (hbase_table_put (table, put, NULL, &error) && hbase_table_put (table, other, NULL, &error));
}

/* The only text of a text view is the value: without hyphens where a line is broken. */
static gboolean
has_no_hyphens (void)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (browser_driver_find (&driver, GTK_TYPE_TEXT_VIEW));
  g_autoptr (GSList) tags = NULL;
  gboolean hyphens = TRUE;
  GtkTextIter start;

  gtk_text_buffer_get_start_iter (buffer, &start);
  tags = gtk_text_iter_get_tags (&start);
  for (GSList *i = tags; i != NULL; i = i->next)
    g_object_get (i->data, "insert-hyphens", &hyphens, NULL);
  return !hyphens;
}

START_TEST (a_value_does_not_look_like_another_one)
{
  make_odd_values ();
  open_table ("odd");
  browser_driver_wait_for_text (&driver, "(empty)");
  browser_driver_wait_for_text (&driver, "a\\xE2\\x80\\xAEb");
  browser_driver_wait_for_text (&driver, "a\u200db");
  ck_assert_ptr_null (browser_driver_find_text (&driver, TURNED));

  inspect_row (0);
  select_cell (1);
  browser_driver_wait (&driver, has_text_view, (gpointer) JOINED);
  ck_assert (has_no_hyphens ());
  select_cell (2);
  browser_driver_wait (&driver, has_text_view, (gpointer) "\"a\\u202Eb\"");
  ck_assert (has_no_hyphens ());
  select_cell (3);
  browser_driver_wait (&driver, has_text_view, (gpointer) "a\\xE2\\x80\\xAEb");
}
END_TEST

/* Of the widest region, as of all others, the bar is as long as its share of all keys. */
static gboolean
has_bar (GtkWidget *widget, double fraction)
{
  if (GTK_IS_PROGRESS_BAR (widget) && gtk_widget_get_mapped (widget)
      && fabs (gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (widget)) - fraction) < 0.001)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_bar (child, fraction))
      return TRUE;
  return FALSE;
}

START_TEST (regions_have_bars)
{
  g_autoptr (GdkTexture) picture = NULL;
  GtkWidget *bar;

  open_table ("users");
  browser_driver_show_page (&driver, "regions");
  browser_driver_wait_for_text (&driver, "6 Regions");
  browser_driver_wait_for_text (&driver, "first row … 2");
  browser_driver_wait_for_text (&driver, "37.5 %");
  ck_assert (has_bar (GTK_WIDGET (driver.window), 0.375));
  bar = browser_driver_find (&driver, g_type_from_name ("BrowserShareBar"));
  picture = browser_driver_render (&driver);
  ck_assert_uint_gt (browser_driver_count_pixels (&driver, picture, bar), 1000);
}
END_TEST

static GtkWidget *
find_button (const char *label)
{
  GtkWidget *text = browser_driver_find_text (&driver, label);

  ck_assert_msg (text != NULL, "there is no button “%s”", label);
  return gtk_widget_get_ancestor (text, GTK_TYPE_BUTTON);
}

/* The keys are hexadecimal digits, of which the third region has 6 of 16. */
START_TEST (the_rows_of_regions_are_counted)
{
  g_autoptr (GdkTexture) picture = NULL;

  open_table ("users");
  browser_driver_show_page (&driver, "regions");
  browser_driver_wait_for_text (&driver, "6 Regions");
  ck_assert_ptr_null (browser_driver_find_text (&driver, "18 rows"));
  g_signal_emit_by_name (find_button ("Count Rows"), "clicked");
  browser_driver_wait_for_text (&driver, "50 rows");
  browser_driver_wait_for_text (&driver, "Count Rows");
  ck_assert_ptr_nonnull (browser_driver_find_text (&driver, "18 rows"));
  picture = browser_driver_render (&driver);
  write_picture (picture, "browser-regions.png");

  browser_data_add_row (driver.uri, "users", "5");
  g_signal_emit_by_name (find_button ("Count Rows"), "clicked");
  browser_driver_wait_for_text (&driver, "51 rows");
  ck_assert_ptr_nonnull (browser_driver_find_text (&driver, "19 rows"));
}
END_TEST

START_TEST (a_count_can_be_stopped)
{
  open_table ("users");
  browser_driver_show_page (&driver, "regions");
  browser_driver_wait_for_text (&driver, "6 Regions");
  g_signal_emit_by_name (find_button ("Count Rows"), "clicked");
  g_signal_emit_by_name (find_button ("Stop"), "clicked");
  browser_driver_wait_for_text (&driver, "0 rows (stopped)");
  browser_driver_select_table (&driver, "empty");
  browser_driver_wait_for_text (&driver, "1 Region");
  g_signal_emit_by_name (find_button ("Count Rows"), "clicked");
  browser_driver_wait_for_text (&driver, "0 rows");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("browser");

  tcase_add_checked_fixture (tests, start, stop);
  tcase_add_test (tests, rows_are_painted);
  tcase_add_test (tests, scrolling_shows_all_rows_either_way);
  tcase_add_test (tests, a_lost_gateway_is_reported_above_the_rows);
  tcase_add_test (tests, prefix_and_filter_select_rows);
  tcase_add_test (tests, a_schema_is_remembered);
  tcase_add_test (tests, a_salted_table_is_shown_in_the_order_of_its_keys);
  tcase_add_test (tests, hidden_columns_are_not_read_if_so_chosen);
  tcase_add_test (tests, a_hidden_column_stays_hidden);
  tcase_add_test (tests, mistyped_entries_are_explained_above_the_rows);
  tcase_add_test (tests, errors_are_shown_and_retried);
  tcase_add_test (tests, an_invalid_uri_is_explained);
  tcase_add_test (tests, what_is_not_there_is_said);
  tcase_add_test (tests, opened_databases_are_remembered);
  tcase_add_test (tests, the_cells_of_a_row_are_inspected);
  tcase_add_test (tests, inspecting_notifies_only_changes);
  tcase_add_test (tests, a_value_does_not_look_like_another_one);
  tcase_add_test (tests, new_rows_are_followed);
  tcase_add_test (tests, regions_have_bars);
  tcase_add_test (tests, the_rows_of_regions_are_counted);
  tcase_add_test (tests, a_count_can_be_stopped);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("browser", fill)
