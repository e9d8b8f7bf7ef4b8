/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file lets a pager show the output.
 *
 *  1. While the pager has the terminal, its keys belong to the pager. SIGINT cancels the command, but doesn't
 *     end the program.
 *  2. A user who leaves the pager early closes the pipe, so that the command's next line is lost, as with any
 *     other reader of a pipe. */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pager.h"
#include "tool.h"

/* Colours are shown as such, long lines aren't folded, and the terminal keeps what was shown. */
#define LESS_OPTIONS "RSX"

/* Variables that the library reads. URIs have no passwords. */
static const char *const secrets[] = { "HBASE_HTTP_USER", "HBASE_HTTP_PASSWORD", "HBASE_TLS_PASSWORD" };

static GPid pager;      /* 0: none */
static int terminal_fd; /* what the standard output was before */

/* Returns the command line; NULL: none. */
static char *
find_command (void)
{
  const char *named = g_getenv ("PAGER");

  if (named == NULL)
    return g_find_program_in_path ("less");
  return *named != '\0' && strcmp (named, "cat") != 0 ? g_strdup (named) : NULL;
}

static struct winsize
get_size (void)
{
  struct winsize size = { 0 };
  g_autofree char *command = find_command ();

  if (pager != 0 || command == NULL || !isatty (STDIN_FILENO)
      || ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
    size = (struct winsize){ 0 };
  return size;
}

guint
pager_get_columns (void)
{
  return get_size ().ws_col;
}

/* In the child. The program blocks the signals that its thread waits for. */
static void
unblock_signals (gpointer unused)
{
  sigset_t none;

  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
}

/* Pagers run other programs, which need none of the secrets. */
static char **
make_environment (void)
{
  char **environment = g_environ_setenv (g_get_environ (), "LESS", LESS_OPTIONS, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (secrets); i++)
    environment = g_environ_unsetenv (environment, secrets[i]);
  return environment;
}

/* Returns the pipe to the pager, or −1 after an error, which was printed. */
static int
spawn (char *command)
{
  g_auto (GStrv) environment = make_environment ();
  char *words[] = { (char *) "/bin/sh", (char *) "-c", command, NULL };
  g_autoptr (GError) error = NULL;
  int fd;

  if (g_spawn_async_with_pipes (NULL, words, environment, G_SPAWN_DO_NOT_REAP_CHILD, unblock_signals, NULL,
                                &pager, &fd, NULL, NULL, &error))
    return fd;
  fprintf (stderr, "%s: %s\n", g_get_prgname (), error->message);
  return -1;
}

void
pager_start_for (guint n_lines)
{
  struct winsize size = get_size ();
  g_autofree char *command = find_command ();
  int fd;

  /* The prompt takes a line. */
  if (size.ws_row == 0 || n_lines < size.ws_row)
    return;
  fflush (stdout);
  fd = spawn (command);
  if (fd < 0)
    return;
  terminal_fd = dup (STDOUT_FILENO);
  dup2 (fd, STDOUT_FILENO);
  close (fd);
  tool_set_at_prompt (TRUE);
}

void
pager_start_for_text (const char *text)
{
  guint n_columns = pager_get_columns (), n_lines = 0;
  g_auto (GStrv) lines = n_columns > 0 ? g_strsplit (text, "\n", -1) : NULL;

  if (lines == NULL)
    return;
  for (char **line = lines; *line != NULL; line++)
    n_lines += MAX (1, ((guint) g_utf8_strlen (*line, -1) + n_columns - 1) / n_columns);
  pager_start_for (n_lines);
}

gboolean
pager_end (void)
{
  if (pager == 0)
    return FALSE;
  if (fflush (stdout) != 0)
    __fpurge (stdout);
  dup2 (terminal_fd, STDOUT_FILENO);
  close (terminal_fd);
  while (waitpid (pager, NULL, 0) < 0 && errno == EINTR)
    continue;
  pager = 0;
  tool_set_at_prompt (FALSE);
  return TRUE;
}
