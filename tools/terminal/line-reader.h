/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* Reads the lines of a shell: from a terminal with editing and history if libedit is there, otherwise as they
 * come. */

/* Returns the words that can stand at the end of `text` (transfer full, NULL-terminated), and where in `text`
 * that word begins. */
typedef char **(*LineCompleteFunc) (gpointer data, const char *text, gsize *start);

typedef struct _LineReader LineReader;

/* `fd` isn't closed. `complete`: NULL if words aren't completed. */
LineReader *line_reader_new (int fd, gboolean is_interactive, LineCompleteFunc complete, gpointer data);
void line_reader_free (LineReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LineReader, line_reader_free)

/* Returns the next line without its LF (transfer full); NULL without an error at the end. The prompt is
 * printed only if the reader is interactive. */
char *line_reader_next (LineReader *reader, const char *prompt, GCancellable *cancellable, GError **error);

/* The editor, in a program that was built with libedit. */
typedef struct _LineEditor LineEditor;

/* Returns NULL with an error if libedit isn't installed. */
LineEditor *line_editor_new (LineCompleteFunc complete, gpointer data, GError **error);
void line_editor_free (LineEditor *editor);
char *line_editor_next (LineEditor *editor, const char *prompt, GCancellable *cancellable, GError **error);
