/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "fuzz.h"

#include "hbase-key-schema-private.h"

/* The text of a schema, a line of fields as people write them, and a key: what the schema decodes is
 * encoded to the same again. */

/* A valid key is made again from its values, and from the text of its fields. */
static void
check_key (HBaseKeySchema *schema, HBaseSlice key)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) values = hbase_key_schema_decode (schema, key.data, key.length, &error);
  g_autoptr (GBytes) again = NULL;
  g_autofree char *text = NULL;

  fuzz_assert_error (values != NULL, error);
  if (values == NULL)
    return;
  text = hbase_key_schema_key_to_escaped (schema, key.data, key.length, &error);
  fuzz_assert_error (text != NULL, error);
  fuzz_assert (g_utf8_validate (text, -1, NULL));
  if (hbase_key_schema_has_random_salt (schema))
    return;
  again = hbase_key_schema_encode (schema, values, &error);
  fuzz_assert_error (again != NULL, error);
  fuzz_assert (hbase_slice_equal (hbase_slice_of_bytes (again), key));
}

static void
check_fields (HBaseKeySchema *schema, char *line)
{
  g_auto (GStrv) fields = g_strsplit (line, " ", -1);
  g_autoptr (GError) error = NULL, other = NULL;
  g_autoptr (GBytes) key
      = hbase_key_schema_encode_escaped (schema, (const char *const *) fields, FALSE, &error);
  g_autoptr (GBytes) prefix
      = hbase_key_schema_encode_escaped (schema, (const char *const *) fields, TRUE, &other);

  fuzz_assert_error (key != NULL, error);
  fuzz_assert_error (prefix != NULL, other);
  if (key != NULL)
    check_key (schema, hbase_slice_of_bytes (key));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  HBaseSlice input = hbase_slice (data, size);
  g_autofree char *text = fuzz_take_text (&input, '\n'), *line = fuzz_take_text (&input, '\n');
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (text, &error), again = NULL;

  fuzz_assert_error (schema != NULL, error);
  if (schema == NULL)
    return 0;
  again = hbase_key_schema_new (hbase_key_schema_get_text (schema), &error);
  fuzz_assert_error (again != NULL, error);
  fuzz_assert (strcmp (hbase_key_schema_get_text (again), hbase_key_schema_get_text (schema)) == 0);
  check_key (schema, hbase_slice (hbase_slice_bytes (input), input.length));
  if (g_utf8_validate (line, -1, NULL))
    check_fields (schema, line);
  return 0;
}
