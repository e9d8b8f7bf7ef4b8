/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan.h"
#include "tool.h"

/* Returns a finding as an object on one line. */
char *finding_to_json (HBasePlanKeyFinding *finding);
/* Prints a finding as a line of text, or as an object. */
void finding_print (Tool *tool, HBasePlanKeyFinding *finding);
