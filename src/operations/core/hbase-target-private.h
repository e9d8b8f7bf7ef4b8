/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-error-private.h"
#include "hbase-key-schema.h"
#include "hbase-wire-types-private.h"

/* What a call is for: a table (`name` or `namespace:name`; NULL: none), the protocol in which its arguments
 * are encoded, and the key schema that the rows it returns are given (NULL: none). Constructors copy what
 * they need. */
typedef struct {
  HBaseWireProtocol protocol;
  const char *table;
  HBaseKeySchema *schema;
  gsize row_width; /* bytes that a row of this table takes in a reply; 0: unknown */
  /* is called in runs of scans with the width measured in a reply with whole rows; NULL: not needed */
  void (*learn_row_width) (gpointer data, gsize width);
  gpointer learn_data;
  gboolean unsalted;      /* rows are named by their keys without the schema's salts; if so: */
  gboolean prefer_newest; /* if a row is stored twice, the newest is taken; FALSE: it is an error */
  guint32 random;         /* for the salts of new rows; another number for each call */
  /* Returns a timestamp for puts and deletes that have none; NULL: the servers set it. */
  gint64 (*draw_timestamp) (gpointer data);
  gpointer timestamps; /* for draw_timestamp() */
} HBaseTarget;

/* Names the table in the error of a check that knows only the row. */
static inline gboolean
hbase_target_prefix_error (HBaseTarget target, gboolean passed, GError **error)
{
  if (!passed)
    hbase_error_prefix (error, "table “%s”: ", target.table);
  return passed;
}
