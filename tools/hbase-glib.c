/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file contains main(). The command line uses the library's public headers only. */

#include "config.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <unistd.h>

#include "commands.h"
#include "output.h"

/* What is opened first would have the number of a standard stream that is closed, and be read or written in
 * its place. What is opened here instead fails: the input can't be read, the output not be written. */
static void
occupy_closed_streams (void)
{
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl (fd, F_GETFD) < 0)
      open ("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int
main (int argc, char **argv)
{
  Tool tool = { TOOL_DEFAULT_TIMEOUTS };

  occupy_closed_streams ();
  /* The character set, and the language of the system's messages: numbers are the same everywhere. */
  setlocale (LC_CTYPE, "");
  setlocale (LC_MESSAGES, "");
  /* A failed write is noticed where it is made, whether or not the library has used a socket. */
  signal (SIGPIPE, SIG_IGN);
  output_init ();
  tool.cancellable = g_cancellable_new ();
  return commands_execute (&tool, argv);
}
