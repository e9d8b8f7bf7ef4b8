/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The standard output, and the first error in writing to it. */

/* Must precede all output. */
void output_init (void);
/* Prints the bytes unchanged. */
void output_raw (gconstpointer bytes, gsize length);
/* Prints the line, to which it appends LF. */
void output_line (GString *line);
/* Returns whether a line couldn't be written, so that further ones are useless. */
gboolean output_is_lost (void);
/* Writes what is buffered; errors are recorded. */
void output_write_lines (void);
/* Returns the errno of the first write that failed, and forgets it; 0: none failed. */
int output_take_error (void);
