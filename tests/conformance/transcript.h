/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "target.h"

/* A transcript is a file of calls, in the notation of call-parser.h, and expected responses, as rendering.h
 * shows them. The responses in the files are those of a real HBase 2.6.1; every target must respond in the
 * same way, but for the deviations that the file names.
 *
 *   # a comment
 *   table t f g VERSIONS         creates an empty table: its name, families and number of versions
 *   > get row=r1                 sends a call; the lines up to an empty one, "#" or ">" are the response
 *   r1 f:a@100=v
 *   > first = openScanner        keeps the response: later "$first" stands for it, also in responses
 *   $first
 *   compact t                    compacts a table of that name, so that only what reads return remains
 *   let cells = [f:a@1=x]        keeps a text: later "$cells" stands for it
 *   > get table=$t row=r1        all other "$name" are real names of tables, which differ from run to run
 *   ! engine some-deviation      after a response: the lines that follow are the response of the engine
 *                                instead, or of a version of HBase ("2.4"). docs/deviations.md lists the
 *                                names
 *
 * In expected responses "*" matches anything: names of regions, hosts, and stack traces. */

/* Sends a call, in the same notation, with `table` as its table unless it names one; returns the response. */
char *transcript_send (Target *target, const char *table, const char *call);
/* Runs the file; the test fails with a list of all responses that differ from the expected ones. Names of
 * tables begin with `prefix`. `service` is "engine", or the version of HBase. */
void transcript_run (Target *target,
                     const char *path,
                     const char *prefix,
                     const char *service,
                     void (*compact) (const char *table));
