/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-key-lint-private.h"

/* What is said of the places where a table is split. A table of n splits has n + 1 regions; the first begins,
 * and the last ends, with the table. */

/* How many regions or splits a finding names. */
#define MAX_NAMED 10

/* How many times its part of the rows a region may have. */
#define MAX_UNEVENNESS 2

/* How many keys of a sample there have to be for each region. */
#define KEYS_PER_REGION 10

/* ---- regions ---- */

HBaseSlice
hbase_key_lint_pass_region_start (const HBaseKeyLintPass *lint_pass, guint region)
{
  return region == 0 ? hbase_slice ("", 0)
                     : hbase_slice_of_bytes (lint_pass->lint->splits->pdata[region - 1]);
}

HBaseSlice
hbase_key_lint_pass_region_stop (const HBaseKeyLintPass *lint_pass, guint region)
{
  GPtrArray *splits = lint_pass->lint->splits;

  return region == splits->len ? hbase_slice ("", 0) : hbase_slice_of_bytes (splits->pdata[region]);
}

static void
append_key (GString *text, HBaseSlice key, const char *instead)
{
  g_autofree char *shown = hbase_bytes_to_text (hbase_slice_bytes (key), key.length);

  g_string_append (text, key.length > 0 ? shown : instead);
}

static char *
name_region (const HBaseKeyLintPass *lint_pass, guint region)
{
  GString *text = g_string_new ("“");

  append_key (text, hbase_key_lint_pass_region_start (lint_pass, region), "the table's beginning");
  g_string_append (text, "” to “");
  append_key (text, hbase_key_lint_pass_region_stop (lint_pass, region), "the table's end");
  return g_string_free (g_string_append (text, "”"), FALSE);
}

/* The first few of what was found, and how many more there are. */
static char *
join_names (GPtrArray *names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (names->len, MAX_NAMED); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) names->pdata[i]);
  if (names->len > MAX_NAMED)
    g_string_append_printf (text, " and %u more", names->len - MAX_NAMED);
  return g_string_free (text, FALSE);
}

/* ---- splits that HBase refuses ---- */

static const char *
find_problem (GPtrArray *splits, guint index)
{
  HBaseSlice split = hbase_slice_of_bytes (splits->pdata[index]);

  if (split.length == 0)
    return "is empty";
  if (split.length > HBASE_MAX_ROW_LENGTH)
    return "is longer than any key can be";
  if (index > 0 && hbase_slice_equal (split, hbase_slice_of_bytes (splits->pdata[index - 1])))
    return "is there twice";
  return NULL;
}

static void
check_validity (HBaseKeyLintPass *lint_pass)
{
  GPtrArray *splits = lint_pass->lint->splits;

  for (guint i = 0; i < splits->len; i++)
    {
      const char *problem = find_problem (splits, i);
      g_autoptr (GString) text = g_string_new ("the split “");

      if (problem == NULL)
        continue;
      append_key (text, hbase_slice_of_bytes (splits->pdata[i]), "");
      g_string_append_printf (text, "” %s: HBase makes no such table", problem);
      hbase_key_lint_pass_add (lint_pass, HBASE_KEY_SEVERITY_ERROR, HBASE_KEY_FINDING_INVALID_SPLITS,
                               g_strdup (text->str), "leave it out");
      return;
    }
}

/* ---- splits and regions that no key meets ---- */

static void
check_salt_range (HBaseKeyLintPass *lint_pass)
{
  const HBaseKeyField *first = hbase_key_schema_field (lint_pass->schema, 0);
  GPtrArray *splits = lint_pass->lint->splits;
  g_autoptr (GPtrArray) outside = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *names = NULL;

  for (guint i = 0; i < splits->len && first->salt != NULL; i++)
    {
      HBaseSlice split = hbase_slice_of_bytes (splits->pdata[i]);
      HBaseSlice none = hbase_slice ("", 0);

      if (hbase_key_coverage_has (lint_pass->coverage, none, split)
          && hbase_key_coverage_has (lint_pass->coverage, split, none))
        continue;
      g_ptr_array_add (outside, hbase_bytes_to_text (hbase_slice_bytes (split), split.length));
    }
  if (outside->len == 0)
    return;
  names = join_names (outside);
  hbase_key_lint_pass_add (lint_pass, HBASE_KEY_SEVERITY_WARNING, HBASE_KEY_FINDING_SPLITS_OUTSIDE_SALT,
                           g_strdup_printf ("%u of %u splits are outside of what the salt “%s” can be: %s",
                                            outside->len, splits->len, first->name, names),
                           "split by the salts themselves, from the second to the last");
}

static void
check_coverage (HBaseKeyLintPass *lint_pass)
{
  guint n_regions = lint_pass->lint->splits->len + 1;
  g_autoptr (GPtrArray) dead = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *names = NULL;

  for (guint i = 0; i < n_regions; i++)
    if (!hbase_key_coverage_has (lint_pass->coverage, hbase_key_lint_pass_region_start (lint_pass, i),
                                 hbase_key_lint_pass_region_stop (lint_pass, i)))
      g_ptr_array_add (dead, name_region (lint_pass, i));
  if (dead->len == 0)
    return;
  names = join_names (dead);
  hbase_key_lint_pass_add (
      lint_pass, HBASE_KEY_SEVERITY_WARNING, HBASE_KEY_FINDING_UNREACHABLE_REGIONS,
      g_strdup_printf ("%u of %u regions stay empty for ever, as no key of the schema is in them: %s",
                       dead->len, n_regions, names),
      "split in the digits, or bytes, that keys are made of: hex splits for hexadecimal keys");
}

