/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-key-finding.h"

/* Takes ownership of `effect`. */
HBasePlanKeyFinding *hbase_plan_key_finding_new (HBasePlanKeySeverity severity,
                                                 HBasePlanKeyFindingCode code,
                                                 char *effect,
                                                 const char *advice);
