/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "fuzz.h"

#include "hbase-plan-site-settings.h"

/* Files of HBase's configuration, separated by NULs: the first ones are added, and the last one is what each
 * include finds. A file that begins with `{` is a table's descriptor. */

#define FILES_MAX 4

static GBytes *
read_included (const char *file, gpointer text, GError **error)
{
  return *(const char *) text != '\0' ? g_bytes_new_static (text, strlen (text)) : NULL;
}

static void
add_file (HBasePlanSiteSettings *settings, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  gboolean ok = *text == '{'
                    ? hbase_plan_site_settings_add_descriptor (settings, "descriptor", text, &error)
                    : hbase_plan_site_settings_add_xml (settings, "conf/hbase-site.xml", bytes, &error);

  fuzz_assert_error (ok, error);
}

static void
check_notes (HBasePlanSiteSettings *settings)
{
  g_auto (GStrv) notes = hbase_plan_site_settings_get_notes (settings);

  for (guint i = 0; notes[i] != NULL; i++)
    fuzz_assert_message (notes[i]);
}

/* Each property has a value, or an error, and an origin. */
static void
check_properties (HBasePlanSiteSettings *settings)
{
  g_auto (GStrv) names = hbase_plan_site_settings_get_names (settings);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *value = hbase_plan_site_settings_get (settings, names[i], &error);

      fuzz_assert_error (value != NULL, error);
      fuzz_assert (hbase_plan_site_settings_get_origin (settings, names[i]) != NULL);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  HBaseSlice input = hbase_slice (data, size);
  g_autoptr (HBasePlanSiteSettings) settings = hbase_plan_site_settings_new ();
  char *files[FILES_MAX] = { NULL };
  guint n = 0;

  while (n == 0 || (n < FILES_MAX && input.length > 0))
    files[n++] = fuzz_take_text (&input, '\0');
  hbase_plan_site_settings_set_reader (settings, read_included, files[n - 1], NULL);
  for (guint i = 0; i < MAX (n - 1, 1); i++)
    add_file (settings, files[i]);
  check_notes (settings);
  check_properties (settings);
  for (guint i = 0; i < n; i++)
    g_free (files[i]);
  return 0;
}
