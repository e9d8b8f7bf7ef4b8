/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-stubs-private.h"

/* The generated code, which the library loads as a module when the first call needs it. The code needs
 * libthrift_c_glib, and that OpenSSL: to load them takes longer than most commands. */

/* Returns where the module of the library in this file is: in a folder beside it, if it was installed; beside
 * it in a build folder; or where the module was to be installed, if a program contains the library. */
char *hbase_stubs_module_locate (const char *library);
/* Returns the table of the module in the file, which stays loaded then. Fails with UNSUPPORTED. */
const HBaseStubs *hbase_stubs_module_find (const char *file, GError **error);
