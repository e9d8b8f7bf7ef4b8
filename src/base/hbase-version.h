/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

HBASE_AVAILABLE_IN_0_1
guint hbase_get_major_version (void);
HBASE_AVAILABLE_IN_0_1
guint hbase_get_minor_version (void);
HBASE_AVAILABLE_IN_0_1
guint hbase_get_micro_version (void);

G_END_DECLS
