/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct _Fixture {
  GPid process;
  int commands; /* its standard input */
  int answers;  /* its standard output */
  char *directory;
  GHashTable *ports; /* mode → port */
};

#define MUST(condition, ...)                                                                                 \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    if (!(condition))                                                                                        \
      {                                                                                                      \
        fprintf (stderr, "fixture: " __VA_ARGS__);                                                           \
        fputc ('\n', stderr);                                                                                \
        exit (1);                                                                                            \
      }                                                                                                      \
  }                                                                                                          \
  G_STMT_END

/* Reads byte by byte: bytes that are read beyond the line would be lost to the other processes that share the
 * pipe. */
static char *
read_line (Fixture *fixture)
{
  g_autoptr (GString) line = g_string_new (NULL);
  char byte;
  gssize got;

  while ((got = read (fixture->answers, &byte, 1)) == 1 && byte != '\n')
    g_string_append_c (line, byte);
  return got == 1 ? g_string_free (g_steal_pointer (&line), FALSE) : NULL;
}

/* Returns the last lines of HBase's log, which say why it ended. */
static char *
log_tail (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->directory, "log", NULL);
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return g_strdup ("it left no log; did Maven fetch its jars?");
  return g_strdup (length > 3000 ? text + length - 3000 : text);
}

#define DEFAULT_VERSION "2.6.1" /* that of pom.xml */

const char *
fixture_version (void)
{
  const char *version = g_getenv ("HBASE_FIXTURE_VERSION");

  return version != NULL ? version : DEFAULT_VERSION;
}

/* Returns where the jars are: each version has a cache of its own. */
static char *
cache_path (void)
{
  const char *build = g_getenv ("top_builddir"), *version = fixture_version ();
  gboolean is_default = g_str_equal (version, DEFAULT_VERSION);

  return g_strconcat (build != NULL ? build : ".", "/tests/hbase/cache", is_default ? NULL : "-", version,
                      NULL);
}

static void
spawn (Fixture *fixture, const char *modes)
{
  const char *source = g_getenv ("top_srcdir");
  g_autofree char *program = g_build_filename (source != NULL ? source : ".", "tests/hbase/start", NULL);
  g_autofree char *cache = cache_path ();
  g_autofree char *line = g_strdup_printf ("%s %s", "program cache data", modes);
  g_auto (GStrv) arguments = g_strsplit (line, " ", -1);
  g_autoptr (GError) error = NULL;

  g_free (arguments[0]), arguments[0] = g_steal_pointer (&program);
  g_free (arguments[1]), arguments[1] = g_steal_pointer (&cache);
  g_free (arguments[2]), arguments[2] = g_strdup (fixture->directory);
  MUST (g_spawn_async_with_pipes (NULL, arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                                  &fixture->process, &fixture->commands, &fixture->answers, NULL, &error),
        "can't start %s: %s", arguments[0], error->message);
  /* A later child process that inherited this end would keep HBase running. */
  fcntl (fixture->commands, F_SETFD, FD_CLOEXEC);
  fcntl (fixture->answers, F_SETFD, FD_CLOEXEC);
}

static void
await_ready (Fixture *fixture)
{
  g_autofree char *line = read_line (fixture);
  g_autofree char *log = line == NULL ? log_tail (fixture) : NULL;
  g_auto (GStrv) words = NULL;

  MUST (line != NULL && g_str_has_prefix (line, "READY "), "HBase didn't start: %s",
        line != NULL ? line : log);
  words = g_strsplit (line + strlen ("READY "), " ", -1);
  for (char **word = words; *word != NULL; word++)
    {
      char *equals = strchr (*word, '=');

      MUST (equals != NULL, "what is '%s'?", *word);
      *equals = '\0';
      g_hash_table_insert (fixture->ports, g_strdup (*word), GUINT_TO_POINTER (atoi (equals + 1)));
    }
}

