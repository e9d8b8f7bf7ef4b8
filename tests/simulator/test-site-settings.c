/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error.h"
#include "hbase-plan-emulation-settings-private.h"
#include "hbase-plan-setting-value-private.h"
#include "hbase-plan-site-settings.h"

#include "check-main.h"

#define P(name, value) "<property><name>" name "</name><value>" value "</value></property>\n"
#define FINAL(name, value)                                                                                   \
  "<property><name>" name "</name><value>" value "</value><final>true</final></property>\n"
#define CONFIGURATION(text) "<?xml version=\"1.0\"?>\n<configuration>\n" text "</configuration>\n"

static gboolean
add (HBasePlanSiteSettings *site, const char *file, const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  return hbase_plan_site_settings_add_xml (site, file, bytes, error);
}

static HBasePlanSiteSettings *
site_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBasePlanSiteSettings *site = hbase_plan_site_settings_new ();

  add (site, "hbase-site.xml", text, &error);
  ck_assert_no_error (error);
  return site;
}

static void
assert_value (HBasePlanSiteSettings *site, const char *name, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *value = hbase_plan_site_settings_get (site, name, &error);

  ck_assert_no_error (error);
  ck_assert_pstr_eq (value, expected);
}

/* The values are those that Hadoop 2.10.2's Configuration returns for the same text. */
START_TEST (values_are_those_of_hadoop)
{
  static const char *const expected[][2] = {
    { "two", "1-1" },
    { "spaced", "${un bound}1" },
    { "unbound", "${nothing}${a}" },
    { "p", " 12 " },
    { "empty", NULL },
    { "q", "5" },
    { "inner", "deep" },
    { "env", "${env.HOME:-x}" },
    { "f", "1" },
    { "nested", "1" },
    { "entities", "<a&b>" },
  };
  g_autoptr (HBasePlanSiteSettings) site = site_of (CONFIGURATION (
      P ("a", "1") P ("two", "${a}-${a}") P ("spaced", "${un bound}${a}") P ("unbound", "${nothing}${a}") P (
          " p ", " 12 ") P ("empty", "") "<property name='q' value='5'/>" P ("inner", "${in${a}}")
          P ("in1", "deep") P ("env", "${env.HOME:-x}") FINAL ("f", "1") P ("f", "2") "<configuration>" P (
              "nested", "1") "</configuration><!-- a comment "
                             "--><property><name>entities</name><value>&lt;a<![CDATA[&b>]]></value>"
                             "<description>of nothing</description></property>"));

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    assert_value (site, expected[i][0], expected[i][1]);
}
END_TEST

START_TEST (later_files_override_earlier_ones_except_final_properties)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePlanSiteSettings) site = site_of (CONFIGURATION (FINAL ("x", "1") P ("y", "1")));
  g_auto (GStrv) notes = NULL;

  ck_assert (add (site, "conf/b.xml", CONFIGURATION (P ("x", "2") P ("y", "2")), &error));
  assert_value (site, "x", "1");
  assert_value (site, "y", "2");
  ck_assert_str_eq (hbase_plan_site_settings_get_origin (site, "x"), "hbase-site.xml:3");
  ck_assert_str_eq (hbase_plan_site_settings_get_origin (site, "y"), "conf/b.xml:4");
  notes = hbase_plan_site_settings_get_notes (site);
  ck_assert_uint_eq (g_strv_length (notes), 1);
  ck_assert_str_eq (notes[0],
                    "conf/b.xml:3: the value of x is ignored, because it is final in hbase-site.xml:3");
}
END_TEST

START_TEST (properties_without_name_or_value_and_repeated_ones_have_notes)
{
  g_autoptr (HBasePlanSiteSettings) site = site_of (
      CONFIGURATION ("<property><value>1</value></property>\n" P ("e", "") P ("r", "1") P ("r", "2")));
  g_auto (GStrv) notes = hbase_plan_site_settings_get_notes (site);

  ck_assert_uint_eq (g_strv_length (notes), 3);
  ck_assert_str_eq (notes[0], "hbase-site.xml:3: a property without a name is ignored");
  ck_assert_str_eq (notes[1], "hbase-site.xml:4: e has no value and is ignored");
  ck_assert_str_eq (notes[2], "hbase-site.xml:5: the value of r is replaced by that of line 6");
}
END_TEST

