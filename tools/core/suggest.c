/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file finds the word that was probably meant. */

#include "config.h"

#include <string.h>

#include "suggest.h"

#define LONGEST 63
#define MOST_ERRORS 3

/* Returns how many bytes must at least be inserted, removed, changed or swapped with the next one to turn `a`
 * into `b`. */
static guint
count_errors (const char *a, const char *b)
{
  gsize n = strlen (a), m = strlen (b);
  guint rows[LONGEST + 1][LONGEST + 1];

  if (n > LONGEST || m > LONGEST)
    return G_MAXUINT;
  for (gsize i = 0; i <= n; i++)
    for (gsize j = 0; j <= m; j++)
      {
        rows[i][j] = (guint) (i == 0 ? j : i);
        if (i == 0 || j == 0)
          continue;
        rows[i][j]
            = MIN (rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]), MIN (rows[i - 1][j], rows[i][j - 1]) + 1);
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
          rows[i][j] = MIN (rows[i][j], rows[i - 2][j - 2] + 1);
      }
  return rows[n][m];
}

/* Returns the one of `words` that begins with the word, or differs from it by a few typing errors, in small
 * or capital letters; NULL: none. */
static const char *
find_nearest (const char *word, const char *const *words)
{
  g_autofree char *lower = g_ascii_strdown (word, -1);
  const char *name = lower + strspn (lower, "-");
  guint least = MIN ((guint) strlen (name) / 3 + 1, MOST_ERRORS);
  const char *nearest = NULL;

  for (; *words != NULL; words++)
    {
      g_autofree char *candidate = g_ascii_strdown (*words, -1);
      guint n_errors = count_errors (lower, candidate);

      if (strlen (name) > 1 && g_str_has_prefix (candidate, lower))
        return *words;
      if (n_errors > least || (n_errors == least && nearest != NULL))
        continue;
      least = n_errors;
      nearest = *words;
    }
  return nearest;
}

char *
suggest_text (const char *word, const char *const *words)
{
  const char *nearest = find_nearest (word, words);

  return nearest != NULL ? g_strdup_printf ("; did you mean “%s”?", nearest) : g_strdup ("");
}
