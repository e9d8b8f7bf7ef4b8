/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Returns the one name by which a table is stored and looked up (transfer full): `default:t` is `t`. */
char *table_name_make_canonical (const char *table);
