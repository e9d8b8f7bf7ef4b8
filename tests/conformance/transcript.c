/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "transcript.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "call-parser.h"
#include "rendering.h"

typedef struct {
  Target *target;
  const char *path;
  const char *prefix;
  const char *service;
  void (*compact) (const char *table);
  char **lines;
  guint line;        /* index in `lines` of the next line */
  char *table;       /* real name of the current table */
  GPtrArray *tables; /* all tables that were created */
  GHashTable *kept;  /* name → response */
  GString *differences;
  gboolean show; /* whether to print calls and responses as a transcript */
} Transcript;

G_GNUC_PRINTF (2, 3)
static void
show (Transcript *transcript, const char *format, ...)
{
  va_list arguments;

  if (!transcript->show)
    return;
  va_start (arguments, format);
  vprintf (format, arguments);
  va_end (arguments);
  fflush (stdout); /* needed because a test that fails ends its process */
}

/* "$name" is a response that was kept, or else a table. */
static char *
expand (Transcript *transcript, const char *text)
{
  GString *out = g_string_new (NULL);

  while (*text != '\0')
    {
      gsize plain = strcspn (text, "$"), length;
      g_autofree char *name = NULL;
      const char *kept;

      g_string_append_len (out, text, (gssize) plain);
      text += plain;
      if (*text == '\0')
        break;
      for (length = 1; g_ascii_isalnum (text[length]); length++)
        continue;
      name = g_strndup (text + 1, length - 1);
      text += length;
      kept = g_hash_table_lookup (transcript->kept, name);
      g_string_append_printf (out, "%s%s", kept != NULL ? "" : transcript->prefix,
                              kept != NULL ? kept : name);
    }
  return g_string_free (out, FALSE);
}

char *
transcript_send (Target *target, const char *table, const char *text)
{
  Call call = notation_call (text, table, target->protocol);
  g_autoptr (HBaseBlock) reply = target_ask (target, call.method, call.arguments);

  return rendering_of (reply);
}

static char *
ask (Transcript *transcript, const char *text)
{
  g_autofree char *request = expand (transcript, text);

  return transcript_send (transcript->target, transcript->table, request);
}

/* ---- tables ---- */

static void
make_table (Transcript *transcript, const char *directive)
{
  g_auto (GStrv) words = g_strsplit (directive, " ", -1);
  g_autoptr (GString) call = g_string_new (NULL);
  g_autofree char *answer = NULL;
  guint count = g_strv_length (words);

  ck_assert_msg (count >= 4, "a table is 'table NAME FAMILY… VERSIONS', not '%s'", directive);
  g_free (transcript->table);
  transcript->table = g_strconcat (transcript->prefix, words[1], NULL);
  g_ptr_array_add (transcript->tables, g_strdup (transcript->table));
  g_string_printf (call, "createTable tableName=%s columns=[", transcript->table);
  for (guint i = 2; i < count - 1; i++)
    g_string_append_printf (call, "{name=%s maxVersions=%s}", words[i], words[count - 1]);
  g_string_append_c (call, ']');
  answer = ask (transcript, call->str);
  ck_assert_msg (g_str_equal (answer, "ok"), "%s: %s", call->str, answer);
}

/* Drops the tables that the file left; those that it dropped or disabled itself fail here, which is
 * ignored. */
static void
drop_tables (Transcript *transcript)
{
  for (guint i = 0; i < transcript->tables->len; i++)
    {
      const char *table = g_ptr_array_index (transcript->tables, i);
      g_autofree char *disable = g_strdup_printf ("disableTable tableName=%s", table);
      g_autofree char *drop = g_strdup_printf ("deleteTable tableName=%s", table);

      g_free (ask (transcript, disable));
      g_free (ask (transcript, drop));
    }
}

/* ---- calls ---- */

/* Returns the lines up to the next call, alternative, comment or empty line, joined. */
static char *
take_lines (Transcript *transcript)
{
  GString *expected = g_string_new (NULL);
  const char *line;

  while ((line = transcript->lines[transcript->line]) != NULL && *line != '\0' && *line != '#' && *line != '>'
         && *line != '!')
    {
      g_string_append_printf (expected, "%s%s", expected->len > 0 ? "\n" : "", line);
      transcript->line++;
    }
  return g_string_free (expected, FALSE);
}

/* A service is named by itself or by the beginning of its version: "2.4" names 2.4.17. */
static gboolean
is_service (const Transcript *transcript, const char *name)
{
  gsize length = strlen (name);

  return strncmp (transcript->service, name, length) == 0
         && (transcript->service[length] == '\0' || transcript->service[length] == '.');
}

