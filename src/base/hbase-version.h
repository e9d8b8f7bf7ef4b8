/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

HBASE_AVAILABLE_IN_0_1
guint hbase_version_get_major (void);
HBASE_AVAILABLE_IN_0_1
guint hbase_version_get_minor (void);
HBASE_AVAILABLE_IN_0_1
guint hbase_version_get_micro (void);

G_END_DECLS
