/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* HBase's own classes for row keys, for tests: HBaseKeys.java as a child process, which describes its
 * commands. Any failure ends the test program with a message. It may be started before Check forks. */

typedef struct _JavaKeys JavaKeys;

JavaKeys *java_keys_start (void);
void java_keys_stop (JavaKeys *java);

/* Returns a whole response, `ok …` or `error …`. */
char *java_keys_ask (JavaKeys *java, const char *command);
/* Returns a key as commands take it: hex digits, or `-` for no bytes. */
char *java_keys_hex (const guint8 *data, gsize length);
