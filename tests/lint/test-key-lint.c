/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-key-schema-private.h"
#include "hbase-plan-key-lint.h"

#include "check-main.h"
#include "test-seed.h"

static HBaseKeySchema *
schema_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseKeySchema *schema = hbase_key_schema_new (text, &error);

  ck_assert_no_error (error);
  return schema;
}

/* Keys in printable escapes, separated by blanks. */
static GPtrArray *
keys_of (const char *text)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  for (char **word = words; *word != NULL; word++)
    g_ptr_array_add (keys, hbase_bytes_from_escaped (*word, NULL));
  return keys;
}

typedef struct {
  const char *schema;
  const char *splits, *sample; /* NULL: none */
  const char *family;          /* NULL: no column */
  const char *guard;           /* NULL: none; with `!` before it: never empty */
  gint64 value_size;           /* 0: unknown */
  guint64 rows_per_day;
  HBasePlanKeyFindingCode code;
  int severity;      /* −1: no such finding */
  const char *words; /* that the effect contains */
} LintCase;

#define HASHED "salt:md5-hex(8,id),id:int64"
/* Upper-case letters are sorted after 9 and before a. */
#define HEX_SPLITS "66666666 CCCCCCCC ffffffff"
/* The splits of Bytes.split() for the range from 16 times `0` to 16 times `f`: 54 61 68 75 82 88 95. */
#define BYTES_SPLIT_8 "6 = D K R X _"
#define NOTE HBASE_PLAN_KEY_SEVERITY_NOTE
#define WARNING HBASE_PLAN_KEY_SEVERITY_WARNING
#define ERROR HBASE_PLAN_KEY_SEVERITY_ERROR
#define NONE (-1)

#define OF_SCHEMA(schema, code, severity, words)                                                             \
  {                                                                                                          \
    schema, NULL, NULL, NULL, NULL, 0, 0, HBASE_PLAN_KEY_FINDING_##code, severity, words                     \
  }
#define OF_SPLITS(schema, splits, code, severity, words)                                                     \
  {                                                                                                          \
    schema, splits, NULL, NULL, NULL, 0, 0, HBASE_PLAN_KEY_FINDING_##code, severity, words                   \
  }
#define OF_SAMPLE(schema, sample, code, severity, words)                                                     \
  {                                                                                                          \
    schema, NULL, sample, NULL, NULL, 0, 0, HBASE_PLAN_KEY_FINDING_##code, severity, words                   \
  }
#define OF_SIZES(schema, family, value_size, rows, code, severity, words)                                    \
  {                                                                                                          \
    schema, NULL, NULL, family, NULL, value_size, rows, HBASE_PLAN_KEY_FINDING_##code, severity, words       \
  }
#define OF_GUARD(guard, severity, words)                                                                     \
  {                                                                                                          \
    "id:downward", NULL, NULL, NULL, guard, 0, 0, HBASE_PLAN_KEY_FINDING_EMPTY_GUARD, severity, words        \
  }

