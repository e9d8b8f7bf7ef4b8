/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "target.h"

/* A transcript is a conversation with the service: calls in the notation of notation.h and what is answered,
 * as rendering.h shows it. What stands in the files is what a real HBase 2.6.1 answered; every target has to
 * answer the same.
 *
 *   # a comment
 *   table t f g VERSIONS         makes an empty table for what follows: its name, its families and how many
 * versions > get row=r1                 asks; the lines up to the next empty one, or "#" or ">", are what has
 * to come r1 f:a@100=v > first = openScanner        keeps what was answered: later "$first" stands for it, in
 * what comes, too $first let cells = [f:a@1=x]        keeps a text: later "$cells" stands for it > get
 * table=$t row=r1        "$name" else is that table's real name, which differs from run to run
 *
 * In what has to come "*" stands for anything: names of regions, hosts, and stacks. */

/* Runs the file; a test fails with a list of all the answers that weren't the expected ones. `prefix` is of
 * table names. */
void transcript_run (Target *target, const char *path, const char *prefix);
