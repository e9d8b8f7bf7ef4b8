/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file prints lines on the standard output, and records whether that succeeds. */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "output-lines.h"

/* A reader of a pipe is woken less often than with the buffer that the C library chooses. */
#define BUFFER_SIZE (64 * 1024)

static int first_error; /* errno of the first write that failed; 0: none failed */

void
output_init (void)
{
  if (!isatty (STDOUT_FILENO))
    setvbuf (stdout, NULL, _IOFBF, BUFFER_SIZE);
}

void
output_raw (gconstpointer bytes, gsize length)
{
  if (fwrite (bytes, 1, length, stdout) < length && first_error == 0)
    first_error = errno;
}

void
output_line (GString *line)
{
  g_string_append_c (line, '\n');
  output_raw (line->str, line->len);
}

gboolean
output_is_lost (void)
{
  return first_error != 0;
}

void
output_write_lines (void)
{
  if (fflush (stdout) != 0 && first_error == 0)
    first_error = errno;
}

/* printf() records errors in the stream only, without their numbers. */
int
output_take_error (void)
{
  int number = first_error != 0 || !ferror (stdout) ? first_error : EIO;

  first_error = 0;
  clearerr (stdout);
  return number;
}
