/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This program is built twice: test-patches links the patched generated code; test-unpatched, with
 * -DUNPATCHED, the raw one.
 *
 * 1. A scenario returns whether it has succeeded; each is the situation that one patch is for.
 * 2. With patched code each scenario succeeds, in this process, where the sanitizers observe it.
 * 3. With raw code none does. Each runs in a process of its own, because some crash. */

#include "config.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <thrift/c_glib/protocol/thrift_binary_protocol.h>
#include <thrift/c_glib/thrift.h>
#include <unistd.h>

#include "check-main.h"
#include "test-input.h"
#ifdef UNPATCHED
#include "raw/hbt_hbase_types.h"
#else
#include "hbt_hbase_types.h"
#endif

typedef gboolean (*Scenario) (void);
typedef GType (*GetType) (void);

/* The exit status of a process, other than those of sanitizers and of a scenario. */
#define TEST_IS_BROKEN 99

/* All get_type functions of the generated code, from the generated header. */
#define STUB_TYPE(get_type) get_type,
static const GetType stub_types[] = {
#include "stub-types.h"
};

#ifdef UNPATCHED
static int
run_in_child (Scenario scenario)
{
  int status = -1;
  pid_t child = fork ();

  if (child == 0)
    {
      g_log_set_always_fatal (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK);
      if (freopen ("/dev/null", "w", stderr) == NULL)
        _exit (TEST_IS_BROKEN);
      _exit (scenario () ? 0 : 1);
    }
  ck_assert_int_gt (child, 0);
  ck_assert_int_eq (waitpid (child, &status, 0), child);
  return status;
}

static void
assert_patched (Scenario scenario)
{
  int status = run_in_child (scenario);

  ck_assert_msg (status != 0, "the fault that this patch is for isn't in the raw stubs");
  ck_assert (!WIFEXITED (status) || WEXITSTATUS (status) != TEST_IS_BROKEN);
}
#else
static void
assert_patched (Scenario scenario)
{
  ck_assert_msg (scenario (), "the patched stubs still have the fault");
}
#endif

/* ---- bytes, in the binary protocol ---- */

static void
put_number (GByteArray *bytes, guint64 number, guint width)
{
  for (guint i = 0; i < width; i++)
    {
      guint8 byte = (guint8) (number >> 8 * (width - 1 - i));

      g_byte_array_append (bytes, &byte, 1);
    }
}

static void
put_field (GByteArray *bytes, ThriftType type, gint16 id)
{
  put_number (bytes, type, 1);
  put_number (bytes, (guint16) id, 2);
}

static void
put_text (GByteArray *bytes, const char *text)
{
  put_number (bytes, strlen (text), 4);
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text));
}

/* Invalid bytes of the test aren't an error of the generated code. */
static void
read_struct (gpointer object, const GByteArray *bytes)
{
  g_autoptr (GObject) input = G_OBJECT (test_input_new (bytes));
  g_autoptr (GObject) protocol = g_object_new (THRIFT_TYPE_BINARY_PROTOCOL, "transport", input, NULL);
  g_autoptr (GError) error = NULL;

  if (thrift_struct_read (THRIFT_STRUCT (object), THRIFT_PROTOCOL (protocol), &error) < 0)
    {
      g_printerr ("can't read the test's bytes: %s\n", error->message);
      _exit (TEST_IS_BROKEN);
    }
}

/* ---- register-once ---- */

/* The type that a second thread registers in the middle of the registration by the first one. */
static const GetType *contested;
static GThread *second;
static guint contests;

static gpointer
need_type (gpointer get_type)
{
  return GSIZE_TO_POINTER ((*(const GetType *) get_type) ());
}

/* It calls Thrift's own function. A get_type function calls it after it has found that its type isn't
 * registered, and before it registers it. In raw code the second thread goes on; in patched code it waits. */
GType
thrift_struct_get_type (void)
{
  GetType real = (GetType) dlsym (RTLD_NEXT, "thrift_struct_get_type");
  const GetType *get_type = g_steal_pointer (&contested);

  if (get_type != NULL)
    {
      contests++;
      second = g_thread_new ("second", need_type, (gpointer) get_type);
#ifdef UNPATCHED
      g_thread_join (second);
#endif
    }
  return real ();
}

static gboolean
two_threads_register_each_type_once (void)
{
  guint same = 0;

  for (guint i = 0; i < G_N_ELEMENTS (stub_types); i++)
    {
      GType first;

      contested = &stub_types[i];
      first = stub_types[i]();
      same += GPOINTER_TO_SIZE (g_thread_join (second)) == first;
    }
  return contests == G_N_ELEMENTS (stub_types) && same == contests;
}

START_TEST (register_once)
{
  assert_patched (two_threads_register_each_type_once);
}
END_TEST

/* ---- chain-up ---- */

static void
count_release (gpointer count)
{
  ++*(guint *) count;
}

/* GObject's finalizer releases an object's data; a finalizer that doesn't chain up never does. */
static gboolean
every_finalizer_releases_data (void)
{
  guint released = 0;

  for (guint i = 0; i < G_N_ELEMENTS (stub_types); i++)
    {
      GObject *object = g_object_new (stub_types[i](), NULL);

      g_object_set_data_full (object, "count", &released, count_release);
      g_object_unref (object);
    }
  return released == G_N_ELEMENTS (stub_types);
}

