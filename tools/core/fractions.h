/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Removes the fraction of a second, `.123456`, from the text of a time, and returns its first `n_digits`
 * digits as a number: `.5` has 500 ms. `exact`: set to FALSE if another digit isn't 0. */
guint fraction_take (char *text, guint n_digits, gboolean *exact);
