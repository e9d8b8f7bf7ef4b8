/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Rows under new keys: what makes a key another one, and a row another row's copy. */

typedef struct {
  HBaseKeySchema *from, *to;
} Rekey;

/* Whether both schemas have the same fields, so that no two rows become one. */
gboolean rekey_check (const Rekey *rekey, GError **error);
/* The new key of a row; the same again for the same row, also where a salt is drawn. An error where a value
 * doesn't fit its new field, or would lose a part there. */
GBytes *rekey_key (const Rekey *rekey, const guint8 *key, gsize length, GError **error);
/* The row's cells, all with their stamps, for the new key. */
HBasePut *rekey_put (const Rekey *rekey, HBaseRow *row, GError **error);
/* Whether each cell of a row is in its copy, with its stamp and value. */
gboolean rekey_verify (HBaseRow *row, HBaseRow *copy, GError **error);
