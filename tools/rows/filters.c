/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes filters of text. */

#include "config.h"

#include "filters.h"

gboolean
filter_parse (const char *text, HBaseFilter **filter, GError **error)
{
  *filter = text != NULL ? hbase_filter_parse (text, error) : NULL;
  if (text == NULL || *filter != NULL)
    return TRUE;
  g_prefix_error (error, "--filter: ");
  return FALSE;
}
