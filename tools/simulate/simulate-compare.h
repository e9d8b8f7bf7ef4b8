/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Prints the figures of two simulations, or of two emulations, side by side. They are files of
 * --format=json. */
gboolean simulate_compare (const char *path, const char *other_path, GError **error);
