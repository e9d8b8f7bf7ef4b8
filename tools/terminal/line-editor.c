/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file reads lines from a terminal by libedit.
 *
 *  1. libedit installs no signal handlers: interrupt.c waits for signals, and cancels. So the editor reads
 *     its characters by a function of ours, which waits for the terminal and for the cancellable. */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "edit-library.h"
#include "history.h"
#include "input.h"
#include "line-reader.h"

#define HISTORY_LINES 1000

static const EditLibrary *lib; /* NULL: not loaded */

struct _LineEditor {
  EditLine *edit;
  History *history;
  LineCompleteFunc complete;
  gpointer data;
  const char *prompt;        /* of the line that is read */
  GCancellable *cancellable; /* the same */
};

static LineEditor *
editor_of (EditLine *edit)
{
  void *editor = NULL;

  lib->el_get (edit, EL_CLIENTDATA, &editor);
  return editor;
}

static char *
get_prompt (EditLine *edit)
{
  return (char *) editor_of (edit)->prompt;
}

/* ---- characters ---- */

/* Returns whether a byte was read. */
static gboolean
read_byte (LineEditor *editor, char *byte)
{
  return input_wait (STDIN_FILENO, editor->cancellable, NULL) && read (STDIN_FILENO, byte, 1) == 1;
}

/* Returns 1; 0 at the end, or if it is cancelled. Bytes that aren't text of the locale are left out. */
static int
read_character (EditLine *edit, wchar_t *character)
{
  LineEditor *editor = editor_of (edit);
  mbstate_t state = { 0 };
  char byte;

  while (read_byte (editor, &byte))
    {
      gsize length = mbrtowc (character, &byte, 1, &state);

      if (length == 0 || length == 1)
        return 1;
      if (length == (gsize) -1)
        memset (&state, 0, sizeof state);
    }
  return 0;
}

/* ---- completion ---- */

static gsize
common_length (char **words)
{
  gsize length = strlen (words[0]);

  for (char **word = words + 1; *word != NULL; word++)
    while (strncmp (words[0], *word, length) != 0)
      length--;
  /* A character isn't divided. */
  while (length > 0 && ((guchar) words[0][length] & 0xC0) == 0x80)
    length--;
  return length;
}

static void
print_words (char **words)
{
  putchar ('\n');
  for (char **word = words; *word != NULL; word++)
    printf ("%s%s", *word, word[1] != NULL ? "  " : "\n");
  fflush (stdout);
}

/* Replaces the last word of the text before the cursor by what all words begin with. */
static void
insert (EditLine *edit, const char *last, char **words)
{
  gsize length = common_length (words);
  gboolean is_whole = words[1] == NULL;
  const char *end = words[0] + strlen (words[0]) - 1;
  g_autofree char *common = g_strndup (words[0], length);
  g_autofree char *text
      = g_strconcat (common, is_whole && length > 0 && strchr ("=:,", *end) == NULL ? " " : "", NULL);

  lib->el_deletestr (edit, (int) g_utf8_strlen (last, -1));
  if (*text != '\0')
    lib->el_insertstr (edit, text);
}

static unsigned char
complete_word (EditLine *edit, int unused)
{
  LineEditor *editor = editor_of (edit);
  const LineInfo *line = lib->el_line (edit);
  g_autofree char *text = g_strndup (line->buffer, (gsize) (line->cursor - line->buffer));
  gsize start = 0;
  g_auto (GStrv) words = editor->complete (editor->data, text, &start);

  if (words[0] == NULL)
    return CC_REFRESH_BEEP;
  if (words[1] == NULL || common_length (words) > strlen (text + start))
    {
      insert (edit, text + start, words);
      return CC_REFRESH;
    }
  print_words (words);
  return CC_REDISPLAY;
}

/* ---- lines ---- */

static void
add_to_history (LineEditor *editor, const char *line)
{
  HistEvent event;

  lib->history (editor->history, &event, H_ENTER, line);
}

static void
load_history (LineEditor *editor)
{
  g_auto (GStrv) lines = history_load ();
  HistEvent event;

  editor->history = lib->history_init ();
  lib->history (editor->history, &event, H_SETSIZE, HISTORY_LINES);
  lib->history (editor->history, &event, H_SETUNIQUE, 1);
  for (char **line = lines; *line != NULL; line++)
    add_to_history (editor, *line);
}

LineEditor *
line_editor_new (LineCompleteFunc complete, gpointer data, GError **error)
{
  LineEditor *editor;

  if ((lib = edit_library_load (error)) == NULL)
    return NULL;
  editor = g_new0 (LineEditor, 1);
  editor->complete = complete;
  editor->data = data;
  editor->edit = lib->el_init ("hbase-glib", stdin, stdout, stderr);
  lib->el_set (editor->edit, EL_CLIENTDATA, editor);
  lib->el_set (editor->edit, EL_PROMPT, get_prompt);
  lib->el_set (editor->edit, EL_SIGNAL, 0);
  lib->el_set (editor->edit, EL_EDITOR, "emacs");
  lib->el_set (editor->edit, EL_GETCFN, read_character);
  load_history (editor);
  lib->el_set (editor->edit, EL_HIST, lib->history, editor->history);
  lib->el_set (editor->edit, EL_ADDFN, "hbase-complete", "complete the word", complete_word);
  lib->el_set (editor->edit, EL_BIND, "^I", "hbase-complete", NULL);
  lib->el_set (editor->edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
  /* The user's ~/.editrc comes last. */
  lib->el_source (editor->edit, NULL);
  return editor;
}

void
line_editor_free (LineEditor *editor)
{
  lib->el_end (editor->edit);
  lib->history_end (editor->history);
  g_free (editor);
}

/* What precedes the @ of a URI may be a password. */
static gboolean
may_have_password (const char *line)
{
  for (const char *uri = line; (uri = strstr (uri, "://")) != NULL; uri++)
    if (uri[strcspn (uri, "@ \t")] == '@')
      return TRUE;
  return FALSE;
}

/* A line that begins with a space, or that may have a password, isn't stored. */
static void
store (LineEditor *editor, const char *line)
{
  if (*line == '\0' || *line == ' ' || may_have_password (line))
    return;
  add_to_history (editor, line);
  history_append (line);
}

char *
line_editor_next (LineEditor *editor, const char *prompt, GCancellable *cancellable, GError **error)
{
  int length = 0;
  const char *read_line;
  g_autofree char *line = NULL;

  editor->prompt = prompt;
  editor->cancellable = cancellable;
  lib->el_resize (editor->edit);
  read_line = lib->el_gets (editor->edit, &length);
  editor->cancellable = NULL;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (read_line == NULL || length <= 0)
    {
      putchar ('\n');
      return NULL;
    }
  line = g_strndup (read_line, (gsize) length);
  g_strchomp (line);
  store (editor, line);
  return g_steal_pointer (&line);
}
