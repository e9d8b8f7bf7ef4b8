/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-soup-private.h"

/* Returns (transfer full) the error for a response of HTTP that isn't a Thrift reply. `text`: the beginning
 * of its body. */
GError *
hbase_http_error_new (const HBaseSoup *soup, SoupMessage *message, const char *peer, const char *text);
/* Returns the value of WWW-Authenticate if the gateway requires authentication, else NULL. */
char *hbase_http_dup_challenges (const HBaseSoup *soup, SoupMessage *message);
/* Returns whether one of the challenges, a value of WWW-Authenticate, is "basic". Its realm is stored, NULL
 * if it has none. */
gboolean hbase_http_find_basic (const HBaseSoup *soup, const char *challenges, char **realm);
/* Returns TRUE if what follows the headers is a Thrift reply. */
gboolean hbase_http_has_reply (const HBaseSoup *soup, SoupMessage *message);
