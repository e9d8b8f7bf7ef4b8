/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A gateway of the embedded engine in a process of its own, behind a relay that does as it is told: the n-th
 * exchange, over whichever connection, meets the n-th deed; those beyond the script pass.
 *
 * The relay reads nothing of what it passes on. There is one exchange at a time on a connection, so bytes
 * from the client that follow bytes from the gateway begin the next one, in every protocol and framing. */

typedef enum {
  RELAY_PASS,
  RELAY_LOSE_REQUEST, /* hangs up; the gateway has heard nothing */
  RELAY_LOSE_REPLY,   /* hangs up when the gateway has done what it was asked for */
  RELAY_CUT,          /* `cut` bytes of the reply, and hangs up */
  RELAY_HOLD_REQUEST, /* says nothing; the gateway has heard nothing */
  RELAY_HOLD_REPLY,   /* says nothing, but the gateway has done it */
  RELAY_STALE,        /* the gateway does it; the reply to the exchange before comes, if there was one */
  RELAY_GARBLE,       /* every Z of the request arrives as z, as if a gateway took one value for another */
  RELAY_DIE,          /* the gateway has done it, and its process is killed */
} RelayDeed;

#define RELAY_MAX_DEEDS 4096

/* Shared with the gateway's process. */
typedef struct {
  gint deeds[RELAY_MAX_DEEDS];
  gint cut;
  gint exchanges; /* begun */
  gint faults;    /* deeds done, but for passing */
  gint port;
} RelayLog;

typedef struct {
  RelayLog *log;
  char *directory; /* NULL: the data are in memory, and die with the process */
  int commands;
  int answers;
  int pid;
} Relay;

/* Call it before the process has threads: it forks. */
Relay *relay_new (const char *directory);
void relay_free (Relay *relay);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Relay, relay_free)

/* kill -9. */
void relay_kill (Relay *relay);
/* Again on the port that it had. */
void relay_start (Relay *relay);
/* "127.0.0.1:PORT" */
char *relay_address (Relay *relay);
/* Modes 0 to 3: binary or compact, none or framed. */
char *relay_uri (Relay *relay, int mode);
const char *relay_mode_options (int mode);

/* Of a database that no relay has any more. */
void relay_remove_data (const char *path);

/* What the next exchanges meet; the script before is forgotten. */
void relay_tell (Relay *relay, guint skipped, guint n, RelayDeed deed);
