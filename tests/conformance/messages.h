/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <check.h>
#include <glib.h>

/* Tests of messages that no client of ours sends: how a service responds to them, and whether the connection
 * can be used afterwards. They are sent to the targets "binary" and "framed", whose URIs `uri` returns;
 * `service` is "engine", or the version of HBase. */
void messages_fill (TCase *tests, char *(*uri) (const char *name), const char *service);
