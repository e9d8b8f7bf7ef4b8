/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file marks fields of CSV that a spreadsheet would take for formulas. */

#include "config.h"

#include <string.h>

#include "spreadsheet.h"

static gboolean
is_number (const char *field)
{
  char *end;

  g_ascii_strtod (field, &end);
  return *end == '\0' && strpbrk (field, "0123456789") != NULL;
}

gboolean
spreadsheet_needs_mark (const char *field)
{
  const char *p = field + strspn (field, "'");

  return *p != '\0' && strchr ("=+-@\t\r", *p) != NULL && (p > field || !is_number (p));
}

gsize
spreadsheet_measure_mark (const char *field)
{
  return *field == '\'' && spreadsheet_needs_mark (field) ? 1 : 0;
}
