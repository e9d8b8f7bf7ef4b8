/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command shell, which runs the commands of lines.
 *
 *  1. Each line is a command of the command line, with the options that preceded `shell` before its own. It
 *     gets a Tool of its own: an error ends the line's command only. A line that ends within quotation marks,
 *     or after a backslash, is continued by the next one.
 *  2. The connection is the session's, and stays open.
 *  3. SIGINT cancels what is running, or removes the line that is being edited; it doesn't end the shell. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "completion.h"
#include "line-reader.h"
#include "profile.h"
#include "session.h"

typedef struct {
  Tool *base; /* whose options precede those of each line */
  Session session;
  LineReader *reader;
  const char *continued; /* the lines that the next one continues; NULL: none */
  gboolean is_interactive;
  gboolean keep_going;
  guint64 n_lines; /* that were read */
  int status;      /* of the first command that failed */
  gboolean ended;  /* by `quit` */
} Shell;

/* ---- words that only the shell has ---- */

/* Returns the profile's URI, or NULL on error. */
static char *
find_profile_uri (const char *name, GError **error)
{
  Tool tool = { .profile = (char *) name };
  g_autoptr (GError) problem = NULL;
  char *uri = profile_find_uri (&tool, &problem);

  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  else if (uri == NULL)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "profile “%s” has no URI", name);
  return uri;
}

/* Works on another database from now on; `word`: a URI or the name of a profile. After an error the database
 * stays the same. */
static int
use (Shell *shell, const char *word)
{
  gboolean is_uri = strpbrk (word, ":/") != NULL;
  g_autoptr (GError) error = NULL;
  char *uri = is_uri ? g_strdup (word) : find_profile_uri (word, &error);

  if (uri == NULL || !tool_check_uri (uri, &error))
    {
      g_free (uri);
      return tool_failed (error);
    }
  g_free (shell->base->uri);
  g_free (shell->base->profile);
  shell->base->uri = uri;
  shell->base->profile = is_uri ? NULL : g_strdup (word);
  session_clear (&shell->session);
  return TOOL_DONE;
}

/* Prints which database the next line works on. */
static int
print_database (const Shell *shell)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *uri = tool_find_uri (shell->base, &error);

  if (uri == NULL)
    return tool_failed (error);
  printf ("%s%s%s\n", shell->base->profile != NULL ? shell->base->profile : "",
          shell->base->profile != NULL ? ": " : "", uri);
  return TOOL_DONE;
}

static void
print_option (const char *name, const char *value)
{
  g_autofree char *quoted = value != NULL ? g_shell_quote (value) : NULL;

  if (quoted != NULL)
    printf (" --%s=%s", name, quoted);
}

/* `seconds`: NaN: not given. */
static void
print_seconds (const char *name, double seconds)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isnan (seconds))
    print_option (name, g_ascii_dtostr (text, sizeof text, seconds));
}

/* Prints the options that precede those of each line, but for the database, as the line that sets them. */
static int
print_options (const Tool *base)
{
  const struct {
    const char *name;
    gboolean is_set;
  } switches[] = {
    { "raw", base->raw }, { "timing", base->timing }, { "verbose", base->verbose }, { "quiet", base->quiet }
  };

  fputs ("set", stdout);
  print_option ("format", base->format);
  print_option ("schema", base->schema_text);
  for (char **type = base->types; type != NULL && *type != NULL; type++)
    print_option ("as", *type);
  print_seconds ("timeout", base->timeout);
  print_seconds ("attempt-timeout", base->attempt_timeout);
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    if (switches[i].is_set)
      printf (" --%s", switches[i].name);
  putchar ('\n');
  return TOOL_DONE;
}

