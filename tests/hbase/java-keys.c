/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "java-keys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct _JavaKeys {
  GPid process;
  FILE *commands; /* its standard input */
  FILE *answers;  /* its standard output */
};

G_GNUC_NORETURN static void
fail (const char *what, const char *why)
{
  fprintf (stderr, "java-keys: %s: %s\n", what, why);
  exit (1);
}

static char *
path_of (const char *variable, const char *name)
{
  const char *top = g_getenv (variable);

  return g_build_filename (top != NULL ? top : ".", "tests/hbase", name, NULL);
}

JavaKeys *
java_keys_start (void)
{
  JavaKeys *java = g_new0 (JavaKeys, 1);
  g_autofree char *jars = path_of ("top_builddir", "cache/lib/*");
  g_autofree char *source = path_of ("top_srcdir", "HBaseKeys.java");
  char *arguments[]
      = { (char *) "java", (char *) "-XX:TieredStopAtLevel=1", (char *) "-cp", jars, source, NULL };
  g_autoptr (GError) error = NULL;
  int in, out;

  if (!g_spawn_async_with_pipes (NULL, arguments, NULL,
                                 G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL,
                                 NULL, NULL, &java->process, &in, &out, NULL, &error))
    fail ("Java can't be started", error->message);
  fcntl (in, F_SETFD, FD_CLOEXEC);
  fcntl (out, F_SETFD, FD_CLOEXEC);
  java->commands = fdopen (in, "w");
  java->answers = fdopen (out, "r");
  return java;
}

/* A test that was killed has left an answer unread, and Java would wait for its reader without end. */
void
java_keys_stop (JavaKeys *java)
{
  fclose (java->commands);
  fclose (java->answers);
  while (waitpid (java->process, NULL, 0) < 0 && errno == EINTR)
    continue;
  g_spawn_close_pid (java->process);
  g_free (java);
}

char *
java_keys_ask (JavaKeys *java, const char *command)
{
  char *line = NULL;
  size_t size = 0;
  ssize_t length;
  char *answer;

  if (fprintf (java->commands, "%s\n", command) < 0 || fflush (java->commands) != 0)
    fail (command, g_strerror (errno));
  length = getline (&line, &size, java->answers);
  if (length <= 0)
    fail (command, "Java ended; did Maven fetch HBase's jars?");
  answer = g_strndup (line, (gsize) length - 1);
  free (line);
  return answer;
}

char *
java_keys_hex (const guint8 *data, gsize length)
{
  GString *text = g_string_new (length > 0 ? NULL : "-");

  for (gsize i = 0; i < length; i++)
    g_string_append_printf (text, "%02x", data[i]);
  return g_string_free (text, FALSE);
}
