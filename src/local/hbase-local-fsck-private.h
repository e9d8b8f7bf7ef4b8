/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* Reads all that is in a directory's database: what is damaged, a line for each place; none if it is sound. NULL with an
 * error: it couldn't be looked at, or the cancellable was cancelled (G_IO_ERROR_CANCELLED). */
GPtrArray *hbase_local_fsck (const char *directory, GCancellable *cancellable, GError **error);
