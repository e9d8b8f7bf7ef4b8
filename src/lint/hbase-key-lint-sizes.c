/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-key-lint-private.h"

/* What a table costs: each cell is stored with its row's key, its family and its qualifier. */

/* What HBase adds to a cell: the lengths of key, value, row and family (11 bytes), the stamp (8), the kind
 * (1). */
#define CELL_OVERHEAD 20

/* “A few bytes” for the names of a family and a column together. */
#define SHORT_NAMES 8

#define MANY_ROWS 1000000

/* HBase's default policy splits the only region that a server has of a table at twice the size of a flush. */
#define LONE_REGION_SIZE (G_GUINT64_CONSTANT (2) * (G_GUINT64_CONSTANT (128) << 20))

/* ---- lengths ---- */

/* Of a key, in bytes: the schema's, or the mean of the sample; 0: not known. */
static double
key_length (const HBaseKeyLintPass *lint_pass)
{
  GPtrArray *sample = lint_pass->lint->sample;
  double sum = 0;

  if (lint_pass->schema->length > 0 || sample->len == 0)
    return (double) lint_pass->schema->length;
  for (guint i = 0; i < sample->len; i++)
    sum += (double) g_bytes_get_size (sample->pdata[i]);
  return sum / sample->len;
}

static const HBaseKeyLintColumn *
column_at (const HBaseKeyLint *lint, guint index)
{
  return &g_array_index (lint->columns, HBaseKeyLintColumn, index);
}

static gsize
names_length (const HBaseKeyLintColumn *column)
{
  return strlen (column->family) + g_bytes_get_size (column->qualifier);
}

static guint
n_columns (const HBaseKeyLint *lint)
{
  return MAX (lint->columns->len, 1);
}

/* Of a row, in bytes; 0: not known. */
static double
row_size (const HBaseKeyLintPass *lint_pass)
{
  const HBaseKeyLint *lint = lint_pass->lint;
  double key = key_length (lint_pass), names = 0;

  if (key <= 0 || lint->value_size < 0)
    return 0;
  for (guint i = 0; i < lint->columns->len; i++)
    names += (double) names_length (column_at (lint, i));
  return n_columns (lint) * (CELL_OVERHEAD + key + (double) lint->value_size) + names;
}

static char *
format_size (double size, GFormatSizeFlags flags)
{
  return g_format_size_full ((guint64) MIN (size, 1e18), flags);
}

/* ---- names ---- */

static void
check_names (HBaseKeyLintPass *lint_pass, const HBaseKeyLintColumn *column)
{
  gsize length = names_length (column);
  HBaseSlice qualifier = hbase_slice_of_bytes (column->qualifier);
  g_autofree char *shown = NULL, *size = NULL;

  if (length <= SHORT_NAMES)
    return;
  shown = hbase_bytes_to_text (hbase_slice_bytes (qualifier), qualifier.length);
  size = format_size ((double) length * MANY_ROWS, G_FORMAT_SIZE_DEFAULT);
  hbase_key_lint_pass_add (lint_pass, HBASE_KEY_SEVERITY_NOTE, HBASE_KEY_FINDING_LONG_NAMES,
                           g_strdup_printf ("the names of “%s:%s” have %" G_GSIZE_FORMAT
                                            " bytes, which are stored with each cell: "
                                            "%s in a million rows",
                                            column->family, shown, length, size),
                           "a letter or two do for a family, and a few for a column");
}

/* ---- keys and values ---- */