static GBytes *
read_included (const char *file, gpointer user_data, GError **error)
{
  const char *const *files = user_data;

  for (; *files != NULL; files += 2)
    if (g_str_equal (*files, file))
      return g_bytes_new_static (files[1], strlen (files[1]));
  if (g_str_has_prefix (file, "secret"))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, "no %s", file);
  return NULL;
}

#define INCLUDE(href, fallback)                                                                              \
  "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"" href "\">" fallback "</xi:include>\n"
#define FALLBACK(text) "<xi:fallback>" text "</xi:fallback>"

START_TEST (files_are_included_with_fallbacks)
{
  static const char *const files[]
      = { "conf/more.xml", CONFIGURATION (P ("m", "1") INCLUDE ("sub/deep.xml", "")), "conf/sub/deep.xml",
          CONFIGURATION (P ("d", "2")), NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePlanSiteSettings) site = hbase_plan_site_settings_new ();

  hbase_plan_site_settings_set_reader (site, read_included, (gpointer) files, NULL);
  add (site, "conf/hbase-site.xml",
       CONFIGURATION (P ("m", "0") INCLUDE ("more.xml", FALLBACK (P ("m", "7") P ("unused", "1")))
                          INCLUDE ("none.xml", FALLBACK (P ("f", "3"))) P ("last", "4")),
       &error);
  ck_assert_no_error (error);
  assert_value (site, "m", "1");
  assert_value (site, "d", "2");
  assert_value (site, "f", "3");
  assert_value (site, "last", "4");
  assert_value (site, "unused", NULL);
  ck_assert_str_eq (hbase_plan_site_settings_get_origin (site, "d"), "conf/sub/deep.xml:3");
}
END_TEST

typedef struct {
  const char *text, *message;
} BadFile;

static const BadFile bad_files[] = {
  { "", "s.xml:1:1: not XML: Document was empty or contained only whitespace" },
  { "hbase", "s.xml:1:1: not XML: Document must begin with an element (e.g. <book>)" },
  { "<configuration>\n<property>\n</configuration>", "s.xml:3:17: not XML: " },
  { "<configuration><property>", "s.xml:1:26: not XML: " },
  { "<settings/>", "s.xml:1:11: the outermost element is <settings>; <configuration> was expected" },
  { "<configuration>\n<xi:include/></configuration>", "s.xml:2:14: an include has no href" },
  { "<configuration>\n" INCLUDE ("none.xml", "") "</configuration>",
    "none.xml was not found, and the include has no fallback" },
  { "<configuration>" INCLUDE ("s.xml", "") "</configuration>", "s.xml includes itself" },
  { "<configuration>" INCLUDE ("a.xml", "") "</configuration>", "b.xml:1:84: a.xml includes itself" },
  { "<configuration>" INCLUDE ("broken.xml", "") "</configuration>", "broken.xml:1:3: not XML: " },
  { "<configuration>" INCLUDE ("secret.xml", FALLBACK ("")) "</configuration>",
    "secret.xml can't be included: no secret.xml" },
  { "<configuration>\xff</configuration>", "s.xml:1:17: not XML: Invalid UTF-8" },
};

START_TEST (errors_name_file_line_and_column)
{
  static const char *const files[]
      = { "a.xml",      "<configuration>" INCLUDE ("b.xml", "") "</configuration>",
          "b.xml",      "<configuration>" INCLUDE ("a.xml", "") "</configuration>",
          "broken.xml", "<a",
          NULL };
  const BadFile *bad = &bad_files[_i];
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePlanSiteSettings) site = hbase_plan_site_settings_new ();

  hbase_plan_site_settings_set_reader (site, read_included, (gpointer) files, NULL);
  ck_assert (!add (site, "s.xml", bad->text, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_msg (strstr (error->message, bad->message) != NULL, "%s; expected: %s", error->message,
                 bad->message);
}
END_TEST

START_TEST (a_file_with_an_error_changes_nothing)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePlanSiteSettings) site = site_of (CONFIGURATION (P ("x", "1")));
  g_auto (GStrv) names = NULL;

  ck_assert (!add (site, "b.xml", "<configuration>" P ("x", "2") P ("y", "2"), &error));
  names = hbase_plan_site_settings_get_names (site);
  ck_assert_uint_eq (g_strv_length (names), 1);
  assert_value (site, "x", "1");
}
END_TEST

