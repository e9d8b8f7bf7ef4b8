/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-setting-value-private.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* This file implements the syntax of numbers in configuration files: that of Hadoop's class
   `Configuration`. */

static const char *const not_integer = "isn't an integer (HBase reads no units here)";
static const char *const not_in_64_bits = "doesn't fit into 64 bits";

/* The digits after an optional sign and 0x, and their base. */
static const char *
find_digits (const char *text, guint *base)
{
  const char *digits = *text == '-' || *text == '+' ? text + 1 : text;

  *base = 10;
  if (digits[0] != '0' || (digits[1] != 'x' && digits[1] != 'X') || *text == '+')
    return digits;
  *base = 16;
  return digits + 2;
}

const char *
hbase_plan_setting_value_parse_integer (const char *text, gint64 *value)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  g_autofree char *number = NULL;
  g_autoptr (GError) error = NULL;
  guint base;
  const char *digits = find_digits (trimmed, &base);

  if (!g_ascii_isxdigit (*digits))
    return not_integer;
  number = g_strconcat (*trimmed == '-' ? "-" : "", digits, NULL);
  if (g_ascii_string_to_signed (number, base, G_MININT64, G_MAXINT64, value, &error))
    return NULL;
  return g_error_matches (error, G_NUMBER_PARSER_ERROR, G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS) ? not_in_64_bits
                                                                                             : not_integer;
}

const char *
hbase_plan_setting_value_parse_bytes (const char *text, gint64 *value)
{
  static const char prefixes[] = "kmgtpe";
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  gsize length = strlen (trimmed);
  const char *prefix = length > 1 ? strchr (prefixes, g_ascii_tolower (trimmed[length - 1])) : NULL;
  const char *problem;
  int shift;

  if (prefix == NULL || g_str_has_prefix (trimmed, "0x"))
    return hbase_plan_setting_value_parse_integer (text, value);
  trimmed[length - 1] = '\0';
  shift = 10 * (int) (prefix - prefixes + 1);
  problem = hbase_plan_setting_value_parse_integer (trimmed, value);
  if (problem != NULL)
    return problem == not_in_64_bits ? problem : "isn't a number of bytes, with k, m, g, t, p or e after it";
  if (*value > G_MAXINT64 >> shift || *value < -(G_MAXINT64 >> shift))
    return not_in_64_bits;
  *value *= G_GINT64_CONSTANT (1) << shift;
  return NULL;
}

const char *
hbase_plan_setting_value_parse_number (const char *text, double *value)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  gsize length = strlen (trimmed);
  char *end;

  if (length > 1 && strchr ("fFdD", trimmed[length - 1]) != NULL)
    trimmed[length - 1] = '\0';
  *value = g_ascii_strtod (trimmed, &end);
  if (end == trimmed || *end != '\0' || g_ascii_isspace (*trimmed))
    return "isn't a number";
  return isfinite (*value) ? NULL : "isn't a finite number";
}

const char *
hbase_plan_setting_value_parse_boolean (const char *text, gboolean *value)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));

  *value = g_ascii_strcasecmp (trimmed, "true") == 0;
  return *value || g_ascii_strcasecmp (trimmed, "false") == 0 ? NULL : "is neither true nor false";
}
