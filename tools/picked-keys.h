/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* A generator of keys from a file, or of some that are picked from it at random: each set of that many is as likely as
 * any other. */

/* `path`: `-` for the standard input; `n`: how many, 0: all. The standard input can't be picked from: that needs to
 * know how many there are before. */
HBaseKeyGenerator *
picked_keys_new (const char *path, guint64 n, guint32 seed, GCancellable *cancellable, GError **error);
/* All keys of a generator of any kind; like the others it ends when it is cancelled, and shows its progress. */
HBaseKeyGenerator *picked_keys_new_all (HBaseKeyGenerator *keys /* (transfer full) */);