START_TEST (variables_that_refer_to_each_other_are_an_error)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePlanSiteSettings) site = site_of (CONFIGURATION (P ("l", "x${m}") P ("m", "${l}")));

  ck_assert_ptr_null (hbase_plan_site_settings_get (site, "l", &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_str_eq (error->message, "hbase-site.xml:3: l has more than 20 variables to replace: x${m}");
}
END_TEST

START_TEST (a_descriptor_overrides_files)
{
  static const char *const text
      = "Table t is ENABLED\nt, {TABLE_ATTRIBUTES => {MAX_FILESIZE => '1073741824 B (1GB)',\n"
        "METADATA => {'hbase.hstore.blockingStoreFiles' => '20', 'owner' => 'it\\'s me'}}}\n"
        "COLUMN FAMILIES DESCRIPTION\n{NAME => 'f', VERSIONS => '1', BLOCKSIZE => 131072}\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePlanSiteSettings) site = site_of (CONFIGURATION (
      FINAL ("hbase.hstore.blockingStoreFiles", "10") P ("hbase.hregion.max.filesize", "7000000")));
  g_autoptr (HBasePlanEmulationSettings) settings = NULL;
  const HBasePlanEmulationValues *values;

  hbase_plan_site_settings_add_descriptor (site, "t.txt", text, &error);
  ck_assert_no_error (error);
  settings = hbase_plan_emulation_settings_new (site, &error);
  ck_assert_no_error (error);
  values = hbase_plan_emulation_settings_get_values (settings);
  ck_assert_int_eq (values->max_file_size, 1 << 30);
  ck_assert_int_eq (values->blocking_store_files, 20);
  ck_assert_int_eq (values->block_size, 131072);
  ck_assert_str_eq (hbase_plan_site_settings_get_origin (site, "hbase.hstore.blockingStoreFiles"), "t.txt:3");
}
END_TEST

/* The output of `describe` in HBase 1.1 to 2.4, which lacks a brace, in 2.5 and later, and statements. */
static const char *const descriptors[] = {
  "t, {TABLE_ATTRIBUTES => {MAX_FILESIZE => '10737418240', coprocessor$1 => '|a.B|805306366|', "
  "METADATA => {'Max' => 'x', 'hbase.store.file-tracker.impl' => 'DEFAULT'}}\n",
  "Table t is ENABLED\nt, {TABLE_ATTRIBUTES => {MAX_FILESIZE => '10737418240'}\nCOLUMN FAMILIES DESCRIPTION\n"
  "{NAME => 'f', BLOOMFILTER => 'ROW', TTL => '604800 SECONDS (7 DAYS)', BLOCKSIZE => '65536', "
  "CONFIGURATION => {'a.b' => '1', 'own' => '2'}}\n1 row(s) in 0.0410 seconds\n\n",
  "Table t is ENABLED\r\nt, {TABLE_ATTRIBUTES => {MAX_FILESIZE => '10737418240 B (10GB)', METADATA => "
  "{'x' => 'y'}}}\r\nCOLUMN FAMILIES DESCRIPTION\r\n{NAME => 'f', INDEX_BLOCK_ENCODING => 'NONE'}\r\n\r\n"
  "1 row(s)\r\nQuota is disabled\r\nTook 0.1234 seconds\r\n",
  "'t', {TABLE_ATTRIBUTES => {MAX_FILESIZE => '10737418240', CONFIGURATION => {'a.b' => '3'}}, {NAME => 'f'}",
  "create 't', {NAME => 'f', VERSIONS => 3}, MAX_FILESIZE => 10737418240, SPLITS => ['a', 'b']",
};

