/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"

/* What a gateway may have minded that refused a request without a reason: a filter that isn't one of HBase's
 * own, or a value above HBase's usual limit. NULL: nothing that is known here. */
char *hbase_refusal_explain (const HBaseRequest *request, HBaseWireProtocol protocol);
