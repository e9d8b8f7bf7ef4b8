/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan.h"
#include "table-sample.h"

/* Generators of keys for simulations that are read in order. */

/* Returns the keys of a file, one on each line, by their fields with --schema; `-`: the standard input. An
 * empty line, or a key that doesn't match the schema, is an error. */
HBaseKeyGenerator *simulate_keys_new_for_file (Tool *tool, const char *path, GError **error);
/* Returns the row keys of a table, in order, and shows the rows to `sample`, which may be NULL and must live
 * as long. */
HBaseKeyGenerator *
simulate_keys_new_for_table (Tool *tool, const char *name, TableSample *sample, GError **error);
/* Returns `n` keys at the same distance among the first `n_puts`. */
HBaseKeyGenerator *simulate_keys_new_sample (HBasePlanFieldKeyGenerator *keys, guint64 n, guint64 n_puts);
