/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-stack-private.h"

/* Drives an operation of one lane through a script: the requests that it must send, and what happens to each.
 * Every request is decoded as by a gateway, so that an invalid call fails the test. */

typedef enum {
  RESPOND_VOID,
  RESPOND_TRUE,
  RESPOND_FALSE,
  RESPOND_ROWS,    /* `text`: keys of one letter, each with a cell f:q of value “v”; “-”: not found */
  RESPOND_TABLE,   /* a descriptor; `text`: its families, each of one letter */
  RESPOND_REGIONS, /* `text`: the first keys of all but the first region, each of one letter; a dot after a
                      key, or at the beginning: that region is left out; NULL: all are */
  RESPOND_NAMESPACE, /* a descriptor; `text`: its name */
  RESPOND_EXCEPTION, /* a TIOError; `text`: its message */
  LOSE_BEFORE,       /* the channel breaks before a byte was sent */
  LOSE_AFTER,        /* the channel breaks after the request was sent */
  LET_TIME_PASS,     /* the run reaches its deadline before the response */
} ScriptKind;

typedef struct {
  const char *method; /* NULL: the end of the script */
  ScriptKind kind;
  const char *text;
} ScriptLine;

/* Runs the operation to its end, which must be the end of the script. Returns FALSE with the error of the
 * operation, or of its interruption. */
gboolean script_run (HBaseOperation *operation, const ScriptLine *script, GError **error);
