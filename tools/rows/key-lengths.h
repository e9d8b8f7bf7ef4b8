/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* The description of `key lengths` in the help. */
#define KEY_LENGTHS_TEXT                                                                                     \
  "Forms that `lengths` shows; the MD5 is that of the id as text:\n"                                         \
  "  int64           if the id is a whole number of 64 bits: eight bytes\n"                                  \
  "  uuid            if the id is a UUID: its sixteen bytes\n"                                               \
  "  text            the id as it was given: a number's digits\n"                                            \
  "  md5             the sixteen bytes of the MD5\n"                                                         \
  "  md5-base32      its bits as 26 digits and letters, 0 to 9 and A to V, in the order of the bytes\n"      \
  "  md5-as-text     its bytes taken for text in Windows-1252 and stored as UTF-8, which happens when a\n"   \
  "                  program takes bytes for a string: longer, and not always read back; avoid it\n"         \
  "  md5-hex         its 32 hex digits\n"                                                                    \
  "  md5-uuid        the hex digits with the dashes of a UUID"

/* Prints the forms in which an id could be stored in a row key, and the length of each. */
void key_lengths_print (Tool *tool, const guint8 *id, gsize length, gboolean hex);
