/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file reads the fractions of seconds of times. */

#include "config.h"

#include <string.h>

#include "fractions.h"

guint
fraction_take (char *text, guint n_digits, gboolean *exact)
{
  char *point = strpbrk (text, ".,"), *p;
  guint fraction = 0, n = 0;

  if (point == NULL || !g_ascii_isdigit (point[1]))
    return 0;
  for (p = point + 1; g_ascii_isdigit (*p); p++, n++)
    if (n < n_digits)
      fraction = 10 * fraction + (guint) g_ascii_digit_value (*p);
    else
      *exact = *exact && *p == '0';
  memmove (point, p, strlen (p) + 1);
  for (; n < n_digits; n++)
    fraction *= 10;
  return fraction;
}
