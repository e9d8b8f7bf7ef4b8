/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "fuzz.h"

#include "hbase-bytes.h"
#include "hbase-key-schema.h"
#include "hbase-table-descriptor-private.h"

/* Text in printable escapes, in both directions; the fields of a key; the name of a family. */

static void
check_bytes (HBaseSlice bytes)
{
  g_autofree char *text = hbase_bytes_to_escaped (hbase_slice_bytes (bytes), bytes.length);
  g_autoptr (GBytes) again = hbase_bytes_from_escaped (text, NULL);

  fuzz_assert (g_str_is_ascii (text));
  fuzz_assert (again != NULL && hbase_slice_equal (hbase_slice_of_bytes (again), bytes));
}

static void
check_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = hbase_bytes_from_escaped (text, &error);

  fuzz_assert_error (bytes != NULL, error);
  if (bytes != NULL)
    check_bytes (hbase_slice_of_bytes (bytes));
}

/* What follows the first line is a key with the fields of this schema. */
static void
check_key (const char *text)
{
  static HBaseKeySchema *schema;
  g_auto (GStrv) fields = g_strsplit (text, " ", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) key = NULL;

  if (schema == NULL)
    schema = hbase_key_schema_new ("a:text-z,b:reverse-ms,c:ob-float64,d:bytes", NULL);
  key = hbase_key_schema_encode_escaped (schema, (const char *const *) fields, TRUE, &error);
  fuzz_assert_error (key != NULL, error);
}

static void
check_family (const char *name)
{
  g_autoptr (GError) error = NULL;
  gboolean ok = hbase_family_name_check ("t", name, &error);

  fuzz_assert_error (ok, error);
}

/* The text that is printed for a descriptor is parsed to one for which the same is printed. */
static void
check_descriptor (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTableDescriptor) table = hbase_table_descriptor_new_from_string (text, &error);
  g_autoptr (HBaseTableDescriptor) again = NULL;
  g_autofree char *printed = NULL, *printed_again = NULL;

  fuzz_assert_error (table != NULL, error);
  if (table == NULL)
    return;
  printed = hbase_table_descriptor_to_string (table);
  again = hbase_table_descriptor_new_from_string (printed, NULL);
  fuzz_assert (again != NULL);
  printed_again = hbase_table_descriptor_to_string (again);
  fuzz_assert (strcmp (printed, printed_again) == 0);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  HBaseSlice input = hbase_slice (data, size);
  g_autofree char *text = fuzz_take_text (&input, '\0');

  check_bytes (hbase_slice (data, size));
  check_text (text);
  check_key (text);
  check_family (text);
  check_descriptor (text);
  return 0;
}
