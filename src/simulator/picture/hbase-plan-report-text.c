/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-report-text-private.h"

#include "hbase-bytes.h"

/* This file formats what reports contain: sizes, durations, numbers, keys, and strings in JSON. The point of
 * a decimal doesn't depend on the locale. */

#define LONGEST 1e18 /* seconds */

void
hbase_plan_report_append_decimal (GString *text, const char *format, double number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (text, g_ascii_formatd (buffer, sizeof buffer, format, number));
}

void
hbase_plan_report_append_bytes (GString *text, double bytes)
{
  static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB" };
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  guint i = 0;

  for (; bytes >= 1024 && i + 1 < G_N_ELEMENTS (units); i++)
    bytes /= 1024;
  g_ascii_formatd (buffer, sizeof buffer, i > 0 ? "%.1f" : "%.0f", bytes);
  g_string_append_printf (text, "%s %s", buffer, units[i]);
}

void
hbase_plan_report_append_duration (GString *text, double ms)
{
  guint64 seconds = (guint64) CLAMP (ms / 1000 + 0.5, 0, LONGEST);

  if (seconds >= 86400)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT " d ", seconds / 86400);
  if (seconds >= 3600)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT " h ", seconds / 3600 % 24);
  if (seconds >= 60)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT " min ", seconds / 60 % 60);
  g_string_append_printf (text, "%" G_GUINT64_FORMAT " s", seconds % 60);
}

char *
hbase_plan_report_show_decimal (const char *format, double number)
{
  GString *text = g_string_new (NULL);

  hbase_plan_report_append_decimal (text, format, number);
  return g_string_free (text, FALSE);
}

char *
hbase_plan_report_show_bytes (double bytes)
{
  GString *text = g_string_new (NULL);

  hbase_plan_report_append_bytes (text, bytes);
  return g_string_free (text, FALSE);
}

char *
hbase_plan_report_show_duration (double seconds)
{
  GString *text = g_string_new (NULL);

  hbase_plan_report_append_duration (text, seconds * 1000);
  return g_string_free (text, FALSE);
}

char *
hbase_plan_report_describe_key (GBytes *key)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (key, &length);

  return hbase_bytes_to_escaped (data, length);
}

void
hbase_plan_report_append_string (GString *json, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  g_string_append_c (json, '"');
  for (const char *p = valid; *p != '\0'; p++)
    if (*p == '"' || *p == '\\')
      g_string_append_printf (json, "\\%c", *p);
    else if ((guchar) *p < 0x20)
      g_string_append_printf (json, "\\u%04x", (guint) *p);
    else
      g_string_append_c (json, *p);
  g_string_append_c (json, '"');
}