static const LintCase lint_cases[] = {
  OF_SCHEMA ("at:seconds,id:uint32", MONOTONIC_KEYS, WARNING, "“at”"),
  OF_SCHEMA ("at:seconds,id:uint32", MONOTONIC_KEYS, WARNING, "the table's end"),
  OF_SCHEMA ("at:seconds desc,id:uint32", MONOTONIC_KEYS, WARNING, "the table's beginning"),
  OF_SCHEMA ("at:reverse-ms", MONOTONIC_KEYS, WARNING, "the table's beginning"),
  OF_SCHEMA ("id:downward", MONOTONIC_KEYS, WARNING, "the table's beginning"),
  OF_SCHEMA ("id:uint64", MONOTONIC_KEYS, NOTE, "the number “id”"),
  OF_SCHEMA ("id:int64", MONOTONIC_KEYS, NOTE, "the number “id”"),
  OF_SCHEMA ("id:int32,name:text", MONOTONIC_KEYS, NOTE, "the number “id”"),
  OF_SCHEMA ("id:reversed-uint64", MONOTONIC_KEYS, NONE, NULL),
  OF_SAMPLE ("key:bytes", "a b c d e f g h i j", MONOTONIC_KEYS, NOTE, "ascending"),
  OF_SAMPLE ("key:bytes", "j i h g f e d c b a a", MONOTONIC_KEYS, NOTE, "the table's beginning"),
  OF_SAMPLE ("key:bytes", "a b c d e f g h j i", MONOTONIC_KEYS, NONE, NULL),
  OF_SAMPLE ("key:bytes", "a b c d e f g h i", MONOTONIC_KEYS, NONE, NULL),
  OF_SAMPLE ("key:bytes", "a a a a a a a a a a a", MONOTONIC_KEYS, NONE, NULL),
  OF_SCHEMA ("name:text", MONOTONIC_KEYS, NONE, NULL),
  OF_SCHEMA (HASHED, MONOTONIC_KEYS, NONE, NULL),
  OF_SCHEMA ("part:modulo(8,id),id:uint64", MONOTONIC_KEYS, NOTE, "each of the 8 values of “part”"),
  OF_SCHEMA ("id:int64", SIGN_ORDER, WARNING, "“id”"),
  OF_SCHEMA ("name:text-z,id:int32", SIGN_ORDER, WARNING, "“id”"),
  OF_SCHEMA ("id:ordered-int64", SIGN_ORDER, NONE, NULL),
  OF_SCHEMA ("id:reversed-decimal(9)", UNORDERED_FIELD, NOTE, "reversed-decimal"),
  OF_SCHEMA ("id:decimal(9)", UNORDERED_FIELD, NONE, NULL),
  OF_SCHEMA ("salt:random(16),name:text", FAN_OUT, NOTE, "16 keys are read"),
  OF_SCHEMA ("salt:random(1000),name:text", FAN_OUT, WARNING, "1000 keys are read"),
  OF_SCHEMA ("salt:phoenix(16),user:uint32,at:ms", FAN_OUT, NOTE, "a scan of one “user” reads 16 ranges"),
  OF_SCHEMA (
      "salt:phoenix(16,user),user:uint32,at:ms", FAN_OUT, NOTE, "a scan over more than one “user” reads 16"),
  OF_SCHEMA ("user:uint32,at:ms", FAN_OUT, NONE, NULL),
  OF_SCHEMA ("salt:md5-hex(8),user:uint32,at:ms", SALT_NOT_COMPUTABLE, WARNING, "more than “user”"),
  OF_SCHEMA ("salt:md5-hex(8,user),user:uint32,at:ms", SALT_NOT_COMPUTABLE, NONE, NULL),
  OF_SCHEMA ("name:text", KEY_TOO_LONG, NOTE, "32767 bytes"),
  OF_SCHEMA ("name:text(20)", KEY_TOO_LONG, NONE, NULL),
  OF_SCHEMA ("name:text", IMMUTABLE_KEYS, NOTE, "can't be changed"),
  OF_SPLITS (HASHED, BYTES_SPLIT_8, UNREACHABLE_REGIONS, WARNING, "5 of 8 regions"),
  OF_SPLITS (HASHED, BYTES_SPLIT_8, UNREACHABLE_REGIONS, WARNING, "“=” to “D”, “D” to “K”"),
  OF_SPLITS (HASHED, BYTES_SPLIT_8, UNEVEN_REGIONS, WARNING, "gets 38 % of the rows, where 12.5 %"),
  OF_SPLITS (HASHED, "4 8 c", UNREACHABLE_REGIONS, NONE, NULL),
  OF_SPLITS (HASHED, "4 8 c", UNEVEN_REGIONS, NONE, NULL),
  OF_SPLITS (HASHED, "4 8 c", INVALID_SPLITS, NONE, NULL),
  OF_SPLITS (HASHED, "4 8 8", INVALID_SPLITS, ERROR, "“8” occurs twice"),
  OF_SPLITS (HASHED, "4  8", INVALID_SPLITS, ERROR, "is empty"),
  OF_SPLITS (HASHED, HEX_SPLITS, MIXED_CASE_HEX, WARNING, "1 of 3 splits"),
  OF_SPLITS (HASHED, "66666666 cccccccc ffffffff", MIXED_CASE_HEX, NONE, NULL),
  OF_SPLITS (HASHED, BYTES_SPLIT_8, MIXED_CASE_HEX, NONE, NULL),
  OF_SPLITS ("id:hex(8)", "A0000000", MIXED_CASE_HEX, WARNING, "“id” has lower-case ones"),
  OF_SPLITS ("salt:phoenix(3),id:uint32", "\\x01 \\x02", SPLITS_OUTSIDE_SALT, NONE, NULL),
  OF_SPLITS ("salt:phoenix(3),id:uint32",
             "\\x01 \\x02 \\x03 \\x04",
             SPLITS_OUTSIDE_SALT,
             WARNING,
             "2 of 4 splits are outside the range of the salt “salt”: \\x03, \\x04"),
  OF_SPLITS ("salt:phoenix(3),id:uint32", "\\x00", SPLITS_OUTSIDE_SALT, WARNING, "1 of 1"),
  OF_SPLITS ("salt:phoenix(3),id:uint32",
             "\\x01 \\x02 \\x03",
             UNREACHABLE_REGIONS,
             WARNING,
             "“\\x03” to “the table's end”"),
  OF_SPLITS ("id:uint32", "\\x10 \\x20", UNREACHABLE_REGIONS, NONE, NULL),
  OF_SPLITS ("id:hex(2)",
             "0 1 2 3 4 5 6 7 8 9 : ; < = > ? @ A B C D E F G",
             UNREACHABLE_REGIONS,
             WARNING,
             " and 4 more"),
  OF_SAMPLE (HASHED, "short", INVALID_KEYS, ERROR, "1 of 1 keys"),
  OF_SAMPLE ("id:uint32", "abcd bcde", INVALID_KEYS, NONE, NULL),
  OF_SAMPLE ("salt:phoenix(16),key:bytes", "\\x0Cabc \\x01abc", SALT_NOT_COMPUTABLE, ERROR, "of 2 keys"),
  OF_SAMPLE ("key:text", "a b", KEY_TOO_LONG, NOTE, "as long as its value"),
  OF_SAMPLE ("key:text", "ab12 AB12", MIXED_CASE_HEX, WARNING, "“key”"),
  OF_SAMPLE ("key:text", "ab12 Gate", MIXED_CASE_HEX, NONE, NULL),
  OF_SAMPLE ("key:text", "AB12 12", MIXED_CASE_HEX, NONE, NULL),
  OF_SAMPLE ("key:hex(4)", "AB12", MIXED_CASE_HEX, WARNING, "“key”"),
  OF_SIZES ("id:uint32", "content", 0, 0, LONG_NAMES, NOTE, "“content:name” have 11 bytes"),
  OF_SIZES ("id:uint32", "c", 0, 0, LONG_NAMES, NONE, NULL),
  OF_SIZES ("key:text(128)", NULL, 8, 0, KEY_LARGER_THAN_VALUE, WARNING, "128 bytes"),
  OF_SIZES ("key:text(128)", NULL, 200, 0, KEY_LARGER_THAN_VALUE, NONE, NULL),
  OF_SIZES ("key:text(128)", NULL, 0, 0, KEY_LARGER_THAN_VALUE, NONE, NULL),
  OF_SIZES ("id:uint32", "c", 0, 1000, FIRST_SPLIT, NONE, NULL),
  OF_GUARD ("g:g", WARNING, "“g:g” may be empty"),
  OF_GUARD ("!g:g", NONE, NULL),
  OF_GUARD (NULL, NONE, NULL),
};

