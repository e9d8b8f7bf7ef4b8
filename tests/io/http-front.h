/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* A gateway in HTTP mode: a server of HTTP in threads of this process, in front of a mock gateway of the
 * framed binary protocol. Each connection of HTTP has one to the mock gateway, whose behaviours apply,
 * too. */

typedef enum {
  HTTP_REPLY,           /* in chunks, the end of the body a moment after the reply */
  HTTP_STATUS,          /* the status and headers set by http_front_set_status(), and a body */
  HTTP_CUT,             /* half of a chunk, and then the end of the connection */
  HTTP_CLOSE,           /* nothing, but the end of the connection */
  HTTP_HOLD,            /* nothing */
  HTTP_TRAILING,        /* bytes after the reply, in its body */
  HTTP_REPLY_AND_CLOSE, /* the reply, and then the end of the connection, without notice */
  HTTP_LENGTH,          /* with its length, not in chunks */
  HTTP_CONTINUE,        /* two informational responses before the reply */
  HTTP_FLOOD, /* the text set by http_front_set_flood(), again and again, until the client hangs up */
} HttpBehaviour;

typedef struct _HttpFront HttpFront;

HttpFront *http_front_new (guint16 gateway_port);
void http_front_free (HttpFront *front);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HttpFront, http_front_free)

guint16 http_front_get_port (HttpFront *front);
/* The n-th request from now on, 0 the next one, is handled so; all others are answered. */
void http_front_set_behaviour (HttpFront *front, guint n, HttpBehaviour behaviour);
/* `head`: the status and headers of HTTP_STATUS, lines that end with CR LF. */
void http_front_set_status (HttpFront *front, const char *head, const char *body);
/* `head` comes once, before the first `flood`, which isn't copied. */
void http_front_set_flood (HttpFront *front, const char *head, const char *flood);
/* From now on a request needs that value of Authorization; others get the status 401 with `challenge`, a
 * value of WWW-Authenticate. */
void http_front_require (HttpFront *front, const char *authorization, const char *challenge);
gint http_front_count_requests (HttpFront *front);
gint http_front_count_connections (HttpFront *front);
/* Returns the head of the last request. */
char *http_front_dup_head (HttpFront *front);
/* Blocks until that many requests have been received. */
void http_front_await (HttpFront *front, gint n_requests);
/* Blocks until that many requests have been handled, and what is sent for them was sent. */
void http_front_await_responses (HttpFront *front, gint n_responses);
