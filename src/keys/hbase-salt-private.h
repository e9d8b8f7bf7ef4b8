/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* HBaseSalt makes the bytes of a salt. A salt is before a key, or within it, and distributes consecutive keys
 * over the regions. */

/* The largest number of salted keys or ranges of a read. */
#define HBASE_KEY_MAX_SALTED_KEYS 4096

typedef struct _HBaseSaltType HBaseSaltType;

typedef struct {
  const HBaseSaltType *type;
  gsize width;       /* in bytes */
  guint64 n_buckets; /* the number of different salts; G_MAXUINT64: too many to count */
  GStrv prefixes;    /* of a salt that is one of several words; otherwise NULL */
} HBaseSalt;

/* The words in the parentheses of a salt. */
typedef struct {
  const HBaseSlice *words;
  guint n_words;
  guint n_taken; /* the first words, which belong to the type */
} HBaseSaltArguments;

/* Finds a type by its name; NULL if there is none. */
const HBaseSaltType *hbase_salt_type_lookup (HBaseSlice name);
/* The names of all types: `random, one-of, …`. */
char *hbase_salt_type_list (void);
/* Makes a salt. The arguments that aren't taken name the fields from which it is computed. NULL:
 * INVALID_SCHEMA, and `n_taken` is the index of the wrong argument. */
HBaseSalt *hbase_salt_new (const HBaseSaltType *type, HBaseSaltArguments *arguments, GError **error);
void hbase_salt_free (HBaseSalt *salt);
/* Whether it is random: it can't be computed from the key. */
gboolean hbase_salt_is_random (const HBaseSalt *salt);
/* Whether it is computed from the number of a single field. */
gboolean hbase_salt_needs_number (const HBaseSalt *salt);
/* Whether it consists of lower-case hexadecimal digits. */
gboolean hbase_salt_is_hex (const HBaseSalt *salt);
/* Writes `width` bytes, computed from `material`, the bytes of the source fields, or chosen by `random`. The
 * first field has the first `first_length` bytes: OpenTSDB doesn't salt rows of the metric 0, its global
 * annotations. */
void hbase_salt_compute (
    const HBaseSalt *salt, HBaseSlice material, gsize first_length, guint32 random, guint8 *bytes);
/* Writes the bucket number `index`, less than n_buckets, in HBase's order. Not for salts of more than 2³²
 * buckets. */
void hbase_salt_bucket (const HBaseSalt *salt, guint64 index, guint8 *bytes);
/* Whether these `width` bytes are a bucket; with the same limit. */
gboolean hbase_salt_has_bucket (const HBaseSalt *salt, const guint8 *bytes);
/* Appends the arguments that belong to the type in their normal form: `16`. */
void hbase_salt_print_arguments (const HBaseSalt *salt, GString *text);
const char *hbase_salt_get_name (const HBaseSalt *salt);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseSalt, hbase_salt_free)
