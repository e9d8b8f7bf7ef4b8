/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-key-lint-private.h"

/* What keys from a table, or for one, say: whether they are of the schema, and whether hexadecimal digits in
 * them are of one case. */

/* What a rule counts, with one key as the example. */
typedef struct {
  guint n;
  char *example; /* what is said of the first one */
} Count;

static void
count (Count *which, const char *example)
{
  if (which->n++ == 0)
    which->example = g_strdup (example);
}

static void
clear_count (Count *which)
{
  g_free (which->example);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Count, clear_count)

/* ---- keys of another schema ---- */

/* Whether all is right but the salt: then it is made of something else, or in another way. */
static gboolean
differs_in_salt (HBaseKeySchema *schema, HBaseSlice key)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];

  return hbase_key_schema_split (schema, key, parts, NULL)
         && !hbase_key_schema_check_salts (schema, key, parts, NULL);
}

static void
check_schema (HBaseKeyLintPass *lint_pass)
{
  GPtrArray *sample = lint_pass->lint->sample;
  g_auto (Count) foreign = { 0 };
  g_auto (Count) salted = { 0 };

  for (guint i = 0; i < sample->len; i++)
    {
      HBaseSlice key = hbase_slice_of_bytes (sample->pdata[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) values
          = hbase_key_schema_decode (lint_pass->schema, hbase_slice_bytes (key), key.length, &error);

      if (values == NULL)
        count (differs_in_salt (lint_pass->schema, key) ? &salted : &foreign, error->message);
    }
  if (foreign.n > 0)
    hbase_key_lint_pass_add (lint_pass, HBASE_KEY_SEVERITY_ERROR, HBASE_KEY_FINDING_FOREIGN_KEYS,
                             g_strdup_printf ("%u of %u keys of the sample aren't of the schema: %s",
                                              foreign.n, sample->len, foreign.example),
                             "correct the schema, or the program that makes the keys");
  if (salted.n > 0)
    hbase_key_lint_pass_add (
        lint_pass, HBASE_KEY_SEVERITY_ERROR, HBASE_KEY_FINDING_SALT_NOT_REBUILDABLE,
        g_strdup_printf (
            "%u of %u keys of the sample have another salt than their fields give, so that readers won't "
            "find them: %s",
            salted.n, sample->len, salted.example),
        "make salts of what is in the key alone (a time that was hashed has to be stored as well), and name "
        "these fields in the schema");
}

static void
check_lengths (HBaseKeyLintPass *lint_pass)
{
  GPtrArray *sample = lint_pass->lint->sample;
  guint n_long = 0;

  for (guint i = 0; i < sample->len; i++)
    n_long += g_bytes_get_size (sample->pdata[i]) > HBASE_MAX_ROW_LENGTH;
  if (n_long > 0)
    hbase_key_lint_pass_add (
        lint_pass, HBASE_KEY_SEVERITY_ERROR, HBASE_KEY_FINDING_KEY_TOO_LONG,
        g_strdup_printf ("%u of %u keys of the sample have more than %d bytes: HBase refuses them", n_long,
                         sample->len, HBASE_MAX_ROW_LENGTH),
        "put a digest in the place of the longest field (bytes(16))");
}

/* ---- hexadecimal digits of two cases ---- */

/* Which cases the letters among hexadecimal digits have; what isn't all digits has none. */
static void
look_at_case (HBaseSlice bytes, gboolean *lower, gboolean *upper)
{
  gboolean has_lower = FALSE, has_upper = FALSE;

  for (gsize i = 0; i < bytes.length; i++)
    {
      if (!g_ascii_isxdigit (bytes.data[i]))
        return;
      has_lower |= g_ascii_islower (bytes.data[i]);
      has_upper |= g_ascii_isupper (bytes.data[i]);
    }
  *lower |= has_lower;
  *upper |= has_upper;
}

static gboolean
holds_text (const HBaseKeyField *field)
{
  if (field->salt != NULL)
    return hbase_salt_is_hex (field->salt);
  return field->format.type->kind == HBASE_KEY_BYTES || field->format.type->shape == HBASE_KEY_SIZED;
}

/* Of fields with text; and of digits and salts, which the schema wants in lower case. */
static void
lint_case (HBaseKeyLintPass *lint_pass, guint index)
{
  const HBaseKeyField *field = hbase_key_schema_field (lint_pass->schema, index);
  GPtrArray *sample = lint_pass->lint->sample;
  gboolean lower = field->salt != NULL || field->format.type->kind != HBASE_KEY_BYTES, upper = FALSE;

  for (guint i = 0; i < sample->len; i++)
    {
      HBaseSlice parts[HBASE_KEY_MAX_FIELDS];

      if (hbase_key_schema_split (lint_pass->schema, hbase_slice_of_bytes (sample->pdata[i]), parts, NULL))
        look_at_case (parts[index], &lower, &upper);
    }
  if (lower && upper)
    hbase_key_lint_pass_add (
        lint_pass, HBASE_KEY_SEVERITY_WARNING, HBASE_KEY_FINDING_MIXED_CASE_HEX,
        g_strdup_printf (
            "“%s” has hexadecimal digits of both cases: A–F come before a–f, so there are two orders in one "
            "table, and two keys for one value",
            field->name),
        "write them in lower case everywhere, as hex(N) and md5-hex(N) do, or as bytes");
}

void
hbase_key_lint_pass_sample (HBaseKeyLintPass *lint_pass)
{
  if (lint_pass->lint->sample->len == 0)
    return;
  check_schema (lint_pass);
  check_lengths (lint_pass);
  for (guint i = 0; i < lint_pass->schema->fields->len; i++)
    if (holds_text (hbase_key_schema_field (lint_pass->schema, i)))
      lint_case (lint_pass, i);
}
