/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <arpa/inet.h>
#include <limits.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check-main.h"
#include "hbase/fixture.h"

/* This tests the fixture itself, which other tests rely on, with every mode at once. */

static const char *const modes
    = "binary compact framed compact-framed nonblocking hsha threadedselector http https binary-readonly";

static Fixture *fixture;

static void
set_up (void)
{
  fixture = fixture_start (modes);
}

static void
tear_down (void)
{
  fixture_stop (fixture);
}

/* Returns a socket connected to that gateway, or -1. */
static int
connect_to (const char *mode)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_port = htons ((guint16) fixture_port (fixture, mode)),
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  int descriptor = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  if (connect (descriptor, (struct sockaddr *) &address, sizeof address) == 0)
    return descriptor;
  close (descriptor);
  return -1;
}

/* Sends getClusterId() in strict binary, and checks that the first bytes received are those of a response. */
static const guint8 call[] = "\x80\x01\x00\x01\x00\x00\x00\x0cgetClusterId\x00\x00\x00\x07";
static const guint8 answer[] = { 0x80, 0x01, 0x00, 0x02 };

static void
assert_answers (int descriptor)
{
  guint8 bytes[4];

  ck_assert_int_eq (write (descriptor, call, sizeof call), sizeof call);
  ck_assert_int_eq (recv (descriptor, bytes, sizeof bytes, MSG_WAITALL), sizeof bytes);
  ck_assert_mem_eq (bytes, answer, sizeof answer);
}

START_TEST (every_mode_accepts_connections)
{
  g_auto (GStrv) names = g_strsplit (modes, " ", -1);

  for (char **name = names; *name != NULL; name++)
    {
      int descriptor = connect_to (*name);

      ck_assert_msg (descriptor >= 0, "%s takes none", *name);
      close (descriptor);
    }
}
END_TEST

START_TEST (a_gateway_responds)
{
  int descriptor = connect_to ("binary");

  assert_answers (descriptor);
  close (descriptor);
}
END_TEST

START_TEST (a_stopped_gateway_closes_its_connections_and_restarts_on_its_port)
{
  int before = connect_to ("binary"), after;
  guint8 byte;

  assert_answers (before);
  fixture_command (fixture, "stop binary");
  while (recv (before, &byte, 1, 0) == 1)
    continue; /* reads the rest of the response; then the end, or a reset */
  ck_assert_int_eq (connect_to ("binary"), -1);
  fixture_command (fixture, "start binary");
  after = connect_to ("binary");
  assert_answers (after);
  close (before);
  close (after);
}
END_TEST

START_TEST (a_failed_command_reports_its_cause)
{
  g_autofree char *unknown = fixture_ask (fixture, "dance");
  g_autofree char *tableless = fixture_ask (fixture, "flush no-such-table");

  ck_assert_str_eq (unknown, "error java.lang.IllegalArgumentException: no command 'dance'");
  ck_assert_str_eq (tableless, "error java.io.IOException: no region of a table 'no-such-table' is open");
}
END_TEST

typedef struct {
  GPid fixture, server;
  char directory[PATH_MAX];
} Cluster;

/* Runs it in a process of its own, which reports it and then waits to be killed. */
G_GNUC_NORETURN static void
start_cluster (int report)
{
  Fixture *short_lived = fixture_start ("servers=1 binary");
  Cluster cluster
      = { .fixture = fixture_pid (short_lived), .server = (GPid) fixture_query (short_lived, "pid 1") };

  g_strlcpy (cluster.directory, fixture_directory (short_lived), sizeof cluster.directory);
  ck_assert_int_eq (write (report, &cluster, sizeof cluster), sizeof cluster);
  for (;;)
    pause ();
}

static void
await_end (GPid pid)
{
  ck_assert_int_eq (waitpid (pid, NULL, 0), pid);
}

/* Orphans become children of this process, so that their end can be waited for: if one kept running, this
 * would hang. */
START_TEST (all_processes_exit_when_their_owner_is_killed)
{
  Cluster cluster;
  int report[2];
  GPid owner;

  ck_assert_int_eq (prctl (PR_SET_CHILD_SUBREAPER, 1), 0);
  ck_assert_int_eq (pipe (report), 0);
  owner = fork ();
  if (owner == 0)
    start_cluster (report[1]);
  close (report[1]);
  ck_assert_int_eq (read (report[0], &cluster, sizeof cluster), sizeof cluster);
  ck_assert_int_eq (kill (cluster.server, 0), 0);
  kill (owner, SIGKILL);
  await_end (owner);
  await_end (cluster.fixture);
  await_end (cluster.server);
  fixture_remove_directory (cluster.directory);
  close (report[0]);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("fixture");

  tcase_set_timeout (tests, 120);
  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_add_test (tests, every_mode_accepts_connections);
  tcase_add_test (tests, a_gateway_responds);
  tcase_add_test (tests, a_stopped_gateway_closes_its_connections_and_restarts_on_its_port);
  tcase_add_test (tests, a_failed_command_reports_its_cause);
  tcase_add_test (tests, all_processes_exit_when_their_owner_is_killed);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("hbase-fixture", fill)
