/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-lint.h"
#include "hbase-key-coverage-private.h"

/* What a lint's rules look at, and where they put what they find. */

typedef struct {
  char *family;
  GBytes *qualifier;
} HBaseKeyLintColumn;

struct _HBaseKeyLint {
  GObject parent;
  HBaseKeySchema *schema;
  GPtrArray *splits; /* of GBytes, in order; never NULL */
  GPtrArray *sample; /* the same */
  int sample_order;  /* of the keys as they were given: 1: ascending; −1: descending; 0: neither */
  GArray *columns;   /* of HBaseKeyLintColumn */
  char *guard;       /* NULL: none */
  guint guard_size;
  gint64 value_size; /* −1: not known */
  guint64 rows_per_day;
  guint64 region_size;
};

typedef struct {
  const HBaseKeyLint *lint;
  HBaseKeySchema *schema;
  HBaseKeyCoverage *coverage;
  GPtrArray *findings;
} HBaseKeyLintPass;

/* Takes `effect`. */
void hbase_key_lint_pass_add (HBaseKeyLintPass *lint_pass,
                              HBaseKeySeverity severity,
                              HBaseKeyFindingCode code,
                              char *effect,
                              const char *advice);

/* The rules, by what they look at. */
void hbase_key_lint_pass_fields (HBaseKeyLintPass *lint_pass);
void hbase_key_lint_pass_salts (HBaseKeyLintPass *lint_pass);
void hbase_key_lint_pass_sample (HBaseKeyLintPass *lint_pass);
void hbase_key_lint_pass_splits (HBaseKeyLintPass *lint_pass);
void hbase_key_lint_pass_sizes (HBaseKeyLintPass *lint_pass);

/* ---- what several rules ask ---- */

/* Whether a field's values go one way only, as time and counters do; and whether its bytes grow then. */
gboolean hbase_key_field_is_monotonic (const HBaseKeyField *field, gboolean *grows);
/* The part of the rows that the fullest region gets: all where keys go one way only, else as the sample says,
 * or the values that the first field can have; and which region it is. */
double hbase_key_lint_pass_find_fullest (HBaseKeyLintPass *lint_pass, guint *region);
/* The ends of a region, from 0 to the number of splits; empty at the table's ends. */
HBaseSlice hbase_key_lint_pass_region_start (const HBaseKeyLintPass *lint_pass, guint region);
HBaseSlice hbase_key_lint_pass_region_stop (const HBaseKeyLintPass *lint_pass, guint region);

/* A finding of its own; takes `effect`. hbase-key-finding.c */
HBaseKeyFinding *
hbase_key_finding_new (HBaseKeySeverity severity, HBaseKeyFindingCode code, char *effect, const char *advice);
