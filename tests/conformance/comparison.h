/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "target.h"

/* Sends a call, in the notation of call-parser.h; returns the response as rendering.h shows it. */
char *comparison_send (Target *target, const char *call);
/* Returns whether the engine's response is that of HBase, but for what docs/deviations.md says of reads in
 * parts of rows. */
gboolean comparison_agrees (const char *hbase, const char *engine);
