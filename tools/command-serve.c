/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <stdio.h>

#include "tool.h"

static gboolean
stop (GCancellable *cancellable, gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static void
wait_for_signal (Tool *tool)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GSource) source = g_cancellable_source_new (tool->cancellable);

  g_source_set_callback (source, G_SOURCE_FUNC (stop), loop, NULL);
  g_source_attach (source, NULL);
  g_main_loop_run (loop);
}

static int
serve (Tool *tool, const char *directory, const char *address)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseServer) server = hbase_server_new (directory, address, &error);

  if (server == NULL)
    return tool_failed (error);
  printf ("listening on %s\n", hbase_server_get_address (server));
  fflush (stdout);
  wait_for_signal (tool);
  hbase_server_stop (server);
  return TOOL_DONE;
}

static int
run_serve (Tool *tool, char **argv)
{
  g_autofree char *directory = NULL;
  g_autofree char *address = NULL;
  gboolean in_memory = FALSE;
  GOptionEntry entries[] = {
    { "data", 0, 0, G_OPTION_ARG_FILENAME, &directory, "the directory of the tables; made if it isn't there",
      "DIR" },
    { "memory", 0, 0, G_OPTION_ARG_NONE, &in_memory, "instead: tables that are gone at the end", NULL },
    { "listen", 0, 0, G_OPTION_ARG_FILENAME, &address,
      "tcp://HOST:PORT (port 0: any that is free) or unix:PATH", "ADDRESS" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);

  if (!tool_parse (tool, &command_serve, entries, &words, 0, 0))
    return TOOL_USAGE;
  if (address == NULL)
    return tool_usage (&command_serve,
                       "say where to listen: --listen=tcp://127.0.0.1:9090 or --listen=unix:PATH");
  if ((directory == NULL) != in_memory)
    return tool_usage (&command_serve, "give either --data=DIR or --memory");
  return serve (tool, directory, address);
}

const ToolCommand command_serve = {
  "serve",
  NULL,
  "serve the tables of a directory to Thrift2 clients in any language",
  "Prints one line, `listening on ADDRESS`, when it answers, and ends on SIGTERM or SIGINT. Clients may\n"
  "speak the binary protocol, framed or not, or the compact one, framed: it is told by their first byte.",
  run_serve,
};
