/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Keys a second, by a schema and by hand. */
void bench_keys_loops (void);
/* Sampled splits of a million keys, beside Java's TreeSet. */
void bench_keys_splits (void);
/* The same of a hundred million, in bounded memory. */
void bench_keys_many (void);
