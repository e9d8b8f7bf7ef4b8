/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A module that is like the one with the generated code, but of another version. */

#include "config.h"

#include <gmodule.h>

G_MODULE_EXPORT const struct {
  const char *version;
} hbase_stubs = { "0.0.0" };
