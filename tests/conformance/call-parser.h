/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-schema-private.h"
#include "hbase-wire-writer-private.h"

/* Calls as people write them, in the IDL's own names:
 *
 *   get row=r1 columns=[f:a g] maxVersions=3
 *   checkAndPut row=r1 family=f qualifier=a value=1 tput={row=r1 columnValues=[f:a@100=2]}
 *
 * Of the arguments that are structs one may be left out: names that aren't arguments are its fields. A cell
 * is `family:qualifier@timestamp=value`, a column `family:qualifier@timestamp`, an increment
 * `family:qualifier=amount`; stamp, qualifier and amount may be missing. Bytes are in printable escapes;
 * `a*300` is three hundred of them. A table's name stands for a TTableName, an enum's value is told by its
 * name. */

typedef struct {
  const HBaseWireMethod *method;
  GBytes *arguments;
} Call;

/* `table` is the argument `table` where none is given. A text that isn't a call ends the test. */
Call notation_call (const char *text, const char *table, HBaseWireProtocol protocol);
