/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-types-private.h"

/* A gateway in a child process on a free loopback port (or a Unix socket), which follows a script: the n-th
 * request, on any connection, is handled by the n-th behaviour; later requests are answered.
 *
 * It implements get (a row "r" has one cell f:q = "r"), put, checkAndPut (true), getThriftServerType,
 * openScanner (7), closeScanner, and getScannerRows: one row named "0", "1"… by the count of such calls; but
 * only on the scanner's connection. */

typedef enum {
  MOCK_REPLY,
  MOCK_HOLD,           /* reads the request and sends nothing */
  MOCK_CLOSE,          /* reads it and closes */
  MOCK_CUT,            /* sends the first `cut` bytes of the reply, and closes */
  MOCK_BYTE_BY_BYTE,   /* sends the reply byte by byte */
  MOCK_WRONG_SEQUENCE, /* a reply to another call */
  MOCK_WRONG_NAME,
  MOCK_GARBAGE,
  MOCK_HTTP,
  MOCK_TRAILING,         /* one byte after the end of the reply */
  MOCK_REPLY_AND_CLOSE,  /* replies, and closes */
  MOCK_REFUSE,           /* TIOError with `text` */
  MOCK_ILLEGAL_ARGUMENT, /* TIllegalArgument with `text` */
  MOCK_PROTOCOL_ERROR,   /* application exception 7 */
  MOCK_THRIFT1,          /* what HBase's other Thrift service replies: it has another get, and no put */
} MockBehaviour;

#define MOCK_MAX_REQUESTS 4096

/* Shared with the child. */
typedef struct {
  gint behaviours[MOCK_MAX_REQUESTS];
  gint cut;
  char text[256];
  gint paused;        /* while TRUE, requests are read and not executed */
  gint reads_nothing; /* from now on connections are accepted and not read */
  gint noticed;       /* whether bytes arrived at connections that aren't read */
  gint requests;      /* requests received completely */
  gint rows;          /* rows returned by scanners */
  gint scanners;      /* connections open now */
  gint connections;   /* connections accepted */
  gint ended;         /* connections closed after a whole request */
  gint unanswered;    /* requests received and not answered, now */
  gint most;          /* …at once, at most */
} MockLog;

typedef struct {
  MockLog *log;
  char *uri;
  char *address; /* host:port as in the URI */
  guint16 port;
  int pid;
} MockGateway;

MockGateway *mock_gateway_new (HBaseWireProtocol protocol, gboolean framed);
/* `host` is an address to bind to; returns NULL if the machine doesn't have it. */
MockGateway *mock_gateway_new_at (const char *host);
MockGateway *mock_gateway_new_unix (const char *path);
/* Kills it: every connection breaks. */
void mock_gateway_free (MockGateway *mock);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MockGateway, mock_gateway_free)
/* Sets the behaviour of the n-th request and of some after it. */
void mock_gateway_set_behaviour (MockGateway *mock, guint first, guint n, MockBehaviour behaviour);
/* Blocks until one of the log's counters has reached the value. */
void mock_gateway_await (const gint *counter, gint n);
