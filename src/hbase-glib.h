/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#define HBASE_GLIB_INSIDE

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-key-schema.h"
#include "hbase-macros.h"
#include "hbase-version.h"

#undef HBASE_GLIB_INSIDE
