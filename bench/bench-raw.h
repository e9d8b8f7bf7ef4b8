/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Calls of a framed gateway of the binary protocol, by C over sockets: requests are assembled by hand, and
 * replies are read to their last byte but not decoded. Any failure ends the program. */

#define RAW_MAX_REPLY (64 << 20)

typedef struct {
  guint8 bytes[256];
  gsize length;
} RawRequest;

/* Returns a blocking socket. */
int raw_connect (guint port);
/* The frame's length is filled in by raw_send_request(). */
RawRequest raw_begin_request (const char *method);
void raw_put_bytes (RawRequest *request, gconstpointer bytes, gsize length);
void raw_put_i32 (RawRequest *request, guint32 number);
void raw_put_text (RawRequest *request, const char *text);
void raw_put_field (RawRequest *request, guint8 type, guint8 id);
void raw_put_i32_field (RawRequest *request, guint8 id, guint32 number);
void raw_send_request (int line, RawRequest *request);
/* Returns the length; `bytes` has RAW_MAX_REPLY bytes. */
gsize raw_receive_reply (int line, guint8 *bytes);
