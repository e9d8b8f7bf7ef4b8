/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-types-private.h"

/* A gateway in a child process on a free loopback port (or on a Unix socket), which does as it is told: the
 * n-th request that comes in, over whichever connection, meets the n-th deed; those beyond the script are
 * answered.
 *
 * It knows get (a row "r" has one cell f:q = "r"), put, checkAndPut (true), openScanner (7), closeScanner,
 * and getScannerRows: one row named "0", "1"… by the count of such calls; but not on another connection than
 * the scanner's. */

typedef enum {
  MOCK_ANSWER,
  MOCK_HOLD,           /* takes the request and says nothing */
  MOCK_HANG_UP,        /* takes it and closes */
  MOCK_CUT,            /* answers with the first `cut` bytes of the reply, and closes */
  MOCK_DRIP,           /* answers byte by byte */
  MOCK_WRONG_SEQUENCE, /* a reply to another call */
  MOCK_WRONG_NAME,
  MOCK_GARBAGE,
  MOCK_HTTP,
  MOCK_TRAILING,       /* one byte behind the reply's end */
  MOCK_LAST_ANSWER,    /* answers, and closes */
  MOCK_REFUSE,         /* TIOError of `text` */
  MOCK_ILLEGAL,        /* TIllegalArgument of `text` */
  MOCK_PROTOCOL_ERROR, /* application exception 7 */
  MOCK_THRIFT1,        /* what HBase's other Thrift service says: it has another get, and no put */
} MockDeed;

#define MOCK_MAX_DEEDS 4096

/* Shared with the child. */
typedef struct {
  gint deeds[MOCK_MAX_DEEDS];
  gint cut;
  char text[256];
  gint shut;        /* while it is, requests are taken and nothing becomes of them */
  gint deaf;        /* from now on connections are accepted and not read */
  gint noticed;     /* that bytes came to deaf ears */
  gint requests;    /* taken whole */
  gint rows;        /* given by scanners */
  gint scanners;    /* open now */
  gint connections; /* accepted */
  gint ended;       /* closed, whole */
  gint in_hand;     /* requests taken and not answered, now */
  gint most;        /* …at once, ever */
} MockLog;

typedef struct {
  MockLog *log;
  char *uri;
  char *address; /* host:port as in the URI */
  guint16 port;
  int pid;
} MockGateway;

MockGateway *mock_gateway_new (HBaseWireProtocol protocol, gboolean framed);
/* `host` an address to bind to; NULL if the machine hasn't got it. */
MockGateway *mock_gateway_new_at (const char *host);
MockGateway *mock_gateway_new_unix (const char *path);
/* Kills it: every connection breaks. */
void mock_gateway_free (MockGateway *mock);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MockGateway, mock_gateway_free)
/* The n-th request and how many after it. */
void mock_gateway_tell (MockGateway *mock, guint first, guint n, MockDeed deed);
/* Blocks until one of the log's counters is there. */
void mock_gateway_await (const gint *counter, gint n);
