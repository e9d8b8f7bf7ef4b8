/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase/java-keys.h"
#include "test-seed.h"

#include "hbase-key-builder.h"
#include "hbase-key-schema-private.h"

/* This tests the types of key fields that are HBase's OrderedBytes against that class: the same bytes. */

#define VALUES 500

static JavaKeys *java;

static void
set_up (void)
{
  java = java_keys_start ();
}

static void
tear_down (void)
{
  java_keys_stop (java);
}

static gint64
draw_int (GRand *rand, const HBaseKeyType *type)
{
  gint64 number = (gint64) (test_rand_uint64 (rand) >> g_rand_int_range (rand, 0, 64));

  while (number < type->minimum || number > (gint64) type->maximum)
    number /= 2;
  return g_rand_boolean (rand) ? number : -number - 1;
}

static double
draw_double (GRand *rand, gboolean is_float)
{
  double number = (g_rand_double (rand) - 0.5) * (double) (1 << g_rand_int_range (rand, 0, 30));

  return is_float ? (float) number : number;
}

/* A value as the builder takes it, and as Java does. */
static char *
draw_value (GRand *rand, const HBaseKeyType *type, HBaseKeyBuilder *builder)
{
  guint8 bytes[30];
  gsize length = (gsize) g_rand_int_range (rand, 0, sizeof bytes);
  gint64 number, bits;
  double fraction;

  switch (type->kind)
    {
    case HBASE_KEY_INT:
      number = draw_int (rand, type);
      hbase_key_builder_add_int64 (builder, number);
      return g_strdup_printf ("%" G_GINT64_FORMAT, number);
    case HBASE_KEY_DOUBLE:
      fraction = draw_double (rand, g_str_equal (type->name, "ob-float32"));
      memcpy (&bits, &fraction, sizeof bits);
      hbase_key_builder_add_double (builder, fraction);
      return g_strdup_printf ("%" G_GINT64_FORMAT, bits);
    default:
      for (gsize i = 0; i < length; i++)
        bytes[i]
            = *type->variant == 's' ? (guint8) g_rand_int_range (rand, 1, 128) : (guint8) g_rand_int (rand);
      hbase_key_builder_add_bytes (builder, bytes, length);
      return java_keys_hex (bytes, length);
    }
}

static void
compare (GRand *rand, const HBaseKeyType *type, gboolean descending)
{
  g_autofree char *text = g_strdup_printf ("f:%s%s", type->name, descending ? " desc" : "");
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (text, NULL);
  g_auto (HBaseKeyBuilder) builder;
  g_autofree char *value = NULL, *command = NULL, *theirs = NULL, *hex = NULL, *ours = NULL;
  g_autoptr (GBytes) key = NULL;
  gsize length;
  const guint8 *data;

  hbase_key_builder_init (&builder, schema);
  value = draw_value (rand, type, &builder);
  key = hbase_key_builder_end (&builder, NULL);
  ck_assert_ptr_nonnull (key);
  command
      = g_strdup_printf ("ordered %s %s %s", type->name + strlen ("ob-"), descending ? "desc" : "asc", value);
  theirs = java_keys_ask (java, command);
  data = g_bytes_get_data (key, &length);
  hex = java_keys_hex (data, length);
  ours = g_strdup_printf ("ok %s", hex);
  ck_assert_msg (g_str_equal (ours, theirs), "%s: %s, and not %s", command, ours, theirs);
}

START_TEST (types_encode_as_ordered_bytes)
{
  const HBaseKeyType *type = &hbase_key_ordered_bytes_types[_i];
  g_autoptr (GRand) rand = test_rand_new (type->name);

  for (guint i = 0; i < VALUES; i++)
    {
      compare (rand, type, FALSE);
      if (type->shape != HBASE_KEY_REST) /* descending ones have a terminator there, and don't end the key */
        compare (rand, type, TRUE);
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("types");

  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_set_timeout (tests, 120);
  tcase_add_loop_test (tests, types_encode_as_ordered_bytes, 0, 9);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("types-hbase", fill)
