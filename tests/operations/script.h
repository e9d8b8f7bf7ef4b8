/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-stack-private.h"

/* Drives an operation of one lane through a conversation written down beforehand: what must be asked, and
 * what comes of it. Every request is read back as a gateway would, so that one which isn't a call of its
 * method fails the test. */

typedef enum {
  RESPOND_VOID,
  RESPOND_TRUE,
  RESPOND_FALSE,
  RESPOND_ROWS, /* `text`: keys, one a letter, each with a cell f:q of value “v”; “-”: a row that wasn't found */
  RESPOND_TABLE,   /* a descriptor; `text`: its families, one a letter */
  RESPOND_REGIONS, /* `text`: the keys they begin at, one letter each, but for the first; a dot behind one, or
                      in front: that region isn't told of; NULL: none is */
  RESPOND_EXCEPTION, /* a TIOError; `text`: its message */
  LOSE_BEFORE,       /* the channel breaks, not a byte having left */
  LOSE_AFTER,        /* the channel breaks, the request having left */
  LET_TIME_PASS,     /* the run's deadline comes while the answer is due */
} ScriptKind;

typedef struct {
  const char *method; /* NULL: the script's end */
  ScriptKind kind;
  const char *text;
} ScriptLine;

/* One run, to its end, which must be the script's. FALSE: the error of the operation, or of its
 * interruption. */
gboolean script_run (HBaseOperation *operation, const ScriptLine *script, GError **error);
