/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-finding.h"

/* Takes ownership of `effect`. */
HBaseKeyFinding *
hbase_key_finding_new (HBaseKeySeverity severity, HBaseKeyFindingCode code, char *effect, const char *advice);
