/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <check.h>
#include <glib.h>

/* The suite of conformance tests, which each program runs on one kind of service: every transcript against
 * every target. */

typedef struct {
  const char *name;                /* name of the target: part of its tables' names */
  char *(*uri) (const char *name); /* called when the test runs */
  gboolean corrupts_keys; /* corrupts split keys and the keys of maps, as framed gateways do: such calls are
                           * left out */
} ConformanceTarget;

/* `targets` ends with a name of NULL and must remain valid. */
void conformance_fill (TCase *tests, const ConformanceTarget *targets);
