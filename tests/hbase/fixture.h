/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A real HBase as a child process, for tests. Any failure ends the test program with a message: on a machine
 * that can't run HBase, `make check-hbase` fails.
 *
 * No thread is started for it, so it may be started before Check forks; children share it. */

typedef struct _Fixture Fixture;

/* `modes` is a list of words like "binary compact-framed" (see HBaseFixture.java). With "servers=2" before
 * them there are two region servers, each a process of its own, numbered from 1 on. */
Fixture *fixture_start (const char *modes);
/* Returns the version of HBase: that of HBASE_FIXTURE_VERSION, or 2.6.1. */
const char *fixture_version (void);
/* Ends it and removes its data. */
void fixture_stop (Fixture *fixture);

guint fixture_port (Fixture *fixture, const char *mode);
/* Returns "thrift://127.0.0.1:PORT/?protocol=…&framing=…" of that gateway, or its "http:" or "https:" URI. */
char *fixture_uri (Fixture *fixture, const char *mode);
/* "flush TABLE", "compact TABLE", "split TABLE ROW", "merge TABLE ROW", "stop MODE", "start MODE", "hold",
 * "release", "freeze MS", "thaw";
 * with several servers also "move TABLE ROW SERVER", "clock SERVER MS", "crash SERVER", "recover". */
void fixture_command (Fixture *fixture, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* The same for a command that may fail: returns the whole response, "ok …" or "error …". */
char *fixture_ask (Fixture *fixture, const char *command);
/* Returns the number in the response to "fill TABLE BYTES", "where TABLE ROW", "metric NAME",
 * "writes TABLE ROW", "start-server [MS]", "pid SERVER". */
guint fixture_query (Fixture *fixture, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Returns the folder of its data and its log. */
const char *fixture_directory (Fixture *fixture);
/* Cleans up after the fixture and its owner were killed. */
void fixture_remove_directory (const char *directory);
/* Returns its process id, to check whether it still runs. */
GPid fixture_pid (Fixture *fixture);
