/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command serve. */

#include "config.h"

#include <stdio.h>

#include "tool.h"

#define MS_PER_SECOND 1000

static gboolean
is_time (double seconds)
{
  return seconds >= 0 && seconds <= G_MAXINT / MS_PER_SECOND;
}

static gboolean
is_size (gint64 mib)
{
  return mib >= 0 && mib <= G_MAXINT64 >> 20;
}

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

typedef struct {
  char *directory;
  char *listen;
  gboolean in_memory;
  gboolean allow_remote;
  int max_connections;
  int max_connections_per_peer;
  double idle_timeout;
  double message_timeout;
  gint64 scanner_mib;
  gint64 scanner_mib_per_connection;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->directory);
  g_free (options->listen);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static HBaseLocalServer *
make_server (const Options *options, GCancellable *cancellable, GError **error)
{
  return g_initable_new (HBASE_TYPE_LOCAL_SERVER, cancellable, error, "directory", options->directory,
                         "listen", options->listen, "allow-remote", options->allow_remote, "max-connections",
                         (guint) options->max_connections, "max-connections-per-peer",
                         (guint) options->max_connections_per_peer, "idle-timeout",
                         (guint) (options->idle_timeout * MS_PER_SECOND), "message-timeout",
                         (guint) (options->message_timeout * MS_PER_SECOND), "max-scanner-memory",
                         (guint64) options->scanner_mib << 20, "max-scanner-memory-per-connection",
                         (guint64) options->scanner_mib_per_connection << 20, NULL);
}

static int
serve (Tool *tool, const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseLocalServer) server = make_server (options, tool->cancellable, &error);

  if (server == NULL)
    return tool_failed (error);
  if (options->allow_remote)
    fprintf (
        stderr,
        "hbase-glib: there is no authentication: everyone who can reach %s can read and write all tables\n",
        hbase_local_server_get_address (server));
  printf ("listening on %s\n", hbase_local_server_get_address (server));
  fflush (stdout);
  wait_for_signal (tool);
  hbase_local_server_stop (server);
  return TOOL_DONE;
}

/* The first option that is out of its range; NULL: none. */
static const char *
find_out_of_range (const Options *options)
{
  if (options->max_connections < 1)
    return "--max-connections is a number from 1 on";
  if (options->max_connections_per_peer < 1)
    return "--max-connections-per-peer is a number from 1 on";
  if (!is_time (options->idle_timeout) || !is_time (options->message_timeout))
    return "--idle-timeout and --message-timeout are times in seconds, 0 for any time";
  if (!is_size (options->scanner_mib) || !is_size (options->scanner_mib_per_connection))
    return "--max-scanner-memory and --max-scanner-memory-per-connection are sizes in MiB";
  return NULL;
}

static int
check_options (const Options *options)
{
  const char *out_of_range = find_out_of_range (options);

  if (options->listen == NULL)
    return tool_usage (&command_serve,
                       "--listen is missing: give --listen=tcp://127.0.0.1:9090 or --listen=unix:PATH");
  if ((options->directory == NULL) != options->in_memory)
    return tool_usage (&command_serve, "give either --data=DIR or --memory");
  return out_of_range != NULL ? tool_usage (&command_serve, "%s", out_of_range) : TOOL_DONE;
}

static int
run_serve (Tool *tool, char **argv)
{
  g_auto (Options) options = { .max_connections = 1000,
                               .max_connections_per_peer = 500,
                               .idle_timeout = 60,
                               .message_timeout = 60,
                               .scanner_mib = 1024,
                               .scanner_mib_per_connection = 256 };
  GOptionEntry entries[] = {
    { "data", 0, 0, G_OPTION_ARG_FILENAME, &options.directory,
      "the directory of the tables; it is created if it doesn't exist", "DIR" },
    { "memory", 0, 0, G_OPTION_ARG_NONE, &options.in_memory,
      "keep the tables in memory; they are lost at the end", NULL },
    { "listen", 0, 0, G_OPTION_ARG_FILENAME, &options.listen,
      "the address: tcp://HOST:PORT (port 0: any free one) or unix:PATH", "ADDRESS" },
    { "allow-remote", 0, 0, G_OPTION_ARG_NONE, &options.allow_remote,
      "listen on an address that other machines can reach, without authentication", NULL },
    { "max-connections", 0, 0, G_OPTION_ARG_INT, &options.max_connections,
      "maximum number of connections (1000); for one more an idle one is closed", "N" },
    { "max-connections-per-peer", 0, 0, G_OPTION_ARG_INT, &options.max_connections_per_peer,
      "the same for one address, or one user on a Unix socket (500)", "N" },
    { "idle-timeout", 0, 0, G_OPTION_ARG_DOUBLE, &options.idle_timeout,
      "close connections without a call for that long (60; 0: never)", "SECONDS" },
    { "message-timeout", 0, 0, G_OPTION_ARG_DOUBLE, &options.message_timeout,
      "close connections whose call or reply takes longer to be sent (60; 0: never)", "SECONDS" },
    { "max-scanner-memory", 0, 0, G_OPTION_ARG_INT64, &options.scanner_mib,
      "memory of all open scanners (1024)", "MIB" },
    { "max-scanner-memory-per-connection", 0, 0, G_OPTION_ARG_INT64, &options.scanner_mib_per_connection,
      "memory of the open scanners of one connection (256)", "MIB" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  int status;

  if (!tool_parse (tool, &command_serve, entries, &words, 0, 0))
    return TOOL_USAGE;
  status = check_options (&options);
  return status == TOOL_DONE ? serve (tool, &options) : status;
}

const ToolCommand command_serve = {
  "serve",
  NULL,
  "serve the tables of a directory to Thrift2 clients in any language",
  "Prints one line, `listening on ADDRESS`, when it accepts connections, and ends on SIGTERM or SIGINT.\n"
  "Clients can use Thrift's binary protocol (strict) or its compact one, framed or not; the server\n"
  "detects which. There is no TLS, no HTTP and no authentication: everyone who can connect can read and\n"
  "write all tables. Therefore it listens only on loopback addresses and Unix sockets, unless\n"
  "--allow-remote is given. The directory, the database and the socket are accessible to their user only.",
  run_serve,
};