Fixture *
fixture_start (const char *modes)
{
  Fixture *fixture = g_new0 (Fixture, 1);
  g_autoptr (GError) error = NULL;

  fixture->ports = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  fixture->directory = g_dir_make_tmp ("hbase-fixture-XXXXXX", &error);
  MUST (fixture->directory != NULL, "%s", error->message);
  spawn (fixture, modes);
  await_ready (fixture);
  return fixture;
}

void
fixture_remove_directory (const char *directory)
{
  const char *arguments[] = { "rm", "-rf", directory, NULL };

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
}

void
fixture_stop (Fixture *fixture)
{
  close (fixture->commands);
  while (waitpid (fixture->process, NULL, 0) < 0 && errno == EINTR)
    continue;
  g_spawn_close_pid (fixture->process);
  close (fixture->answers);
  fixture_remove_directory (fixture->directory);
  g_free (fixture->directory);
  g_hash_table_unref (fixture->ports);
  g_free (fixture);
}

const char *
fixture_directory (Fixture *fixture)
{
  return fixture->directory;
}

GPid
fixture_pid (Fixture *fixture)
{
  return fixture->process;
}

guint
fixture_port (Fixture *fixture, const char *mode)
{
  guint port = GPOINTER_TO_UINT (g_hash_table_lookup (fixture->ports, mode));

  MUST (port != 0, "no gateway '%s' was started", mode);
  return port;
}

/* The certificate is made out for 127.0.0.1, and is its own authority. */
static char *
http_uri (guint port, gboolean secure)
{
  g_autofree char *cache = cache_path ();
  g_autofree char *directory = g_canonicalize_filename (cache, NULL);

  if (!secure)
    return g_strdup_printf ("http://127.0.0.1:%u/", port);
  return g_strdup_printf ("https://127.0.0.1:%u/?ca=%s/certificate.pem", port, directory);
}

char *
fixture_uri (Fixture *fixture, const char *mode)
{
  gboolean compact = strstr (mode, "compact") != NULL;
  gboolean framed = strstr (mode, "framed") != NULL || strstr (mode, "nonblocking") != NULL
                    || strstr (mode, "hsha") != NULL || strstr (mode, "threadedselector") != NULL;

  if (g_str_has_prefix (mode, "http"))
    return http_uri (fixture_port (fixture, mode), g_str_has_prefix (mode, "https"));
  return g_strdup_printf ("thrift://127.0.0.1:%u/?protocol=%s&framing=%s", fixture_port (fixture, mode),
                          compact ? "compact" : "binary", framed ? "framed" : "none");
}

char *
fixture_ask (Fixture *fixture, const char *command)
{
  g_autofree char *line = g_strconcat (command, "\n", NULL);
  gsize length = strlen (line);
  char *answer;

  MUST (write (fixture->commands, line, length) == (gssize) length, "'%s' can't be sent: %s", command,
        g_strerror (errno));
  answer = read_line (fixture);
  MUST (answer != NULL, "HBase ended at '%s'", command);
  return answer;
}

/* Returns what follows `ok` in the response. */
G_GNUC_PRINTF (2, 0)
static char *
command_successfully (Fixture *fixture, const char *format, va_list arguments)
{
  g_autofree char *command = g_strdup_vprintf (format, arguments);
  g_autofree char *answer = fixture_ask (fixture, command);

  MUST (g_str_has_prefix (answer, "ok"), "'%s': %s", command, answer);
  return g_strdup (answer + strlen ("ok"));
}

void
fixture_command (Fixture *fixture, const char *format, ...)
{
  g_autofree char *answer = NULL;
  va_list arguments;

  va_start (arguments, format);
  answer = command_successfully (fixture, format, arguments);
  va_end (arguments);
}

guint
fixture_query (Fixture *fixture, const char *format, ...)
{
  g_autofree char *answer = NULL;
  va_list arguments;

  va_start (arguments, format);
  answer = command_successfully (fixture, format, arguments);
  va_end (arguments);
  return (guint) g_ascii_strtoull (answer, NULL, 10);
}