static char *
read_size (const char *text, GError **error)
{
  g_autoptr (HBasePlanSiteSettings) site = hbase_plan_site_settings_new ();

  return hbase_plan_site_settings_add_descriptor (site, "t.txt", text, error)
             ? hbase_plan_site_settings_get (site, "MAX_FILESIZE", error)
             : NULL;
}

START_TEST (descriptors_are_read_as_each_version_prints_them)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *size = read_size (descriptors[_i], &error);

  ck_assert_no_error (error);
  ck_assert_str_eq (size, "10737418240");
}
END_TEST

/* Returns the text as a terminal of that width shows what the shell prints. */
static char *
wrap (const char *text, gsize width)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *wrapped = g_string_new (NULL);

  for (char **line = lines; *line != NULL; line++)
    for (const char *p = *line; *p != '\0'; p += MIN (width, strlen (p)))
      g_string_append_printf (wrapped, "%.*s\n", (int) width, p);
  return g_string_free (wrapped, FALSE);
}

START_TEST (a_descriptor_that_a_terminal_has_wrapped_is_the_same)
{
  const char *text = descriptors[_i];

  for (gsize width = strlen ("COLUMN FAMILIES DESCRIPTION"); width <= strlen (text); width++)
    {
      g_autofree char *wrapped = wrap (text, width);
      g_autoptr (GError) error = NULL;
      g_autofree char *size = read_size (wrapped, &error);

      ck_assert_msg (error == NULL, "%s:\n%s", error != NULL ? error->message : "", wrapped);
      ck_assert_msg (g_strcmp0 (size, "10737418240") == 0, "%s:\n%s", size, wrapped);
    }
}
END_TEST

static const BadFile bad_descriptors[] = {
  { "", "t.txt:1: no table descriptor" },
  { "{NAME => 'f',\nMAX_FILESIZE => '\xfa'}", "t.txt:2: the text isn't UTF-8" },
  { "{TTL\n=> 'b", "t.txt:2: the string that begins here has no end" },
  { "{TTL => 'b'\n", "t.txt:2: a } is missing" },
  { "TTL => 'b'}\n", "t.txt:1: this } closes nothing" },
  { "=> 'b'", "t.txt:1: a name is missing before =>" },
  { "TTL => }", "t.txt:1: this } closes nothing" },
  { "{TTL => }", "t.txt:1: a value is missing after =>" },
  { "{NAME => 'f',\nMAX_FILESIZ => '1'}", "t.txt:2: HBase has no setting “MAX_FILESIZ”" },
  { "MAX_FILES IZE => '1'", "t.txt:1: HBase has no setting “IZE”" },
  { "{MAX_FILES IZE => '1'}", "t.txt:1: HBase has no setting “MAX_FILES”" },
  { "{TTL = > '1'}", "t.txt:1: => is missing" },
  { "{TTL => '1' BLOCKSIZE => '1'}", "t.txt:1: a comma or } is missing" },
  { "{TTL => '1', !}", "t.txt:1: the name of a setting is missing" },
  { "{METADATA => {'x' 'y'}}", "t.txt:1: => is missing" },
  { "SPLITS => ['a', NAME => 'f'", "t.txt:1: the list that begins here has no end" },
  { "{METADATA => {METADATA => {METADATA => {METADATA => {METADATA => {METADATA => {METADATA => {METADATA => "
    "{a => b}}}}}}}}}",
    "t.txt:1: there are too many braces" },
};

