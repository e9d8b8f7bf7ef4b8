/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Lines of a file or of the standard input, one record each, its words split by tabs. */

typedef struct _Load Load;

/* `path`: `-` for the standard input. */
Load *load_open (const char *path, GError **error);
void load_close (Load *load);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Load, load_close)

/* The words of the next line that isn't empty (transfer full); NULL without an error at the end. */
char **load_next (Load *load, GCancellable *cancellable, GError **error);
/* The same line as it is. */
char *load_next_line (Load *load, GCancellable *cancellable, GError **error);
/* The number of that line, from 1. */
guint64 load_get_line (const Load *load);
/* Puts the name of the file and the number of a line in front of an error's message. */
void load_prefix_error (const Load *load, guint64 line, GError **error);
/* Shows on a terminal how far it is, after so many records. */
void load_show_progress (const Load *load, guint64 n_records);
