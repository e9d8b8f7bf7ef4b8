/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Reads the lines of a file or of the standard input; each is a record of words separated by tabs. A byte
 * order mark at the beginning isn't part of them. */

typedef struct _Load Load;

/* `path`: `-` for the standard input. `*size`: of the file, in bytes; 0: not known */
GInputStream *load_open_stream (const char *path, guint64 *size, GError **error);
/* The same, for records. */
Load *load_open (const char *path, GError **error);
void load_close (Load *load);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Load, load_close)

/* Returns the words of the next line that isn't empty; NULL without an error at the end. They may be changed,
 * and stay until the next line is read. */
char **load_next (Load *load, GCancellable *cancellable, GError **error);
/* Returns the whole line instead. */
char *load_next_line (Load *load, GCancellable *cancellable, GError **error);
/* Returns the line break that ended the line that was read last. */
const char *load_get_line_end (const Load *load);
/* Returns the line after it, even if it is empty. */
char *load_continue_line (Load *load, GCancellable *cancellable, GError **error);
/* Returns the words of the line that was read last, which they overwrite. */
char **load_split_line (Load *load);
/* Returns the number of that line, from 1. */
guint64 load_get_line (const Load *load);
/* Prefixes an error's message with the name of the file and the number of a line. */
void load_prefix_error (const Load *load, guint64 line, GError **error);
/* Shows the progress on a terminal, after `n_records` records. */
void load_show_progress (const Load *load, guint64 n_records);
