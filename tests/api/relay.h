/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A gateway of the embedded engine in a process of its own, and a relay before it that follows a script: the
 * n-th exchange, on any connection, is treated by the n-th deed; later exchanges pass.
 *
 * The relay doesn't decode what it passes on. A connection has one exchange at a time, so bytes from the
 * client that follow bytes from the gateway begin the next exchange, in every protocol and framing. */

typedef enum {
  RELAY_PASS,
  RELAY_LOSE_REQUEST, /* closes; the gateway has received nothing */
  RELAY_LOSE_REPLY,   /* closes after the gateway has executed the call */
  RELAY_CUT,          /* sends `cut` bytes of the reply, and closes */
  RELAY_HOLD_REQUEST, /* sends nothing; the gateway has received nothing */
  RELAY_HOLD_REPLY,   /* sends nothing, but the gateway has executed the call */
  RELAY_STALE,        /* the gateway executes it; the reply of the previous exchange is sent, if there was
                       * one */
  RELAY_GARBLE,       /* replaces every Z of the request by z, as if a gateway corrupted a value */
  RELAY_DIE,          /* the gateway has executed it, and its process is killed */
  RELAY_DIE_BEFORE,   /* its process is killed when the request begins to arrive */
  RELAY_DIE_CUT,      /* sends `cut` bytes of the reply, and its process is killed */
} RelayDeed;

/* Whether the client gets neither a reply nor the end of the connection. */
#define relay_is_silence(deed) ((deed) == RELAY_HOLD_REQUEST || (deed) == RELAY_HOLD_REPLY)

#define RELAY_MAX_DEEDS 4096

/* Shared with the gateway's process. */
typedef struct {
  gint deeds[RELAY_MAX_DEEDS];
  gint cut;
  gint exchanges; /* exchanges that have begun */
  gint open;      /* connections that were accepted, and aren't closed */
  gint faults;    /* deeds that were executed, other than passing */
} RelayLog;

typedef struct {
  RelayLog *log;
  char *directory; /* NULL: the data are in memory, and are lost with the process */
  int commands;
  int answers;
  int pid;
  guint16 port;
} Relay;

/* Must be called before the process has threads: it forks. So the tests with a relay come before those in
 * which the engine has threads: under valgrind all are in one process. */
Relay *relay_new (const char *directory);
void relay_free (Relay *relay);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Relay, relay_free)

/* kill -9. */
void relay_kill (Relay *relay);
/* Starts it again on the same port. */
void relay_start (Relay *relay);
/* "127.0.0.1:PORT" */
char *relay_address (Relay *relay);
/* Modes 0 to 3: binary or compact, none or framed. */
char *relay_uri (Relay *relay, int mode);
const char *relay_mode_options (int mode);

/* Removes a database that no relay uses any more. */
void relay_remove_data (const char *path);

/* Waits until the relay has closed all connections but the one over which the last call was made. What a
 * client has sent, and doesn't wait for any more, would begin an exchange later, and have the deed of
 * another one. */
void relay_await_one_connection (Relay *relay);
/* Sets the deeds of the next exchanges; the previous script is dropped. */
void relay_tell (Relay *relay, guint skipped, guint n, RelayDeed deed);
