/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-key-lint-private.h"

/* What can be said of a schema alone: of its fields, and of its salts. */

/* So many keys aren't in order by chance. */
#define LEAST_ORDERED_SAMPLE 10

/* ---- new rows that all go to one place ---- */

static gboolean
is_timestamp (const HBaseKeyType *type)
{
  for (const HBaseKeyType *timestamp = hbase_key_timestamp_types; timestamp->name != NULL; timestamp++)
    if (type == timestamp)
      return TRUE;
  return FALSE;
}

/* A stamp's time grows, a downward counter falls. */
gboolean
hbase_key_field_is_monotonic (const HBaseKeyField *field, gboolean *grows)
{
  const HBaseKeyType *type = field->format.type;

  if (field->salt != NULL || (!is_timestamp (type) && !hbase_key_type_is_counter (type)))
    return FALSE;
  *grows = (type->order > 0) == is_timestamp (type);
  if (field->format.descending)
    *grows = !*grows;
  return TRUE;
}

/* Counted up from 0, numbers as Java writes them grow, too: only those below 0 are out of order. */
static gboolean
may_be_counted (const HBaseKeyType *type)
{
  return type->kind == HBASE_KEY_INT || (type->kind < HBASE_KEY_INT && type->order != 0);
}

/* What is known of the order in which the keys of the sample are written. */
static void
check_sample_order (HBaseKeyLintPass *lint_pass)
{
  if (lint_pass->lint->sample->len < LEAST_ORDERED_SAMPLE || lint_pass->lint->sample_order == 0)
    return;
  hbase_key_lint_pass_add (
      lint_pass, HBASE_KEY_SEVERITY_NOTE, HBASE_KEY_FINDING_MONOTONIC_KEYS,
      g_strdup_printf (
          "all %u keys of the sample are in %s order: if rows are written in the sample's order, all new "
          "ones go to the region at the table's %s",
          lint_pass->lint->sample->len, lint_pass->lint->sample_order > 0 ? "ascending" : "descending",
          lint_pass->lint->sample_order > 0 ? "end" : "beginning"),
      "if so, put a salt before the key (salt:md5-hex(8,…), salt:phoenix(16)); if the sample was sorted, "
      "give it in the "
      "order of writing");
}

static void
check_first_field (HBaseKeyLintPass *lint_pass, const HBaseKeyField *first)
{
  const HBaseKeyType *type = first->format.type;
  gboolean grows;

  if (hbase_key_field_is_monotonic (first, &grows))
    hbase_key_lint_pass_add (
        lint_pass, HBASE_KEY_SEVERITY_WARNING, HBASE_KEY_FINDING_MONOTONIC_KEYS,
        g_strdup_printf (
            "keys begin with “%s”, which only goes one way: all new rows go to the region at the "
            "table's %s, one server takes all writes, however the table is split",
            first->name, grows ? "end" : "beginning"),
        "where one server isn't enough, put a salt before it (salt:random(16), salt:phoenix(16)), or a "
        "field that writers differ in");
  else if (may_be_counted (type))
    hbase_key_lint_pass_add (
        lint_pass, HBASE_KEY_SEVERITY_NOTE, HBASE_KEY_FINDING_MONOTONIC_KEYS,
        g_strdup_printf (
            "keys begin with the number “%s”: where it is given out one by one, all new rows go to "
            "one region",
            first->name),
        "if so, put a salt before it (salt:md5-hex(8,…), salt:phoenix(16)), or turn it: reversed-uint64, "
        "reversed-decimal(N)");
  else
    check_sample_order (lint_pass);
}

/* Behind a salt, each bucket is such a table of its own. */
static void
check_buckets (HBaseKeyLintPass *lint_pass, const HBaseKeyField *salt, const HBaseKeyField *next)
{
  gboolean grows;

  if (salt->salt->n_buckets > HBASE_KEY_MAX_FAN_OUT
      || !(hbase_key_field_is_monotonic (next, &grows) || hbase_salt_wants_number (salt->salt)))
    return;
  hbase_key_lint_pass_add (
      lint_pass, HBASE_KEY_SEVERITY_NOTE, HBASE_KEY_FINDING_MONOTONIC_KEYS,
      g_strdup_printf ("of each of the %" G_GUINT64_FORMAT
                       " values of “%s” new rows go to one end: once HBase "
                       "has split its region, one half isn't written any more",
                       salt->salt->n_buckets, salt->name),
      "take more of them than there are servers, and split the table by them from the start; or put a "
      "second salt behind the first");
}

static void
check_beginning (HBaseKeyLintPass *lint_pass)
{
  const HBaseKeyField *first = hbase_key_schema_field (lint_pass->schema, 0);

  if (first->salt == NULL)
    check_first_field (lint_pass, first);
  else if (hbase_key_schema_field (lint_pass->schema, 1)->salt == NULL)
    check_buckets (lint_pass, first, first + 1);
}

/* ---- order ---- */