/* Replaces the options that precede those of each line, but for the database. */
static int
set_options (Shell *shell, char **words)
{
  Tool *base = shell->base;
  Tool fresh = { TOOL_DEFAULT_TIMEOUTS, .uri = g_strdup (base->uri), .profile = g_strdup (base->profile),
                 .session = base->session };
  g_auto (GStrv) argv = g_strdupv (words);

  if (commands_parse_options (&fresh, &argv) && argv[1] == NULL)
    {
      fresh.cancellable = g_steal_pointer (&base->cancellable);
      tool_clear (base);
      *base = fresh;
      return TOOL_DONE;
    }
  if (argv[1] != NULL && !fresh.helped && *argv[1] != '-')
    tool_complain ("set takes options only, such as --format=json");
  tool_clear (&fresh);
  return fresh.helped ? TOOL_DONE : TOOL_USAGE;
}

const char *const shell_words[] = { "exit", "quit", "set", "unset", "use", NULL };

/* Returns the message for a word that is used wrongly; NULL: it begins a command. */
static const char *
find_refusal (const char *word)
{
  if (strcmp (word, "use") == 0)
    return "use takes one word: a profile or a URI";
  if (strcmp (word, "unset") == 0)
    return "unset takes no words: it removes all options";
  return strcmp (word, command_shell.name) == 0 ? "this is the shell already" : NULL;
}

/* Runs the line's command if it is one of the shell's own. */
static gboolean
run_own (Shell *shell, char **words, int *status)
{
  guint n_words = g_strv_length (words);

  *status = TOOL_DONE;
  g_set_prgname ("hbase-glib");
  if (strcmp (words[0], "quit") == 0 || strcmp (words[0], "exit") == 0)
    shell->ended = TRUE;
  else if (strcmp (words[0], "set") == 0 && n_words == 1)
    *status = print_options (shell->base);
  else if (strcmp (words[0], "set") == 0 || (strcmp (words[0], "unset") == 0 && n_words == 1))
    *status = set_options (shell, words);
  else if (strcmp (words[0], "use") == 0 && n_words == 1)
    *status = print_database (shell);
  else if (strcmp (words[0], "use") == 0 && n_words == 2)
    *status = use (shell, words[1]);
  else
    {
      const char *refusal = find_refusal (words[0]);

      if (refusal == NULL)
        return FALSE;
      tool_complain ("%s", refusal);
      *status = TOOL_USAGE;
    }
  return TRUE;
}

/* ---- lines ---- */

/* `words`: the command and what follows. */
static int
run_words (Shell *shell, char **words)
{
  Tool tool = tool_copy (shell->base);
  g_autoptr (GCancellable) cancellable = g_object_ref (tool.cancellable);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) argv = NULL;
  int status;

  g_strv_builder_add (builder, "hbase-glib");
  g_strv_builder_addv (builder, (const char **) words);
  argv = g_strv_builder_end (builder);
  if (strcmp (words[0], command_help.name) == 0 && words[1] != NULL
      && g_strv_contains (shell_words, words[1]))
    {
      g_free (argv[2]);
      argv[2] = g_strdup (command_shell.name);
    }
  tool_set_interrupted (tool.cancellable, FALSE);
  status = commands_execute (&tool, argv);
  /* The terminal has shown ^C. */
  if (shell->is_interactive && status == TOOL_DONE && g_cancellable_is_cancelled (cancellable))
    putchar ('\n');
  fflush (stdout);
  return status;
}