static HBasePlanKeyLint *
make_lint (const LintCase *test)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (test->schema);
  HBasePlanKeyLint *lint = hbase_plan_key_lint_new (schema);
  g_autoptr (GPtrArray) splits = test->splits != NULL ? keys_of (test->splits) : NULL;
  g_autoptr (GPtrArray) sample = test->sample != NULL ? keys_of (test->sample) : NULL;

  if (splits != NULL)
    hbase_plan_key_lint_set_splits (lint, splits);
  if (sample != NULL)
    hbase_plan_key_lint_set_sample (lint, sample);
  if (test->family != NULL)
    hbase_plan_key_lint_add_column (lint, test->family, (const guint8 *) "name", 4);
  if (test->guard != NULL)
    hbase_plan_key_lint_set_guard (lint, test->guard + (test->guard[0] == '!'), test->guard[0] == '!');
  if (test->value_size > 0)
    g_object_set (lint, "value-size", test->value_size, NULL);
  g_object_set (lint, "rows-per-day", test->rows_per_day, NULL);
  return lint;
}

/* The effects of all findings with a code, one a line, and the severity of the first. */
static char *
effects_of (GPtrArray *findings, HBasePlanKeyFindingCode code, int *severity)
{
  GString *text = g_string_new (NULL);

  *severity = NONE;
  for (guint i = 0; i < findings->len; i++)
    {
      HBasePlanKeyFinding *finding = findings->pdata[i];

      if (hbase_plan_key_finding_get_code (finding) != code)
        continue;
      if (*severity == NONE)
        *severity = (int) hbase_plan_key_finding_get_severity (finding);
      g_string_append_printf (text, "%s\n", hbase_plan_key_finding_get_effect (finding));
    }
  return g_string_free (text, FALSE);
}

