/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-schema-private.h"
#include "hbase-wire-writer-private.h"

/* The call parser reads calls that are written with the names of the IDL:
 *
 *   get row=r1 columns=[f:a g] maxVersions=3
 *   checkAndPut row=r1 family=f qualifier=a value=1 tput={row=r1 columnValues=[f:a@100=2]}
 *
 * One of the arguments that are structs may be left out: names that aren't arguments are its fields. A cell
 * is `family:qualifier@timestamp=value`, a column `family:qualifier@timestamp`, an increment
 * `family:qualifier=amount`; timestamp, qualifier and amount are optional. Bytes are in printable escapes;
 * `a*300` is `a` three hundred times. A TTableName is written as the table's name, an enum's value by its
 * name. */

typedef struct {
  const HBaseWireMethod *method;
  GBytes *arguments;
} Call;

/* `table` is the argument `table` if the text has none. A text that isn't a call ends the test. */
Call notation_call (const char *text, const char *table, HBaseWireProtocol protocol);
