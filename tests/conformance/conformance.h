/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <check.h>
#include <glib.h>

/* The one suite that each program here runs on its own kind of service: every transcript against every
 * target. */

typedef struct {
  const char *name;                /* of the target: part of its tables' names */
  char *(*uri) (const char *name); /* asked for when the test runs */
  gboolean corrupts_keys; /* split keys, and those of maps, as framed gateways do: they aren't spoken of */
} ConformanceTarget;

/* `targets` ends with a name of NULL, and stays. */
void conformance_fill (TCase *tests, const ConformanceTarget *targets);
