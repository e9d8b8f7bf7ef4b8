/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-filter-text-private.h"

/* The greatest number of arguments of a filter without a list of arguments. */
#define HBASE_KNOWN_FILTER_ARGUMENTS_MAX 6

/* HBase's own filters. */
typedef struct {
  const char *name;
  const char *usage;
  /* The types of its arguments, one letter each: b boolean, f fraction from 0 to 1, i number of 32 bits, l
   * number of 64 bits, o operator, s quoted bytes, c quoted comparator, C quoted comparator that allows any
   * operator. At most three forms, the shortest first. */
  const char *forms[3];
  gboolean repeats;   /* the arguments, any number of times */
  gboolean is_binary; /* it isn't in HBase's language, and can only be sent in its serialized form */
  /* The serialized form: the field of each argument. */
  guint8 fields[HBASE_KNOWN_FILTER_ARGUMENTS_MAX];
  gboolean is_wrapped;   /* all of it is a message in field 1 */
  gboolean is_comparer;  /* operator and comparator are in a message in field 1 */
  gboolean is_packed;    /* the numbers are in one field */
  gboolean has_pairs;    /* each repetition is a message in field 1 */
  guint true_by_default; /* a bit for each boolean argument that is true if it is left out */
} HBaseKnownFilter;

/* The entry after the last has no name. */
extern const HBaseKnownFilter hbase_known_filters[];

/* Returns NULL if HBase itself has no such filter. */
const HBaseKnownFilter *hbase_known_filter_find (const HBaseFilterNode *node);
/* Returns the form with this number of arguments, or the longest form. */
const char *hbase_known_filter_find_form (const HBaseKnownFilter *known, guint n_arguments);
