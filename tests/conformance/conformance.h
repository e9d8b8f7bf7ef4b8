/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <check.h>
#include <glib.h>

/* The suite of conformance tests, which each program runs on one kind of service: every transcript against
 * every target. */

typedef struct {
  const char *name;                /* name of the target: part of its tables' names */
  char *(*uri) (const char *name); /* called when the test runs */
  gboolean is_framed_gateway; /* corrupts split keys and the keys of maps, and closes connections at calls of
                               * more than 2 MiB: such calls are left out */
} ConformanceTarget;

typedef enum {
  CONFORMANCE_READ_ONLY, /* of read-only gateways */
  CONFORMANCE_METHODS,   /* each method once, and errors of the protocol: for targets that differ only in how
                          * messages are transferred */
  CONFORMANCE_ALL,
} ConformanceExtent;

/* Removes what no read of the table returns any more: a major compaction. NULL: that can't be asked for. */
typedef void (*ConformanceCompact) (const char *table);

/* Adds the tests of these targets. `targets` ends with a name of NULL and must remain valid, and so must
 * `service`: "engine", or the version of HBase. */
void conformance_fill (TCase *tests,
                       const ConformanceTarget *targets,
                       const char *service,
                       ConformanceExtent extent,
                       ConformanceCompact compact);
