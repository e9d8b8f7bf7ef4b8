/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Parses a number of bytes, with or without a binary unit: `1073741824`, `1.5G`, `500GiB`, `2TB`. At least
 * 1; there are no fractions without a unit. */
gboolean size_parse (const char *text, guint64 *bytes);
