/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-stub-results-private.h"
#include "hbase-wire-tables.h"

/* Returns whether the generated code encodes and decodes the call. */
gboolean any_result_is_of_stubs (HBaseWireMethodId method);
/* Makes of the result of any such call what its caller receives, and frees it. */
void any_result_convert (HBaseWireMethodId method, GObject *result);
