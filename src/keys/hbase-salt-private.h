/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* Salts: bytes before a key, or within it, that spread neighbouring keys over the regions. */

/* How many places a read visits at most. */
#define HBASE_KEY_MAX_SALTED_KEYS 4096

typedef struct _HBaseSaltType HBaseSaltType;

typedef struct {
  const HBaseSaltType *type;
  gsize width;       /* in bytes */
  guint64 n_buckets; /* how many there are; G_MAXUINT64: too many to be counted */
  GStrv prefixes;    /* of those that choose among names; else NULL */
} HBaseSalt;

/* By its name, or NULL. */
const HBaseSaltType *hbase_salt_type_lookup (HBaseSlice name);
/* Their names: `random, one-of, …`. */
char *hbase_salt_type_list (void);
/* `arguments` are the words in its parentheses. `*n_taken` of them are its own, those after them name the
 * fields it is made of. Else NULL and INVALID_SCHEMA, and `*faulty` the argument's index. */
HBaseSalt *hbase_salt_new (const HBaseSaltType *type,
                           const HBaseSlice *arguments,
                           guint n_arguments,
                           guint *n_taken,
                           guint *faulty,
                           GError **error);
void hbase_salt_free (HBaseSalt *salt);
/* Whether it is drawn: nobody who knows the key alone can tell it. */
gboolean hbase_salt_is_random (const HBaseSalt *salt);
/* Whether it is made of one field's number, so that exactly one field has to be named. */
gboolean hbase_salt_needs_number (const HBaseSalt *salt);
/* Whether its bytes are hexadecimal digits, in lower case. */
gboolean hbase_salt_is_hex (const HBaseSalt *salt);
/* Writes `width` bytes: of `material`, the bytes of the fields it is made of; a random one of `draw`. */
void hbase_salt_compute (const HBaseSalt *salt, HBaseSlice material, guint32 draw, guint8 *bytes);
/* Writes the salt number `index`, less than n_buckets; the greater, the later in HBase's order. Not for those of
 * more buckets than 2³². */
void hbase_salt_bucket (const HBaseSalt *salt, guint64 index, guint8 *bytes);
/* Whether these `width` bytes are one of its buckets; same limits. */
gboolean hbase_salt_has_bucket (const HBaseSalt *salt, const guint8 *bytes);
/* The words in its parentheses that are its own, as canonical text: `16`. */
void hbase_salt_print_arguments (const HBaseSalt *salt, GString *text);
const char *hbase_salt_get_name (const HBaseSalt *salt);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseSalt, hbase_salt_free)
