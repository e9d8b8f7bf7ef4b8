/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Prints the figures of two simulations, which are files of --format=json, side by side. */
gboolean simulate_compare (const char *path, const char *other_path, GError **error);
