/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Generators of keys for simulations that are read in order. */

/* Returns the keys of a file, one on each line, by their fields with --schema; `-`: the standard input. An
 * empty line, or a key that doesn't match the schema, is an error. */
HBaseKeyGenerator *simulate_keys_new_for_file (Tool *tool, const char *path, GError **error);
/* Returns the row keys of a table, in order. */
HBaseKeyGenerator *simulate_keys_new_for_table (Tool *tool, const char *name, GError **error);
/* Returns `n` keys at the same distance among the first `n_puts`. */
HBaseKeyGenerator *simulate_keys_new_sample (HBaseFieldKeyGenerator *keys, guint64 n, guint64 n_puts);
