/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Keys a second, encoded by a schema and by hand-written code. */
void bench_keys_loops (void);
/* Sampled splits of a million keys, beside Java's TreeSet. */
void bench_keys_splits (void);
/* Sampled splits of a hundred million keys, in bounded memory. */
void bench_keys_many (void);