static void
check_order (HBaseKeyLintPass *lint_pass, const HBaseKeyField *field)
{
  const HBaseKeyType *type = field->format.type;

  if (type->order != 0)
    return;
  if (type->kind == HBASE_KEY_INT)
    hbase_key_lint_pass_add (
        lint_pass, HBASE_KEY_SEVERITY_WARNING, HBASE_KEY_FINDING_SIGN_ORDER,
        g_strdup_printf ("“%s” is a number as Java writes it: those below 0 come behind all others",
                         field->name),
        "take ordered-int32 or ordered-int64; or uint32 or uint64 where it is never below 0");
  else
    hbase_key_lint_pass_add (
        lint_pass, HBASE_KEY_SEVERITY_NOTE, HBASE_KEY_FINDING_LOST_ORDER,
        g_strdup_printf (
            "the bytes of “%s” (%s) aren't in the order of its values: neighbours lie apart, and no "
            "scan gives a range of them",
            field->name, type->name),
        "this is what spreads writes; take another type where ranges are to be read");
}

/* ---- length ---- */

static void
check_length (HBaseKeyLintPass *lint_pass, const HBaseKeyField *field)
{
  if (field->format.width > 0)
    return;
  hbase_key_lint_pass_add (
      lint_pass, HBASE_KEY_SEVERITY_NOTE, HBASE_KEY_FINDING_KEY_TOO_LONG,
      g_strdup_printf ("“%s” is as long as its value: a key of more than %d bytes can't be written",
                       field->name, HBASE_MAX_ROW_LENGTH),
      "limit it where it is made, or put a digest in its place (bytes(16))");
}

void
hbase_key_lint_pass_fields (HBaseKeyLintPass *lint_pass)
{
  check_beginning (lint_pass);
  for (guint i = 0; i < lint_pass->schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (lint_pass->schema, i);

      if (field->salt != NULL)
        continue;
      check_order (lint_pass, field);
      check_length (lint_pass, field);
    }
  hbase_key_lint_pass_add (
      lint_pass, HBASE_KEY_SEVERITY_NOTE, HBASE_KEY_FINDING_FINAL_KEYS,
      g_strdup ("a row's key can't be changed, only deleted and inserted anew under another one"),
      "keep what changes out of it, and settle the schema before the table is filled");
}

/* ---- salts ---- */

static void
check_drawn_salt (HBaseKeyLintPass *lint_pass, const HBaseKeyField *field)
{
  guint64 n = field->salt->n_buckets;

  hbase_key_lint_pass_add (
      lint_pass, n > 256 ? HBASE_KEY_SEVERITY_WARNING : HBASE_KEY_SEVERITY_NOTE, HBASE_KEY_FINDING_FAN_OUT,
      g_strdup_printf ("“%s” is drawn: to find one row by its values, %" G_GUINT64_FORMAT
                       " places are asked, and a "
                       "scan is as many scans",
                       field->name, n),
      "where rows are read by their keys, take a salt that is computed: phoenix(N), md5-hex(N,…), "
      "hash-of(…)");
}

static const HBaseKeyField *
first_value (HBaseKeySchema *schema)
{
  guint i = 0;

  while (hbase_key_schema_field (schema, i)->salt != NULL)
    i++;
  return hbase_key_schema_field (schema, i);
}

/* Who reads knows the first values of a key, and not always all. A salt made of the first one alone is known
 * with it; a salt made of others as well has to be guessed. */
static void
check_computed_salt (HBaseKeyLintPass *lint_pass, const HBaseKeyField *field)
{
  const HBaseKeyField *known = first_value (lint_pass->schema);
  guint32 known_bit = (guint32) 1 << (known - hbase_key_schema_field (lint_pass->schema, 0));
  gboolean is_known = field->sources == known_bit;
  guint64 n = field->salt->n_buckets;
  gboolean can_visit = n <= HBASE_KEY_MAX_FAN_OUT;
  g_autofree char *places
      = can_visit ? g_strdup_printf ("visits %" G_GUINT64_FORMAT " places", n)
                  : g_strdup_printf ("can't be: it would visit more than %d places", HBASE_KEY_MAX_FAN_OUT);

  if (is_known || can_visit)
    hbase_key_lint_pass_add (
        lint_pass, HBASE_KEY_SEVERITY_NOTE, HBASE_KEY_FINDING_FAN_OUT,
        g_strdup_printf ("a scan %s one “%s” %s, as “%s” differs", is_known ? "over more than" : "of",
                         known->name, places, field->name),
        is_known ? "let what is scanned together have one salt: name fewer fields of the key in it"
                 : "name the fields of the salt, those that are always known when rows are read");
  else
    hbase_key_lint_pass_add (
        lint_pass, HBASE_KEY_SEVERITY_WARNING, HBASE_KEY_FINDING_SALT_NOT_REBUILDABLE,
        g_strdup_printf (
            "“%s” is made of more than “%s”: who knows that alone can't rebuild the salt, and there are "
            "too many to try them all",
            field->name, known->name),
        "name the fields of the salt, those that are always known: md5-hex(8,id)");
}

void
hbase_key_lint_pass_salts (HBaseKeyLintPass *lint_pass)
{
  for (guint i = 0; i < lint_pass->schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (lint_pass->schema, i);

      if (field->salt == NULL)
        continue;
      if (hbase_salt_is_random (field->salt))
        check_drawn_salt (lint_pass, field);
      else
        check_computed_salt (lint_pass, field);
    }
}