static void
check_weight (HBaseKeyLintPass *lint_pass)
{
  const HBaseKeyLint *lint = lint_pass->lint;
  double key = key_length (lint_pass);
  g_autofree char *size = NULL;

  if (lint->value_size < 0 || key <= (double) lint->value_size)
    return;
  size = format_size (key * n_columns (lint) * MANY_ROWS, G_FORMAT_SIZE_DEFAULT);
  hbase_key_lint_pass_add (
      lint_pass, HBASE_KEY_SEVERITY_WARNING, HBASE_KEY_FINDING_KEY_OUTWEIGHS_VALUE,
      g_strdup_printf (
          "a key of %.0f bytes is stored with each value of %" G_GINT64_FORMAT ": in %u %s a row, a million "
          "rows have %s of keys",
          key, lint->value_size, n_columns (lint), n_columns (lint) == 1 ? "column" : "columns", size),
      "shorten the key (numbers as bytes, not as digits), put a row's values into one column, and let the "
      "family encode its keys (DATA_BLOCK_ENCODING)");
}

/* ---- the guard ---- */

static void
check_guard (HBaseKeyLintPass *lint_pass)
{
  if (lint_pass->lint->guard == NULL || lint_pass->lint->guard_size > 0)
    return;
  hbase_key_lint_pass_add (
      lint_pass, HBASE_KEY_SEVERITY_WARNING, HBASE_KEY_FINDING_EMPTY_GUARD,
      g_strdup_printf ("“%s” may be empty: checkAndPut on the condition that it isn't there takes an empty "
                       "one for none, and overwrites the row",
                       lint_pass->lint->guard),
      "give it a value of one byte at least, always");
}

/* ---- when a region is split ---- */

#define DAYS_A_YEAR 365.25
/* A region that takes longer to fill need not be one of its own. */
#define LONGEST_TO_FILL (10 * DAYS_A_YEAR)
#define UNIMAGINABLE (100 * DAYS_A_YEAR)

static char *
format_days (double days)
{
  if (days > UNIMAGINABLE)
    return g_strdup ("more than a hundred years");
  if (days < 2)
    return g_strdup_printf ("%.1f hours", days * 24);
  return days < 1000 ? g_strdup_printf ("%.0f days", days)
                     : g_strdup_printf ("%.1f years", days / DAYS_A_YEAR);
}

static void
check_first_split (HBaseKeyLintPass *lint_pass)
{
  const HBaseKeyLint *lint = lint_pass->lint;
  double row = row_size (lint_pass);
  guint region = 0;
  double share, lone_size, to_fill;
  g_autofree char *days = NULL, *lone_days = NULL, *lone = NULL, *size = NULL;

  if (row <= 0 || lint->rows_per_day == 0)
    return;
  share = hbase_key_lint_pass_find_fullest (lint_pass, &region);
  lone_size = (double) MIN (lint->region_size, LONE_REGION_SIZE);
  size = format_size ((double) lint->region_size, G_FORMAT_SIZE_IEC_UNITS);
  lone = format_size (lone_size, G_FORMAT_SIZE_IEC_UNITS);
  to_fill = (double) lint->region_size / (row * share * (double) lint->rows_per_day);
  days = format_days (to_fill);
  lone_days = format_days (lone_size / (row * share * (double) lint->rows_per_day));
  hbase_key_lint_pass_add (
      lint_pass, HBASE_KEY_SEVERITY_NOTE, HBASE_KEY_FINDING_FIRST_SPLIT,
      g_strdup_printf (
          "of %" G_GUINT64_FORMAT
          " rows a day, %.0f bytes each, the fullest region (of %u) gets %.1f %% and has "
          "%s after %s, when HBase splits it (after %s, at %s, where it is the only one that its server has "
          "of the table), compression left out",
          lint->rows_per_day, row, lint->splits->len + 1, 100 * share, size, days, lone_days, lone),
      to_fill > LONGEST_TO_FILL && lint->splits->len > 0
          ? "fewer regions will do: each costs its server memory, however empty it is"
          : "where that is too early, split the table from the start, into more regions");
}

void
hbase_key_lint_pass_sizes (HBaseKeyLintPass *lint_pass)
{
  for (guint i = 0; i < lint_pass->lint->columns->len; i++)
    check_names (lint_pass, column_at (lint_pass->lint, i));
  check_weight (lint_pass);
  check_guard (lint_pass);
  check_first_split (lint_pass);
}
