/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#define HBASE_GLIB_INSIDE

#include "hbase-admin.h"
#include "hbase-bytes.h"
#include "hbase-bytes-splits.h"
#include "hbase-cell.h"
#include "hbase-connection.h"
#include "hbase-delete.h"
#include "hbase-durability.h"
#include "hbase-error.h"
#include "hbase-fixed-splits.h"
#include "hbase-get.h"
#include "hbase-key-builder.h"
#include "hbase-key-generator.h"
#include "hbase-key-schema.h"
#include "hbase-list-key-generator.h"
#include "hbase-macros.h"
#include "hbase-number-splits.h"
#include "hbase-page.h"
#include "hbase-page-iterator.h"
#include "hbase-partition-splits.h"
#include "hbase-prepender.h"
#include "hbase-put.h"
#include "hbase-row.h"
#include "hbase-salting.h"
#include "hbase-sampled-splits.h"
#include "hbase-scan.h"
#include "hbase-server.h"
#include "hbase-split-calculator.h"
#include "hbase-stream-key-generator.h"
#include "hbase-table-cursor.h"
#include "hbase-table-descriptor.h"
#include "hbase-table.h"
#include "hbase-version.h"

#undef HBASE_GLIB_INSIDE
