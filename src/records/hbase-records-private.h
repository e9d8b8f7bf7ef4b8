/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

/* All private headers of this folder, for the layers above. No file of this folder includes this one. */

#include "hbase-append.h"
#include "hbase-delete.h"
#include "hbase-enums.h"
#include "hbase-get-private.h"
#include "hbase-increment.h"
#include "hbase-key-schema-private.h"
#include "hbase-mutation-private.h"
#include "hbase-put.h"
#include "hbase-record-check-private.h"
#include "hbase-region-private.h"
#include "hbase-row-mutations-private.h"
#include "hbase-row-private.h"
#include "hbase-salting-private.h"
#include "hbase-scan-encoding-private.h"
#include "hbase-table-descriptor-private.h"
