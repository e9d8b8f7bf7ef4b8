/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#include "hbase/fixture.h"

/* What the benchmarks share. */

/* Ends the program with the message of `*error` unless `works`. (A plain `error` could be read before the
 * call that sets it, as C leaves the order of arguments open.) */
void bench_must (gboolean works, GError *const *error);

/* Starts a server with the JIT compilers and a heap of two gigabytes, and the modes "binary" and
 * "binary-framed". */
Fixture *bench_start_server (void);
/* Return the processor time of this process, and of HBase's. */
double bench_get_cpu_seconds (void);
double bench_get_server_cpu_seconds (GPid server);
/* Sorts the numbers. */
double bench_median (double *numbers, guint count);
void bench_print_goal (const char *what, double is, double goal);
/* The same for a figure that should be small. */
void bench_print_limit (const char *what, double is, double limit);
