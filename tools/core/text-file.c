/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file reads files of text without their byte order marks. */

#include "config.h"

#include <string.h>

#include "text-file.h"

#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

gsize
text_file_measure_mark (const char *data, gsize length)
{
  gsize n = strlen (BYTE_ORDER_MARK);

  return length >= n && memcmp (data, BYTE_ORDER_MARK, n) == 0 ? n : 0;
}

gboolean
text_file_read (const char *path, char **text, gsize *length, GError **error)
{
  gsize size, mark;

  if (!g_file_get_contents (path, text, &size, error))
    return FALSE;
  mark = text_file_measure_mark (*text, size);
  memmove (*text, *text + mark, size - mark + 1);
  if (length != NULL)
    *length = size - mark;
  return TRUE;
}
