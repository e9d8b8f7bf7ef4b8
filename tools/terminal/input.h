/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* Waits until `fd` has bytes, or has ended. Returns FALSE with an error if it is cancelled. */
gboolean input_wait (int fd, GCancellable *cancellable, GError **error);
