/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <hbase-plan.h>

/* Variables that examples in doc comments may use without declaring them: a connection to a new database in
 * memory, and in it … */
extern HBaseConnection *connection;
extern HBaseTable *table; /* … the table useractions: family content, keys of `schema`, one row, of user 7, */
extern HBaseTable *comments; /* … the table prepended: families content and g, key schema id:downward, */
extern HBasePrepender *prepender;
extern HBasePrependRequest *comment;
extern HBaseKeySchema *schema;
extern HBaseRow *row; /* … the row of user 7, */
extern GBytes *user;  /* … and the prefix of the keys of user 7. */
extern GBytes *key;
extern const char *token;
extern gint64 timestamp_in_ms;
extern gsize total;
extern GError *error; /* NULL before and after an example */

typedef struct {
  const char *where;
  gboolean (*run) (void);
} Example;

extern const Example examples[];
extern const unsigned n_examples;
