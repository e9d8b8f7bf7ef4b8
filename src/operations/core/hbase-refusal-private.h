/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"

/* Returns why a gateway probably refused a request without giving a reason: a filter that HBase doesn't have,
 * a pattern that isn't a regular expression, or a value larger than HBase's default limit. NULL: no reason
 * was found. */
char *hbase_refusal_explain (const HBaseRequest *request, HBaseWireProtocol protocol);
