/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* The beginning of a line that reports no damage. */
#define HBASE_LOCAL_FSCK_NOTE "note: "

/* Reads the whole database of a directory. Returns one line for each damaged place and each note; an empty
 * array if there is none. Returns NULL with an error if it couldn't be read, or G_IO_ERROR_CANCELLED.
 * (element-type utf8) */
GPtrArray *hbase_local_fsck (const char *directory, GCancellable *cancellable, GError **error);