START_TEST (a_design_has_the_expected_findings)
{
  const LintCase *test = &lint_cases[_i];
  g_autoptr (HBasePlanKeyLint) lint = make_lint (test);
  g_autoptr (GPtrArray) findings = hbase_plan_key_lint_run (lint);
  int severity;
  g_autofree char *effects = effects_of (findings, test->code, &severity);

  ck_assert_msg (severity == test->severity, "%s: severity %d, %s", test->schema, severity, effects);
  ck_assert_msg (test->words == NULL || strstr (effects, test->words) != NULL, "%s: %s", test->schema,
                 effects);
  for (guint i = 0; i < findings->len; i++)
    {
      g_autofree char *line = hbase_plan_key_finding_to_text (findings->pdata[i]);

      ck_assert_ptr_null (strchr (line, '\n'));
      ck_assert_ptr_nonnull (strstr (line, hbase_plan_key_finding_get_advice (findings->pdata[i])));
      ck_assert (g_utf8_validate (line, -1, NULL));
      if (i > 0)
        ck_assert_int_ge (hbase_plan_key_finding_get_severity (findings->pdata[i - 1]),
                          hbase_plan_key_finding_get_severity (findings->pdata[i]));
    }
}
END_TEST

START_TEST (keys_beyond_the_limit_of_hbase_are_reported)
{
  g_autoptr (HBaseKeySchema) schema = schema_of ("key:bytes");
  g_autoptr (HBasePlanKeyLint) lint = hbase_plan_key_lint_new (schema);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) findings = NULL;
  g_autofree char *effects = NULL;
  int severity;

  g_ptr_array_add (keys, g_bytes_new_take (g_malloc0 (HBASE_MAX_ROW_LENGTH), HBASE_MAX_ROW_LENGTH));
  g_ptr_array_add (keys, g_bytes_new_take (g_malloc0 (HBASE_MAX_ROW_LENGTH + 1), HBASE_MAX_ROW_LENGTH + 1));
  hbase_plan_key_lint_set_sample (lint, keys);
  hbase_plan_key_lint_set_splits (lint, keys);
  findings = hbase_plan_key_lint_run (lint);
  effects = effects_of (findings, HBASE_PLAN_KEY_FINDING_KEY_TOO_LONG, &severity);
  ck_assert_int_eq (severity, HBASE_PLAN_KEY_SEVERITY_ERROR);
  ck_assert_ptr_nonnull (strstr (effects, "1 of 2 keys"));
  g_clear_pointer (&effects, g_free);
  effects = effects_of (findings, HBASE_PLAN_KEY_FINDING_INVALID_SPLITS, &severity);
  ck_assert_int_eq (severity, HBASE_PLAN_KEY_SEVERITY_ERROR);
  ck_assert_ptr_nonnull (strstr (effects, "longer than any key"));
}
END_TEST

/* The effect of the finding about the first split. */
static char *
first_split (const char *schema_text, const char *splits_text, guint64 rows_per_day, guint64 region_size)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (schema_text);
  g_autoptr (HBasePlanKeyLint) lint = hbase_plan_key_lint_new (schema);
  g_autoptr (GPtrArray) splits = splits_text != NULL ? keys_of (splits_text) : NULL;
  g_autoptr (GPtrArray) findings = NULL;
  int severity;

  if (splits != NULL)
    hbase_plan_key_lint_set_splits (lint, splits);
  hbase_plan_key_lint_add_column (lint, "f", (const guint8 *) "q", 1);
  g_object_set (lint, "value-size", (gint64) 70, "rows-per-day", rows_per_day, NULL);
  if (region_size > 0)
    g_object_set (lint, "region-size", region_size, NULL);
  findings = hbase_plan_key_lint_run (lint);
  return effects_of (findings, HBASE_PLAN_KEY_FINDING_FIRST_SPLIT, &severity);
}

