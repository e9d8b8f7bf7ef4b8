/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "bench-scan.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>

struct _ScanJava {
  GPid process;
  FILE *commands, *answers;
};

static void
read_answer (ScanJava *java, char *line, int size)
{
  if (fgets (line, size, java->answers) == NULL || !g_str_has_prefix (line, "ok"))
    g_error ("HBaseScanner.java has failed: %s", line);
}

static char *
path_in (const char *variable, const char *name)
{
  const char *top = g_getenv (variable);

  return g_build_filename (top != NULL ? top : ".", name, NULL);
}

ScanJava *
scan_java_start (guint zookeeper_port)
{
  ScanJava *java = g_new0 (ScanJava, 1);
  g_autofree char *jars = path_in ("top_builddir", "tests/hbase/cache/lib/*");
  g_autofree char *source = path_in ("top_srcdir", "bench/HBaseScanner.java");
  g_autofree char *port = g_strdup_printf ("%u", zookeeper_port);
  g_autofree char *batch = g_strdup_printf ("%d", SCAN_BATCH);
  char *arguments[]
      = { (char *) "java", (char *) "-Xmx512m", (char *) "-cp", jars, source, port, batch, NULL };
  g_autoptr (GError) error = NULL;
  char line[256] = "no answer";
  int in, out;

  if (!g_spawn_async_with_pipes (NULL, arguments, NULL,
                                 G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL,
                                 NULL, NULL, &java->process, &in, &out, NULL, &error))
    g_error ("%s", error->message);
  fcntl (in, F_SETFD, FD_CLOEXEC);
  fcntl (out, F_SETFD, FD_CLOEXEC);
  java->commands = fdopen (in, "w");
  java->answers = fdopen (out, "r");
  read_answer (java, line, sizeof line);
  return java;
}

void
scan_java_walk (ScanJava *java, const char *table, ScanResult *result)
{
  char line[256] = "no answer";

  fprintf (java->commands, "%s\n", table);
  fflush (java->commands);
  read_answer (java, line, sizeof line);
  if (sscanf (line, "ok %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %lf %lf", &result->rows, &result->cells,
              &result->seconds, &result->cpu)
      != 4)
    g_error ("HBaseScanner.java said: %s", line);
}

void
scan_java_stop (ScanJava *java)
{
  fclose (java->commands);
  waitpid (java->process, NULL, 0);
  fclose (java->answers);
  g_spawn_close_pid (java->process);
  g_free (java);
}
