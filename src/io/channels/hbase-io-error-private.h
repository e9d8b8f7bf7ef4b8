/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-error.h"

/* Returns the code of HBASE_ERROR for a failure that GIO reported; `otherwise` for those without a code of
 * their own. */
HBaseError hbase_io_error_code (const GError *failure, HBaseError otherwise);
