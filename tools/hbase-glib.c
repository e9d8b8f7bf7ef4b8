/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file contains main(). The command line uses the library's public headers only. */

#include "config.h"

#include <locale.h>
#include <math.h>
#include <signal.h>

#include "commands.h"
#include "output.h"

int
main (int argc, char **argv)
{
  Tool tool = { .timeout = NAN };

  /* The character set, and the language of the system's messages: numbers are the same everywhere. */
  setlocale (LC_CTYPE, "");
  setlocale (LC_MESSAGES, "");
  /* A failed write is noticed where it is made, whether or not the library has used a socket. */
  signal (SIGPIPE, SIG_IGN);
  output_init ();
  tool.cancellable = g_cancellable_new ();
  return commands_execute (&tool, argv);
}
