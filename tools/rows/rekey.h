/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Copies of rows under new keys. */

typedef struct {
  HBaseKeySchema *from, *to;
} Rekey;

/* Returns whether both schemas have the same fields, so that no two rows become one. */
gboolean rekey_check (const Rekey *rekey, GError **error);
/* Returns the new key of a row: always the same key for the same row, even if a salt is random. Fails if a
 * value doesn't fit its new field, or would be truncated there. */
GBytes *rekey_key (const Rekey *rekey, const guint8 *key, gsize length, GError **error);
/* Makes a put of the row's cells, with their timestamps, for the new key. */
HBasePut *rekey_put (const Rekey *rekey, HBaseRow *row, GError **error);
/* Returns whether each cell of a row is in its copy, with its timestamp and value. */
gboolean rekey_verify (HBaseRow *row, HBaseRow *copy, GError **error);