/* Returns what the service is expected to respond: after the response of HBase may follow those of services
 * that deviate from it, each after a line "! SERVICE NAME-OF-THE-DEVIATION". */
static char *
take_expected (Transcript *transcript)
{
  char *expected = take_lines (transcript);
  const char *line;

  while ((line = transcript->lines[transcript->line]) != NULL && *line == '!')
    {
      g_auto (GStrv) words = g_strsplit (line, " ", -1);
      g_autofree char *alternative = NULL;

      ck_assert_msg (g_strv_length (words) == 3, "%s:%u: a deviation is '! SERVICE NAME'", transcript->path,
                     transcript->line + 1);
      transcript->line++;
      alternative = take_lines (transcript);
      if (is_service (transcript, words[1]))
        {
          g_free (expected);
          expected = g_steal_pointer (&alternative);
        }
    }
  return expected;
}

/* "name = call" keeps the response; returns the call. */
static const char *
split_keeping (const char *text, char **name)
{
  const char *equals = strstr (text, " = ");

  *name = equals != NULL ? g_strndup (text, (gsize) (equals - text)) : NULL;
  return equals != NULL ? equals + strlen (" = ") : text;
}

static void
converse (Transcript *transcript, const char *text)
{
  guint number = transcript->line;
  g_autofree char *name = NULL;
  g_autofree char *answer = ask (transcript, split_keeping (text, &name));
  g_autofree char *written = take_expected (transcript);
  g_autofree char *expected = NULL;

  if (name != NULL)
    g_hash_table_insert (transcript->kept, g_steal_pointer (&name), g_strdup (answer));
  expected = expand (transcript, written);
  show (transcript, "> %s\n%s\n", text, answer);
  if (!g_pattern_match_simple (expected, answer))
    g_string_append_printf (transcript->differences, "\n%s:%u: %s\nexpected %s\nanswered %s\n",
                            transcript->path, number, text, expected, answer);
}

/* "let name = text". */
static void
keep_text (Transcript *transcript, const char *definition)
{
  const char *equals = strstr (definition, " = ");

  ck_assert_msg (equals != NULL, "%s:%u: a text is kept by 'let NAME = TEXT'", transcript->path,
                 transcript->line);
  g_hash_table_insert (transcript->kept, g_strndup (definition, (gsize) (equals - definition)),
                       g_strdup (equals + strlen (" = ")));
}

static void
run_line (Transcript *transcript, const char *line)
{
  if (g_str_has_prefix (line, "> "))
    {
      converse (transcript, line + strlen ("> "));
      return;
    }
  show (transcript, "%s\n", line);
  if (g_str_has_prefix (line, "table "))
    make_table (transcript, line);
  else if (g_str_has_prefix (line, "compact "))
    {
      g_autofree char *table = g_strconcat (transcript->prefix, line + strlen ("compact "), NULL);

      transcript->compact (table);
    }
  else if (g_str_has_prefix (line, "let "))
    keep_text (transcript, line + strlen ("let "));
  else
    ck_assert_msg (*line == '\0' || *line == '#', "%s:%u: what is '%s'?", transcript->path, transcript->line,
                   line);
}

void
transcript_run (Target *target,
                const char *path,
                const char *prefix,
                const char *service,
                void (*compact) (const char *table))
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  Transcript transcript
      = { .target = target, .path = path, .prefix = prefix, .service = service, .compact = compact };

  g_file_get_contents (path, &text, NULL, &error);
  ck_assert_msg (text != NULL, "%s", error != NULL ? error->message : "");
  transcript.lines = g_strsplit (text, "\n", -1);
  transcript.tables = g_ptr_array_new_with_free_func (g_free);
  transcript.kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  transcript.differences = g_string_new (NULL);
  transcript.show = g_getenv ("HBASE_TEST_SHOW") != NULL;
  while (transcript.lines[transcript.line] != NULL)
    {
      const char *line = transcript.lines[transcript.line++];

      run_line (&transcript, line);
    }
  drop_tables (&transcript);
  if (transcript.differences->len > 0)
    fprintf (stderr, "%s", transcript.differences->str);
  ck_assert_msg (transcript.differences->len == 0, "not what HBase answers: see above");
  g_strfreev (transcript.lines);
  g_free (transcript.table);
  g_ptr_array_unref (transcript.tables);
  g_hash_table_unref (transcript.kept);
  g_string_free (transcript.differences, TRUE);
}
