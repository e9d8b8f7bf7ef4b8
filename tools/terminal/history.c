/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file reads and writes the shell's history. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "history.h"

#define MAX_LINES 1000
/* The file is shortened to MAX_LINES when it has more than so many. */
#define LONGEST (2 * MAX_LINES)

static char *
get_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "hbase-glib", "history", NULL);
}

static void
shorten (const char *path, char **lines)
{
  g_autofree char *joined = g_strjoinv ("\n", lines);
  g_autofree char *text = g_strconcat (joined, "\n", NULL);

  g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
}

char **
history_load (void)
{
  g_autofree char *path = get_path (), *text = NULL;
  g_auto (GStrv) lines = NULL, last = NULL;
  guint n_lines;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return g_new0 (char *, 1);
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  n_lines = g_strv_length (lines);
  last = g_strdupv (lines + (n_lines > MAX_LINES ? n_lines - MAX_LINES : 0));
  if (n_lines > LONGEST)
    shorten (path, last);
  return g_steal_pointer (&last);
}

void
history_append (const char *line)
{
  g_autofree char *path = get_path (), *folder = g_path_get_dirname (path);
  g_autofree char *text = g_strconcat (line, "\n", NULL);
  int fd;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    return;
  fd = open (path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0)
    return;
  /* One write, so that the lines of several shells aren't mixed. */
  if (write (fd, text, strlen (text)) < 0)
    g_debug ("%s: %s", path, g_strerror (errno));
  close (fd);
}
