/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Whether HBase 2.6.1's hbase-default.xml has the property, or it belongs to Hadoop, ZooKeeper or Phoenix. */
gboolean hbase_plan_known_settings_contain (const char *name);