/* Whether a key's first bytes are hexadecimal digits, and some of them capitals. */
static gboolean
has_capitals (HBaseSlice key, gsize width, gboolean *is_hex)
{
  gboolean found = FALSE;

  for (gsize i = 0; i < MIN (key.length, width); i++)
    {
      *is_hex &= g_ascii_isxdigit (key.data[i]);
      found |= g_ascii_isupper (key.data[i]);
    }
  return found;
}

/* The letters of hexadecimal keys are small; splits in capitals are all between 9 and a. */
static void
lint_case (HBaseKeyLintPass *lint_pass)
{
  const HBaseKeyField *first = hbase_key_schema_field (lint_pass->schema, 0);
  gboolean is_hex
      = first->salt != NULL ? hbase_salt_is_hex (first->salt) : g_str_equal (first->format.type->name, "hex");
  GPtrArray *splits = lint_pass->lint->splits;
  guint n_capital = 0;

  for (guint i = 0; i < splits->len && is_hex; i++)
    n_capital += has_capitals (hbase_slice_of_bytes (splits->pdata[i]), first->format.width, &is_hex);
  if (n_capital > 0 && is_hex)
    hbase_key_lint_pass_add (
        lint_pass, HBASE_KEY_SEVERITY_WARNING, HBASE_KEY_FINDING_MIXED_CASE_HEX,
        g_strdup_printf (
            "%u of %u splits have capital letters where “%s” has small ones: A–F come before a–f", n_capital,
            splits->len, first->name),
        "write the splits in lower case");
}

/* ---- shares ---- */

/* Whether there are enough keys in the sample to tell regions apart. */
static gboolean
is_telling (const HBaseKeyLintPass *lint_pass)
{
  return lint_pass->lint->sample->len >= KEYS_PER_REGION * (lint_pass->lint->splits->len + 1);
}

/* How many keys of the sample, which is in order, are below `bound`. */
static guint
count_below (GPtrArray *sample, HBaseSlice bound)
{
  guint low = 0, high = sample->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (hbase_slice_compare (hbase_slice_of_bytes (sample->pdata[middle]), bound) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static double
share_of_sample (HBaseKeyLintPass *lint_pass, guint region)
{
  GPtrArray *sample = lint_pass->lint->sample;
  HBaseSlice stop = hbase_key_lint_pass_region_stop (lint_pass, region);
  guint above = stop.length > 0 ? count_below (sample, stop) : sample->len;

  return (double) (above - count_below (sample, hbase_key_lint_pass_region_start (lint_pass, region)))
         / sample->len;
}

/* Salts, and numbers that aren't given out one by one, have each of their values as often. */
static double
share_of_values (HBaseKeyLintPass *lint_pass, guint region)
{
  HBaseSlice start = hbase_key_lint_pass_region_start (lint_pass, region);
  HBaseSlice stop = hbase_key_lint_pass_region_stop (lint_pass, region);
  double above = stop.length > 0 ? hbase_key_coverage_share_below (lint_pass->coverage, stop) : 1;

  return above - hbase_key_coverage_share_below (lint_pass->coverage, start);
}

double
hbase_key_lint_pass_find_fullest (HBaseKeyLintPass *lint_pass, guint *region)
{
  const HBaseKeyField *first = hbase_key_schema_field (lint_pass->schema, 0);
  gboolean is_sampled = is_telling (lint_pass);
  gboolean grows;
  double fullest = -1;

  if (hbase_key_field_is_monotonic (first, &grows))
    {
      *region = grows ? lint_pass->lint->splits->len : 0;
      return 1;
    }
  for (guint i = 0; i <= lint_pass->lint->splits->len; i++)
    {
      double share = is_sampled ? share_of_sample (lint_pass, i) : share_of_values (lint_pass, i);

      if (share <= fullest)
        continue;
      fullest = share;
      *region = i;
    }
  return fullest;
}

/* Of what is known: a sample, or a salt at the beginning. Of keys that go one way only it has been said. */
static void
check_evenness (HBaseKeyLintPass *lint_pass)
{
  guint n_regions = lint_pass->lint->splits->len + 1;
  const HBaseKeyField *first = hbase_key_schema_field (lint_pass->schema, 0);
  guint region = 0;
  g_autofree char *name = NULL;
  gboolean grows;
  double share;

  if (hbase_key_field_is_monotonic (first, &grows) || (first->salt == NULL && !is_telling (lint_pass)))
    return;
  share = hbase_key_lint_pass_find_fullest (lint_pass, &region);
  if (share * n_regions < MAX_UNEVENNESS)
    return;
  name = name_region (lint_pass, region);
  hbase_key_lint_pass_add (
      lint_pass, HBASE_KEY_SEVERITY_WARNING, HBASE_KEY_FINDING_UNEVEN_REGIONS,
      g_strdup_printf ("of %u regions the one from %s gets %.0f %% of the rows, where %.1f %% would be its "
                       "part",
                       n_regions, name, 100 * share, 100.0 / n_regions),
      "split where the keys are: by the salts, or by a sample of keys");
}

void
hbase_key_lint_pass_splits (HBaseKeyLintPass *lint_pass)
{
  if (lint_pass->lint->splits->len == 0)
    return;
  check_validity (lint_pass);
  check_salt_range (lint_pass);
  check_coverage (lint_pass);
  lint_case (lint_pass);
  check_evenness (lint_pass);
}
