/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* A generator of the keys in a file, or of some that are chosen from it at random: each set of that size is
 * equally likely. */

/* `path`: `-` for the standard input; `n`: how many keys; 0: all. Keys can't be chosen from the standard
 * input, as their number must be known before. */
HBaseKeyGenerator *
picked_keys_new (const char *path, guint64 n, guint32 seed, GCancellable *cancellable, GError **error);
/* Returns all keys of another generator, but ends when it is cancelled, and shows the progress. */
HBaseKeyGenerator *picked_keys_new_all (HBaseKeyGenerator *keys /* (transfer full) */);