START_TEST (bad_descriptors_are_refused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePlanSiteSettings) site = hbase_plan_site_settings_new ();

  ck_assert (!hbase_plan_site_settings_add_descriptor (site, "t.txt", bad_descriptors[_i].text, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_msg (g_str_has_prefix (error->message, bad_descriptors[_i].message), "%s", error->message);
}
END_TEST

START_TEST (numbers_are_read_as_hadoop_does)
{
  gint64 n = 0;
  double d = 0;

  ck_assert_ptr_null (hbase_plan_setting_value_parse_integer (" -0x10 ", &n));
  ck_assert_int_eq (n, -16);
  ck_assert_ptr_null (hbase_plan_setting_value_parse_integer ("9223372036854775807", &n));
  ck_assert_int_eq (n, G_MAXINT64);
  ck_assert_ptr_nonnull (hbase_plan_setting_value_parse_integer ("9223372036854775808", &n));
  ck_assert_ptr_nonnull (hbase_plan_setting_value_parse_integer ("128m", &n));
  ck_assert_ptr_nonnull (hbase_plan_setting_value_parse_integer ("", &n));
  ck_assert_ptr_null (hbase_plan_setting_value_parse_bytes ("128m", &n));
  ck_assert_int_eq (n, 128 << 20);
  ck_assert_ptr_null (hbase_plan_setting_value_parse_bytes ("-1K", &n));
  ck_assert_int_eq (n, -1024);
  ck_assert_ptr_nonnull (hbase_plan_setting_value_parse_bytes ("8e", &n));
  ck_assert_ptr_nonnull (hbase_plan_setting_value_parse_bytes ("k", &n));
  ck_assert_ptr_null (hbase_plan_setting_value_parse_number ("1.2F", &d));
  ck_assert_double_eq (d, 1.2);
  ck_assert_ptr_nonnull (hbase_plan_setting_value_parse_number ("1,2", &d));
  ck_assert_ptr_nonnull (hbase_plan_setting_value_parse_number ("NaN", &d));
}
END_TEST

static const BadFile bad_values[] = {
  { P ("hbase.hregion.memstore.flush.size", "128m"), "hbase-site.xml:3: hbase.hregion.memstore.flush.size: "
                                                     "“128m” isn't an integer (HBase reads no units here)" },
  { P ("hbase.regionserver.global.memstore.size", "40"),
    "hbase-site.xml:3: hbase.regionserver.global.memstore.size: 40 is out of range: 0.0001 to 0.8 are "
    "valid" },
  { P ("hbase.hregion.max.filesize", "2097151"),
    "hbase-site.xml:3: hbase.hregion.max.filesize: 2097151 is out of range: 2097152 to" },
  { P ("hbase.hstore.compactionThreshold", "many"),
    "hbase-site.xml:3: hbase.hstore.compactionThreshold: “many”" },
  { P ("hbase.hstore.compaction.max", "99999999999"),
    "hbase-site.xml:3: hbase.hstore.compaction.max: 99999999999 is" },
  { P ("hbase.regionserver.region.split.policy", "com.example.Mine"),
    "hbase-site.xml:3: hbase.regionserver.region.split.policy: “com.example.Mine” isn't a class" },
  { P ("hbase.regionserver.compaction.enabled", "yes"),
    "hbase-site.xml:3: hbase.regionserver.compaction.enabled: “yes”" },
  { P ("hfile.block.cache.size", "0.5"), "hbase-site.xml:3: hfile.block.cache.size (0.5) and" },
  { P ("hbase.hstore.compaction.throughput.higher.bound", "1"),
    "hbase-site.xml:3: hbase.hstore.compaction.throughput" },
  { P ("hbase.tmp.dir", "${hbase.tmp.dir}"), "hbase-site.xml:3: hbase.tmp.dir has more than 20 variables" },
};

START_TEST (bad_values_are_refused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strconcat ("<configuration>\n\n", bad_values[_i].text, "</configuration>", NULL);
  g_autoptr (HBasePlanSiteSettings) site = site_of (text);

  ck_assert_ptr_null (hbase_plan_emulation_settings_new (site, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_msg (g_str_has_prefix (error->message, bad_values[_i].message), "%s", error->message);
}
END_TEST

static void
assert_effect (HBasePlanEmulationSettings *settings, const char *name, int effect)
{
  g_autoptr (HBasePlanEmulationSetting) setting = hbase_plan_emulation_settings_find (settings, name);

  ck_assert_ptr_nonnull (setting);
  ck_assert_int_eq ((int) hbase_plan_emulation_setting_get_effect (setting), effect);
}

START_TEST (settings_without_effect_and_unknown_ones_are_listed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePlanSiteSettings) site = site_of (CONFIGURATION (
      P ("hbase.rootdir", "hdfs://x") P ("hbase.hregion.memstore.flushsize", "1") P ("dfs.replication", "3")
          P ("hbase.hstore.compactionThreshold", "4") P ("hbase.hstore.blockingStoreFiles", "7")));
  g_autoptr (HBasePlanEmulationSettings) settings = hbase_plan_emulation_settings_new (site, &error);
  g_autoptr (HBasePlanEmulationSetting) used = NULL;

  ck_assert_no_error (error);
  assert_effect (settings, "hbase.rootdir", HBASE_PLAN_SETTING_EFFECT_NONE);
  assert_effect (settings, "dfs.replication", HBASE_PLAN_SETTING_EFFECT_NONE);
  assert_effect (settings, "hbase.hregion.memstore.flushsize", HBASE_PLAN_SETTING_EFFECT_UNKNOWN);
  assert_effect (settings, "hbase.hstore.compactionThreshold", HBASE_PLAN_SETTING_EFFECT_USED);
  used = hbase_plan_emulation_settings_find (settings, "hbase.hstore.blockingStoreFiles");
  ck_assert (!hbase_plan_emulation_setting_is_default (used));
  ck_assert_str_eq (hbase_plan_emulation_setting_get_value (used), "7");
  ck_assert_str_eq (hbase_plan_emulation_setting_get_unit (used), "files");
  ck_assert_str_eq (hbase_plan_emulation_setting_get_origin (used), "hbase-site.xml:7");
  ck_assert_int_eq (hbase_plan_emulation_settings_get_values (settings)->min_files, 4);
}
END_TEST

START_TEST (defaults_name_the_source_that_reads_them)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePlanEmulationSettings) settings = hbase_plan_emulation_settings_new (NULL, &error);
  g_autoptr (GPtrArray) list = hbase_plan_emulation_settings_list (settings);

  ck_assert_uint_gt (list->len, 35);
  for (guint i = 0; i < list->len; i++)
    {
      HBasePlanEmulationSetting *setting = g_ptr_array_index (list, i);

      ck_assert (hbase_plan_emulation_setting_is_default (setting));
      ck_assert (g_str_has_prefix (hbase_plan_emulation_setting_get_origin (setting), "HBase 2.6, "));
      ck_assert (g_str_has_suffix (hbase_plan_emulation_setting_get_origin (setting), ".java"));
    }
  ck_assert_int_eq (hbase_plan_emulation_settings_get_values (settings)->flush_size, 128 << 20);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *files = tcase_create ("files");
  TCase *values = tcase_create ("values");

  tcase_add_test (files, values_are_those_of_hadoop);
  tcase_add_test (files, later_files_override_earlier_ones_except_final_properties);
  tcase_add_test (files, properties_without_name_or_value_and_repeated_ones_have_notes);
  tcase_add_test (files, files_are_included_with_fallbacks);
  tcase_add_loop_test (files, errors_name_file_line_and_column, 0, G_N_ELEMENTS (bad_files));
  tcase_add_test (files, a_file_with_an_error_changes_nothing);
  tcase_add_test (files, variables_that_refer_to_each_other_are_an_error);
  tcase_add_test (files, a_descriptor_overrides_files);
  tcase_add_loop_test (files, descriptors_are_read_as_each_version_prints_them, 0,
                       G_N_ELEMENTS (descriptors));
  tcase_add_loop_test (files, a_descriptor_that_a_terminal_has_wrapped_is_the_same, 0,
                       G_N_ELEMENTS (descriptors) - 1);
  tcase_add_loop_test (files, bad_descriptors_are_refused, 0, G_N_ELEMENTS (bad_descriptors));
  suite_add_tcase (suite, files);
  tcase_add_test (values, numbers_are_read_as_hadoop_does);
  tcase_add_loop_test (values, bad_values_are_refused, 0, G_N_ELEMENTS (bad_values));
  tcase_add_test (values, settings_without_effect_and_unknown_ones_are_listed);
  tcase_add_test (values, defaults_name_the_source_that_reads_them);
  suite_add_tcase (suite, values);
}

TEST_MAIN ("site-settings", fill)
