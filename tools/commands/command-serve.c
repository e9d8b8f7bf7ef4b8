/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command serve. */

#include "config.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "service-manager.h"
#include "tool.h"

#define MS_PER_SECOND 1000
#define CALL_MIB_MAX 4095

static gboolean
is_time (double seconds)
{
  return seconds >= 0 && seconds <= G_MAXINT / MS_PER_SECOND;
}

/* 0 is no limit, so a shorter time than a millisecond becomes one. */
static guint
in_ms (double seconds)
{
  return seconds > 0 ? MAX (1, (guint) (seconds * MS_PER_SECOND)) : 0;
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
  char *fidelity;
  gboolean in_memory;
  gboolean allow_remote;
  gboolean read_only;
  gboolean http;
  int max_connections;
  int max_connections_per_peer;
  double idle_timeout;
  double message_timeout;
  double call_timeout;
  gint64 call_mib;
  gint64 message_mib;
  int max_scanners;
  int max_scanners_per_connection;
  gint64 scanner_mib;
  gint64 scanner_mib_per_connection;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->directory);
  g_free (options->listen);
  g_free (options->fidelity);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static HBaseLocalServer *
make_server (const Options *options, GCancellable *cancellable, GError **error)
{
  return g_initable_new (
      HBASE_TYPE_LOCAL_SERVER, cancellable, error, "directory", options->directory, "listen", options->listen,
      "allow-remote", options->allow_remote, "read-only", options->read_only, "strict-fidelity",
      options->fidelity != NULL, "http", options->http, "max-connections", (guint) options->max_connections,
      "max-connections-per-peer", (guint) options->max_connections_per_peer, "idle-timeout",
      in_ms (options->idle_timeout), "message-timeout", in_ms (options->message_timeout), "call-timeout",
      in_ms (options->call_timeout), "max-call-size", (guint64) options->call_mib << 20, "max-message-memory",
      (guint64) options->message_mib << 20, "max-scanners", (guint) options->max_scanners,
      "max-scanners-per-connection", (guint) options->max_scanners_per_connection, "max-scanner-memory",
      (guint64) options->scanner_mib << 20, "max-scanner-memory-per-connection",
      (guint64) options->scanner_mib_per_connection << 20, NULL);
}

static void
report_ready (HBaseLocalServer *server)
{
  g_autofree char *uri = hbase_local_server_dup_uri (server);

  printf ("listening on %s\nURI: %s\n", hbase_local_server_get_address (server), uri);
  fflush (stdout);
  service_manager_notify ("READY=1");
}

/* Programs that use select() have a low limit; this one doesn't use it. */
static void
raise_descriptor_limit (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max)
    return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit (RLIMIT_NOFILE, &limit);
}

static int
serve (Tool *tool, const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseLocalServer) server = make_server (options, tool->cancellable, &error);

  if (server == NULL)
    return tool_failed (error);
  if (options->allow_remote)
    fprintf (stderr,
             "hbase-glib: there is no authentication: everyone who can reach %s can read%s all tables\n",
             hbase_local_server_get_address (server), options->read_only ? "" : " and write");
  report_ready (server);
  wait_for_signal (tool);
  service_manager_notify ("STOPPING=1");
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
  if (!is_time (options->idle_timeout) || !is_time (options->message_timeout)
      || !is_time (options->call_timeout))
    return "--idle-timeout, --message-timeout and --call-timeout are times in seconds, 0 for any time";
  if (options->call_mib < 1 || options->call_mib > CALL_MIB_MAX)
    return "--max-call-size is a size in MiB, from 1 to " G_STRINGIFY (CALL_MIB_MAX);
  if (options->message_mib < 1 || !is_size (options->message_mib))
    return "--max-message-memory is a size in MiB, at least 1";
  if (options->max_scanners < 0 || options->max_scanners_per_connection < 0)
    return "--max-scanners and --max-scanners-per-connection are numbers, not negative ones";
  if (!is_size (options->scanner_mib) || !is_size (options->scanner_mib_per_connection))
    return "--max-scanner-memory and --max-scanner-memory-per-connection are sizes in MiB";
  return NULL;
}

/* A service manager that has opened the socket decides where the server listens. */
static void
use_passed_socket (Options *options)
{
  if (options->listen == NULL && service_manager_count_sockets () == 1)
    options->listen = g_strdup_printf ("fd:%d", SERVICE_MANAGER_FIRST_SOCKET);
}

