/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "advice.h"
#include "hbase-glib.h"

#define TABLE_BEGIN "table “"

/* What the library's messages advise, and what the shell offers instead. tests/tools/test-advice compares
 * the first with the messages. TABLE at the end of a command is the table that the message names. */
static const struct {
  const char *library, *shell;
} replacements[] = {
  { "hbase-glib: storage: ", "" },
  { "there is no database in ", "no table was created yet: there is no database in " },
  { "there is no such table; create it first",
    "there is no such table; `hbase-glib tables` lists the tables that exist" },
  { "the table's description lists its column families",
    "`hbase-glib describe TABLE` lists its column families" },
  { "the table's description lists its families", "`hbase-glib describe TABLE` lists its column families" },
  { "the table is disabled; enable it first", "the table is disabled; `hbase-glib enable TABLE` enables it" },
  { "the table is enabled; disable it first",
    "the table is enabled; `hbase-glib disable TABLE` disables it" },
  { "; create it first", "; create it with `hbase-glib namespace create`" },
  { "add it to the table, or name another",
    "create the table with that family, or name another by --guard-family or --token-column" },
  { "; give it one, or name the column that all rows have as the guard, and a token-column",
    "; name the column that all rows have by --guard-family and --guard-qualifier, and give --token-column" },
  { "settle or cancel it with its token before it is given up", "settle or cancel it by --token and --row" },
  { "ask for the first page again", "leave --token out to read the first page" },
  { "ask for the first page of this one", "leave --token out to read the first page" },
  { "set the prepender's strategy to “ticket”", "give --strategy=ticket and --sequence" },
  { "; read it with a cursor", "; read it with `hbase-glib scan`" },
  { "pass a random number, or read all salted keys (hbase_key_schema_list_salted_prefixes())",
    "`hbase-glib key prefixes` lists the keys with all salts" },
  { "read all salted keys (hbase_key_schema_list_salted_prefixes())",
    "`hbase-glib key prefixes` lists the keys with all salts" },
  { "; set allow-remote to allow it", "; give --allow-remote to allow it" },
  { "or scan stored keys, by a handle made by hbase_table_new()", "or give --schema= to read stored keys" },
};

/* Returns the first table that the message names; NULL: none, or no name that can be one word for a shell. */
static char *
find_table (const char *message)
{
  const char *begin = strstr (message, TABLE_BEGIN),
             *name = begin != NULL ? begin + strlen (TABLE_BEGIN) : "";
  gsize length = strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.:-");

  return length > 0 && *name != '-' && g_str_has_prefix (name + length, "”") ? g_strndup (name, length)
                                                                             : NULL;
}

char *
advice_for_shell (const char *message)
{
  GString *text = g_string_new (message);
  g_autofree char *table = find_table (message), *word = g_strconcat (" ", table, "`", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (replacements); i++)
    g_string_replace (text, replacements[i].library, replacements[i].shell, 0);
  if (table != NULL)
    g_string_replace (text, " TABLE`", word, 0);
  return g_string_free (text, FALSE);
}

/* Returns the URI without the space around it, and with its scheme in small letters. */
static char *
tidy_uri (const char *uri)
{
  char *tidy = g_strstrip (g_strdup (uri));
  gboolean has_scheme = strstr (tidy, "://") != NULL || g_ascii_strncasecmp (tidy, "local:", 6) == 0;

  for (char *c = tidy; has_scheme && *c != ':'; c++)
    *c = g_ascii_tolower (*c);
  return tidy;
}

static gboolean
is_valid (const char *uri)
{
  g_autoptr (HBaseConnection) connection = hbase_connection_new (uri, NULL);

  return connection != NULL;
}

static char *
guess_uri (const char *uri)
{
  const char *path = g_str_has_prefix (uri, "local:") ? uri + strlen ("local:") : uri;
  gboolean is_path = path != uri || *uri == '/' || *uri == '.';
  g_autofree char *absolute = NULL;

  if (!is_path)
    return strstr (uri, "://") == NULL && *uri != '\0' ? g_strconcat ("thrift://", uri, NULL) : NULL;
  if (g_str_has_prefix (path, "//"))
    path += 2;
  if (*path == '\0' || strpbrk (path, "?#") != NULL)
    return NULL;
  absolute = g_canonicalize_filename (path, NULL);
  if (strcmp (absolute, "/") == 0)
    return NULL;
  return g_strdup_printf ("local://%s", absolute);
}

char *
advice_for_uri (const char *uri)
{
  g_autofree char *tidy = tidy_uri (uri);
  g_autofree char *guess = strcmp (tidy, uri) != 0 && is_valid (tidy) ? g_strdup (tidy) : guess_uri (tidy);

  return guess != NULL ? g_strdup_printf ("did you mean %s?", guess) : NULL;
}

void
advice_add (GError **error, const char *advice)
{
  g_autofree char *message = NULL;

  if (error == NULL || *error == NULL)
    return;
  message = (*error)->message;
  (*error)->message = g_strdup_printf ("%s; %s", message, advice);
}

char *
advice_make_printable (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "\\", -1);

  for (char **part = parts; *part != NULL; part++)
    {
      char *shown = hbase_bytes_to_printable ((const guint8 *) *part, strlen (*part), "");

      g_free (*part);
      *part = shown;
    }
  return g_strjoinv ("\\", parts);
}

void
advice_print_lines (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    {
      g_autofree char *shown = advice_make_printable (*line);

      printf ("%s\n", shown);
    }
}
