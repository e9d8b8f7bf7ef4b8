/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What HBase's own classes make of row keys: HBaseKeys.java as a child process, for tests. Its commands are told there.
 * Whatever goes wrong ends the test program with a message. It may be started before Check forks. */

typedef struct _JavaKeys JavaKeys;

JavaKeys *java_keys_start (void);
void java_keys_stop (JavaKeys *java);

/* A whole answer, `ok …` or `error …`. */
char *java_keys_ask (JavaKeys *java, const char *command);
/* What a command takes for a key: hex digits, or `-` for no bytes. */
char *java_keys_hex (const guint8 *data, gsize length);