START_TEST (chain_up)
{
  assert_patched (every_finalizer_releases_data);
}
END_TEST

/* ---- unref-bytes ---- */

/* A result without cells, whose row is repeated n times. */
static void
read_rows (gpointer result, const char *row, guint n)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (guint i = 0; i < n; i++)
    {
      put_field (bytes, T_STRING, 1);
      put_text (bytes, row);
    }
  put_field (bytes, T_LIST, 2);
  put_number (bytes, T_STRUCT, 1);
  put_number (bytes, 0, 4);
  put_number (bytes, T_STOP, 1);
  read_struct (result, bytes);
}

/* The row is read again and again while the caller has a reference to the first one. */
static gboolean
field_read_twice_is_released_once (void)
{
  g_autoptr (GObject) result = g_object_new (HBT_TYPE_T_RESULT, NULL);
  g_autoptr (GByteArray) first = NULL;

  read_rows (result, "first", 1);
  first = g_byte_array_ref (HBT_T_RESULT (result)->row);
  read_rows (result, "again", 8);
  return first->len == 5 && memcmp (first->data, "first", 5) == 0;
}

START_TEST (unref_bytes)
{
  assert_patched (field_read_twice_is_released_once);
}
END_TEST

/* ---- hash-content, include-hash ---- */

#define N_ENTRIES 1000

/* A TGet whose attributes are key0 = value0 and so on. */
static GObject *
read_attributes (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  GObject *get = g_object_new (HBT_TYPE_T_GET, NULL);

  put_field (bytes, T_STRING, 1);
  put_text (bytes, "row");
  put_field (bytes, T_MAP, 7);
  put_number (bytes, T_STRING, 1);
  put_number (bytes, T_STRING, 1);
  put_number (bytes, N_ENTRIES, 4);
  for (guint i = 0; i < N_ENTRIES; i++)
    {
      g_autofree char *key = g_strdup_printf ("key%u", i);
      g_autofree char *value = g_strdup_printf ("value%u", i);

      put_text (bytes, key);
      put_text (bytes, value);
    }
  put_number (bytes, T_STOP, 1);
  read_struct (get, bytes);
  return get;
}

/* Whether an entry is lost depends on addresses: several maps are read so that one shows it. */
static gboolean
maps_keep_all_entries (void)
{
  guint kept = 0;

  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (GObject) get = read_attributes ();

      kept += g_hash_table_size (HBT_T_GET (get)->attributes);
    }
  return kept == 10 * N_ENTRIES;
}

static gboolean
entries_are_found_by_their_key (void)
{
  g_autoptr (GObject) get = read_attributes ();
  g_autoptr (GByteArray) key = g_byte_array_new ();
  const GByteArray *value;

  g_byte_array_append (key, (const guint8 *) "key7", 4);
  value = g_hash_table_lookup (HBT_T_GET (get)->attributes, key);
  return value != NULL && value->len == 6 && memcmp (value->data, "value7", 6) == 0;
}

START_TEST (hash_content_keeps)
{
  assert_patched (maps_keep_all_entries);
}
END_TEST

START_TEST (hash_content_finds)
{
  assert_patched (entries_are_found_by_their_key);
}
END_TEST

/* ---- enum-defaults ---- */

static gboolean
enum_fields_have_their_defaults (void)
{
  g_autoptr (GObject) deletion = g_object_new (HBT_TYPE_T_DELETE, NULL);
  g_autoptr (GObject) query = g_object_new (HBT_TYPE_T_LOG_QUERY_FILTER, NULL);

  return HBT_T_DELETE (deletion)->deleteType == HBT_T_DELETE_TYPE_DELETE_COLUMNS
         && HBT_T_LOG_QUERY_FILTER (query)->logType == HBT_T_LOG_TYPE_SLOW_LOG
         && HBT_T_LOG_QUERY_FILTER (query)->filterByOperator == HBT_T_FILTER_BY_OPERATOR_OR;
}

START_TEST (enum_defaults)
{
  assert_patched (enum_fields_have_their_defaults);
}
END_TEST

/* ---- the patches do no harm ---- */

START_TEST (types_are_ours_by_name)
{
  ck_assert_uint_eq (G_N_ELEMENTS (stub_types), 126);
  for (guint i = 0; i < G_N_ELEMENTS (stub_types); i++)
    ck_assert_msg (g_str_has_prefix (g_type_name (stub_types[i]()), "Hbt"), "%s",
                   g_type_name (stub_types[i]()));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *patches = tcase_create ("patches");

  tcase_add_test (patches, register_once);
  tcase_add_test (patches, chain_up);
  tcase_add_test (patches, unref_bytes);
  tcase_add_test (patches, hash_content_keeps);
  tcase_add_test (patches, hash_content_finds);
  tcase_add_test (patches, enum_defaults);
  tcase_add_test (patches, types_are_ours_by_name);
  suite_add_tcase (suite, patches);
}

TEST_MAIN ("patches", fill)