static int
check_options (const Options *options)
{
  const char *out_of_range = find_out_of_range (options);

  if (options->listen == NULL && service_manager_count_sockets () > 1)
    return tool_usage (&command_serve,
                       "%u sockets were passed: a server listens on one, which --listen=fd:3 names",
                       service_manager_count_sockets ());
  if (options->listen == NULL)
    return tool_usage (&command_serve,
                       "--listen is missing: give --listen=tcp://127.0.0.1:9090 or --listen=unix:PATH");
  if (options->fidelity != NULL && strcmp (options->fidelity, "strict") != 0)
    return tool_usage (&command_serve, "there is no fidelity “%s”: write --fidelity=strict, or leave it out",
                       options->fidelity);
  if ((options->directory == NULL) != options->in_memory)
    return tool_usage (&command_serve, "give either --data=DIR or --memory");
  if (options->in_memory && options->read_only)
    return tool_usage (&command_serve,
                       "--memory has no tables that could be read: give --read-only with --data=DIR");
  return out_of_range != NULL ? tool_usage (&command_serve, "%s", out_of_range) : TOOL_DONE;
}

static int
run_serve (Tool *tool, char **argv)
{
  g_auto (Options) options = { .max_connections = 1000,
                               .max_connections_per_peer = 500,
                               .idle_timeout = 60,
                               .message_timeout = 60,
                               .call_timeout = 60,
                               .call_mib = 256,
                               .message_mib = 256,
                               .max_scanners = 10000,
                               .max_scanners_per_connection = 1000,
                               .scanner_mib = 1024,
                               .scanner_mib_per_connection = 256 };
  GOptionEntry entries[] = {
    { "data", 0, 0, G_OPTION_ARG_FILENAME, &options.directory,
      "the directory of the tables; it is created if it doesn't exist", "DIR" },
    { "memory", 0, 0, G_OPTION_ARG_NONE, &options.in_memory,
      "keep the tables in memory; they are lost at the end", NULL },
    { "listen", 0, 0, G_OPTION_ARG_FILENAME, &options.listen,
      "the address: tcp://HOST:PORT (port 0: any free one), unix:PATH, or fd:NUMBER for a socket that "
      "listens "
      "already (without it: the one that a service manager has passed)",
      "ADDRESS" },
    { "allow-remote", 0, 0, G_OPTION_ARG_NONE, &options.allow_remote,
      "listen on an address that other machines can reach, without authentication", NULL },
    { "read-only", 0, 0, G_OPTION_ARG_NONE, &options.read_only,
      "refuse every call that changes something; the directory may be one that can't be written to", NULL },
    { "fidelity", 0, 0, G_OPTION_ARG_STRING, &options.fidelity,
      "with “strict” cells get the timestamps that HBase gives them, also where it loses them by that",
      "strict" },
    { "http", 0, 0, G_OPTION_ARG_NONE, &options.http,
      "serve clients that send calls by HTTP; the address must be tcp://HOST:PORT", NULL },
    { "max-connections", 0, 0, G_OPTION_ARG_INT, &options.max_connections,
      "maximum number of connections (1000); for one more an idle one is closed", "N" },
    { "max-connections-per-peer", 0, 0, G_OPTION_ARG_INT, &options.max_connections_per_peer,
      "the same for one address, or one user on a Unix socket (500)", "N" },
    { "idle-timeout", 0, 0, G_OPTION_ARG_DOUBLE, &options.idle_timeout,
      "close connections without a call for that long (60; 0: never)", "SECONDS" },
    { "message-timeout", 0, 0, G_OPTION_ARG_DOUBLE, &options.message_timeout,
      "close connections whose call or reply takes longer to be sent (60; 0: never)", "SECONDS" },
    { "call-timeout", 0, 0, G_OPTION_ARG_DOUBLE, &options.call_timeout,
      "end calls whose execution takes longer (60; 0: never)", "SECONDS" },
    { "max-call-size", 0, 0, G_OPTION_ARG_INT64, &options.call_mib, "refuse larger calls (256)", "MIB" },
    { "max-message-memory", 0, 0, G_OPTION_ARG_INT64, &options.message_mib,
      "memory of the calls that arrive and the replies that leave (256); the slowest client's "
      "connection is closed beyond",
      "MIB" },
    { "max-scanners", 0, 0, G_OPTION_ARG_INT, &options.max_scanners,
      "number of open scanners of all connections (10000)", "N" },
    { "max-scanners-per-connection", 0, 0, G_OPTION_ARG_INT, &options.max_scanners_per_connection,
      "number of open scanners of one connection (1000)", "N" },
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
  use_passed_socket (&options);
  status = check_options (&options);
  raise_descriptor_limit ();
  return status == TOOL_DONE ? serve (tool, &options) : status;
}

const ToolCommand command_serve = {
  "serve",
  NULL,
  "serve the tables of a directory to Thrift2 clients in any language",
  "Prints two lines, `listening on ADDRESS` and `URI: URI`, when it accepts connections, and ends on\n"
  "SIGTERM or SIGINT. A service manager such as systemd may pass the socket, and is notified.\n"
  "Clients can use Thrift's binary protocol (strict) or its compact one, framed or not; the server\n"
  "detects which; with --http, the binary protocol by POST. There is no TLS and no authentication: everyone "
  "who can connect can read and\n"
  "write all tables. Therefore it listens only on loopback addresses and Unix sockets, unless\n"
  "--allow-remote is given. The directory, the database and the socket are accessible to their user only.",
  run_serve,
};