/* A row is of 20 + 8 + 2 + 70 = 100 bytes. */
START_TEST (the_first_split_is_when_the_fullest_region_is_full)
{
  g_autofree char *whole = first_split ("id:uint64", NULL, 1000000, 1000000000);
  g_autofree char *fifth
      = first_split ("id:uint64",
                     "\\x33\\x33\\x33\\x33\\x33 \\x66\\x66\\x66\\x66\\x66 \\x99\\x99\\x99\\x99 "
                     "\\xCC\\xCC\\xCC\\xCC",
                     1000000, 1000000000);
  g_autofree char *last = first_split ("at:ms", "\\x40", 1000000, 1000000000);
  g_autofree char *usual = first_split ("id:uint64", NULL, 1000000, 0);

  ck_assert_msg (strstr (whole, "100 bytes each") != NULL && strstr (whole, "100.0 %") != NULL, "%s", whole);
  ck_assert_msg (strstr (whole, "after 10 days") != NULL, "%s", whole);
  ck_assert_msg (strstr (whole, "after 3 days") != NULL, "%s", whole); /* 256 MiB */
  ck_assert_msg (strstr (fifth, "of 5) gets 20.0 %") != NULL && strstr (fifth, "after 50 days") != NULL, "%s",
                 fifth);
  ck_assert_msg (strstr (last, "of 2) gets 100.0 %") != NULL, "%s", last);
  ck_assert_msg (strstr (usual, "after 107 days") != NULL, "%s", usual); /* 10 GiB */
}
END_TEST

static GPtrArray *
make_sample (GRand *rand, guint n_keys)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < n_keys; i++)
    {
      guint8 key[4];

      hbase_key_number_write (key, 4, g_rand_int (rand) >> (i % 4 == 0 ? 0 : 8));
      g_ptr_array_add (keys, g_bytes_new (key, 4));
    }
  return keys;
}

/* Three of four keys are below 01 00 00 00. */
START_TEST (a_sample_determines_the_fullest_region)
{
  g_autoptr (GRand) rand = test_rand_new ("a_sample_determines_the_fullest_region");
  g_autoptr (HBaseKeySchema) schema = schema_of ("id:uint32");
  g_autoptr (HBasePlanKeyLint) lint = hbase_plan_key_lint_new (schema);
  g_autoptr (GPtrArray) few = make_sample (rand, 39), enough = make_sample (rand, 4000);
  g_autoptr (GPtrArray) splits = keys_of ("\\x40 \\x80 \\xC0"), telling = NULL, silent = NULL;
  g_autofree char *effects = NULL, *none = NULL;
  int severity;

  hbase_plan_key_lint_set_splits (lint, splits);
  hbase_plan_key_lint_set_sample (lint, enough);
  telling = hbase_plan_key_lint_run (lint);
  effects = effects_of (telling, HBASE_PLAN_KEY_FINDING_UNEVEN_REGIONS, &severity);
  ck_assert_int_eq (severity, HBASE_PLAN_KEY_SEVERITY_WARNING);
  ck_assert_msg (strstr (effects, "“the table's beginning” to “@” gets 8") != NULL, "%s", effects);
  hbase_plan_key_lint_set_sample (lint, few);
  silent = hbase_plan_key_lint_run (lint);
  none = effects_of (silent, HBASE_PLAN_KEY_FINDING_UNEVEN_REGIONS, &severity);
  ck_assert_int_eq (severity, NONE);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *lint = tcase_create ("lint");

  tcase_add_loop_test (lint, a_design_has_the_expected_findings, 0, G_N_ELEMENTS (lint_cases));
  tcase_add_test (lint, keys_beyond_the_limit_of_hbase_are_reported);
  tcase_add_test (lint, the_first_split_is_when_the_fullest_region_is_full);
  tcase_add_test (lint, a_sample_determines_the_fullest_region);
  suite_add_tcase (suite, lint);
}

TEST_MAIN ("key-lint", fill)