/* Returns the words of a command; NULL if it is empty or a comment, or after an error, which was printed. */
static char **
parse_command (const char *text, int *status)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = NULL;

  *status = TOOL_DONE;
  if (!g_shell_parse_argv (text, NULL, &words, &error))
    {
      if (g_error_matches (error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
        return NULL;
      g_set_prgname ("hbase-glib");
      tool_complain ("the command ends within quotation marks, or after a backslash");
      *status = TOOL_USAGE;
      return NULL;
    }
  /* A command can be copied from where it was a command of another shell. */
  if (strcmp (words[0], "hbase-glib") == 0)
    return words[1] != NULL ? g_strdupv (words + 1) : NULL;
  return g_steal_pointer (&words);
}

static int
run_command (Shell *shell, const char *text)
{
  int status;
  g_auto (GStrv) words = parse_command (text, &status);

  if (words == NULL || run_own (shell, words, &status))
    return status;
  return run_words (shell, words);
}

/* Messages of a script are about that line. */
static void
set_line (Shell *shell, guint64 line)
{
  g_autofree char *prefix = g_strdup_printf ("line %" G_GUINT64_FORMAT ": ", line);

  if (!shell->is_interactive)
    tool_set_message_prefix (prefix);
}

static char *
make_prompt (const Shell *shell)
{
  return g_strdup_printf ("%s> ", shell->base->profile != NULL ? shell->base->profile : "hbase");
}

/* Returns NULL at the end, and without a line after SIGINT or an error. */
static char *
read_line (Shell *shell, const char *prompt, gboolean *at_end)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  char *line;

  g_set_prgname ("hbase-glib");
  set_line (shell, ++shell->n_lines);
  tool_set_interrupted (cancellable, shell->is_interactive);
  line = line_reader_next (shell->reader, prompt, cancellable, &error);
  *at_end = line == NULL
            && (error == NULL || !shell->is_interactive || tool_is_terminated ()
                || !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  if (error != NULL && *at_end)
    {
      tool_failed (error);
      shell->status = shell->status != TOOL_DONE ? shell->status : TOOL_FAILED;
    }
  else if (error != NULL)
    fputs ("^C\n", stdout);
  return line;
}

/* Returns whether the text ends within quotation marks, or after a backslash. */
static gboolean
is_continued (const char *text)
{
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;

  return !g_shell_parse_argv (text, NULL, &words, &error)
         && g_error_matches (error, G_SHELL_ERROR, G_SHELL_ERROR_BAD_QUOTING);
}

/* Reads a line, and those that continue it. Returns NULL as read_line() does. */
static char *
read_command (Shell *shell, gboolean *at_end)
{
  guint64 first = shell->n_lines + 1;
  g_autofree char *prompt = make_prompt (shell);
  g_autofree char *text = read_line (shell, prompt, at_end);

  while (text != NULL && is_continued (text) && !*at_end)
    {
      g_autofree char *next = NULL;
      char *joined;

      shell->continued = text;
      next = read_line (shell, "> ", at_end);
      shell->continued = NULL;
      joined = g_strjoin ("\n", text, next, NULL);
      /* SIGINT removes all lines. */
      if (next == NULL && !*at_end)
        g_clear_pointer (&joined, g_free);
      g_free (text);
      text = joined;
    }
  set_line (shell, first);
  return g_steal_pointer (&text);
}

static void
run_lines (Shell *shell)
{
  gboolean at_end = FALSE;

  while (!shell->ended && !at_end)
    {
      g_autofree char *command = read_command (shell, &at_end);
      int status;

      if (command == NULL)
        continue;
      status = run_command (shell, command);
      if (shell->status == TOOL_DONE && !shell->is_interactive)
        shell->status = status;
      shell->ended = shell->ended || tool_is_terminated ()
                     || (status != TOOL_DONE && !shell->is_interactive && !shell->keep_going);
    }
  tool_set_message_prefix (NULL);
}

/* ---- the shell ---- */

/* Completes a line that continues others. A word that began in one of these isn't completed: they can't be
 * changed any more. */
static char **
complete_continued (Shell *shell, const char *text, gsize *start)
{
  g_autofree char *whole = g_strconcat (shell->continued, "\n", text, NULL);
  g_auto (GStrv) found = completion_of_line (shell->base, whole, start);
  gsize before = strlen (whole) - strlen (text);
  gboolean is_in_line = *start >= before;

  *start = is_in_line ? *start - before : strlen (text);
  return is_in_line ? g_steal_pointer (&found) : g_new0 (char *, 1);
}

static char **
complete (gpointer data, const char *text, gsize *start)
{
  Shell *shell = data;
  g_auto (GStrv) found = NULL;
  g_autoptr (GStrvBuilder) all = NULL;

  if (shell->continued != NULL)
    return complete_continued (shell, text, start);
  found = completion_of_line (shell->base, text, start);
  if (strspn (text, " \t") < *start)
    return g_steal_pointer (&found);
  all = g_strv_builder_new ();
  g_strv_builder_addv (all, (const char **) found);
  for (guint i = 0; shell_words[i] != NULL; i++)
    if (g_str_has_prefix (shell_words[i], text + *start))
      g_strv_builder_add (all, shell_words[i]);
  return g_strv_builder_end (all);
}

/* The commands of a script can't read it: their standard input can't be read. Returns where the script is, or
 * −1 if there is no standard input. */
static int
take_standard_input (void)
{
  int script = fcntl (STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1),
      none = script >= 0 ? open ("/dev/null", O_WRONLY | O_CLOEXEC) : -1;

  if (none >= 0)
    {
      dup2 (none, STDIN_FILENO);
      close (none);
    }
  return script;
}

static int
run_shell_on (Shell *shell)
{
  int input = shell->is_interactive ? STDIN_FILENO : take_standard_input ();

  if (input < 0)
    {
      tool_complain ("the standard input can't be read: %s", g_strerror (errno));
      return TOOL_FAILED;
    }
  shell->reader = line_reader_new (input, shell->is_interactive, complete, shell);
  if (shell->is_interactive && !shell->base->quiet)
    printf ("hbase-glib %u.%u.%u: `help` lists the commands, `help COMMAND` describes one; `quit` or Ctrl-D "
            "ends.\n",
            hbase_version_get_major (), hbase_version_get_minor (), hbase_version_get_micro ());
  run_lines (shell);
  g_clear_pointer (&shell->reader, line_reader_free);
  session_clear (&shell->session);
  return shell->status;
}

static int
run_shell (Tool *tool, char **argv)
{
  Shell shell = { .base = tool };
  GOptionEntry entries[] = {
    { "keep-going", 'k', 0, G_OPTION_ARG_NONE, &shell.keep_going,
      "read on after a line that failed; the exit status is that of the first one", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_shell, entries, &words, 0, 1))
    return TOOL_USAGE;
  if (words[1] != NULL && !tool_check_uri (words[1], &error))
    return tool_failed (error);
  if (words[1] != NULL)
    {
      g_free (tool->uri);
      tool->uri = g_strdup (words[1]);
    }
  shell.is_interactive = isatty (STDIN_FILENO) && isatty (STDOUT_FILENO);
  tool->session = &shell.session;
  shell.status = run_shell_on (&shell);
  tool->session = NULL;
  return shell.status;
}

const ToolCommand command_shell = {
  "shell",
  "[URI]",
  "run the commands of lines, from a terminal or a file, on one connection",
  "This is the default on a terminal if no COMMAND is given. Each line is a command without the word\n"
  "hbase-glib, quoted as for a shell; # begins a comment. A line that ends within quotation marks, or after\n"
  "a backslash, is continued by the next one. The options that are given here precede those of each line.\n"
  "In addition:\n"
  "  help [COMMAND]      list the commands, or describe one\n"
  "  use [PROFILE|URI]   work on another database, or print which one it is\n"
  "  set [OPTION…]       let these options precede those of each line, instead of the present ones:\n"
  "                      set --format=json --timing; without any, print them\n"
  "  unset               let no options precede those of each line\n"
  "  quit, exit, Ctrl-D  end the shell\n"
  "\n"
  "On a terminal Ctrl-C stops the running command, or removes what is edited; Tab completes commands,\n"
  "options, tables, families and the fields of row keys; lines are kept in hbase-glib/history in\n"
  "$XDG_STATE_HOME (~/.local/state), but not those that begin with a space. If the standard input isn't a\n"
  "terminal, the first line that fails ends the shell, with its exit status:\n"
  "  hbase-glib shell <commands.txt",
  run_shell,
  TOOL_CSV | TOOL_TABLE,
};
