/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>

#include "call-parser.h"
#include "check-main.h"
#include "hbase-block-private.h"
#include "hbase-wire-reader-private.h"
#include "hbase-wire-tables.h"

/* This tests that the transcripts leave out nothing that can be sent: each method of the service occurs in
 * them, with each of its arguments and with each field of the structs in these. It reads calls, and sends
 * none. */

#define MAX_CALL (16 * 1024 * 1024)

typedef struct {
  GHashTable *texts; /* what "$name" stands for */
  GHashTable *seen;  /* "method Struct.field" */
} Coverage;

/* ---- what a call contains ---- */

static void add_value (GHashTable *seen,
                       const char *method,
                       HBaseWireDecoder *decoder,
                       HBaseWireType type,
                       const HBaseWireField *field);

/* The decoder is at the struct's first field. */
static void
add_fields (GHashTable *seen, const char *method, HBaseWireDecoder *decoder, const HBaseWireSchema *schema)
{
  guint id;
  HBaseWireType type;

  while (hbase_wire_decoder_next (decoder, &id, &type))
    {
      g_hash_table_add (seen, g_strdup_printf ("%s %s.%s", method, schema->name, schema->fields[id].name));
      add_value (seen, method, decoder, type, &schema->fields[id]);
    }
}

static void
add_elements (GHashTable *seen, const char *method, HBaseWireDecoder *decoder, const HBaseWireField *field)
{
  HBaseWireType element;

  for (guint n = hbase_wire_decoder_list (decoder, &element); n > 0; n--)
    add_value (seen, method, decoder, element, field);
}

static void
add_pairs (GHashTable *seen, const char *method, HBaseWireDecoder *decoder, const HBaseWireField *field)
{
  HBaseWireType key, value;

  for (guint n = hbase_wire_decoder_map (decoder, &key, &value); n > 0; n--)
    {
      hbase_wire_decoder_skip (decoder, key);
      add_value (seen, method, decoder, value, field);
    }
}

static void
add_value (GHashTable *seen,
           const char *method,
           HBaseWireDecoder *decoder,
           HBaseWireType type,
           const HBaseWireField *field)
{
  if (type == HBASE_WIRE_STRUCT)
    {
      hbase_wire_decoder_enter (decoder);
      add_fields (seen, method, decoder, field->sub);
    }
  else if (type == HBASE_WIRE_LIST || type == HBASE_WIRE_SET)
    add_elements (seen, method, decoder, field);
  else if (type == HBASE_WIRE_MAP)
    add_pairs (seen, method, decoder, field);
  else
    hbase_wire_decoder_skip (decoder, type);
}

/* Returns the call as a message. */
static GBytes *
message_of (const Call *call)
{
  HBaseWireWriter head;
  GByteArray *message = g_byte_array_new ();
  g_autoptr (GBytes) envelope = NULL;

  hbase_wire_writer_init (&head, HBASE_WIRE_PROTOCOL_BINARY, 64);
  hbase_wire_write_message (&head, hbase_slice_text (call->method->name), HBASE_WIRE_CALL, 1);
  envelope = hbase_wire_writer_end (&head);
  g_byte_array_append (message, g_bytes_get_data (envelope, NULL), (guint) g_bytes_get_size (envelope));
  g_byte_array_append (message, g_bytes_get_data (call->arguments, NULL),
                       (guint) g_bytes_get_size (call->arguments));
  return g_byte_array_free_to_bytes (message);
}

/* A call that the service couldn't read, which a transcript may send, adds nothing. */
static void
add_call (GHashTable *seen, const Call *call)
{
  g_autoptr (GBytes) message = message_of (call);
  gsize length;
  const guint8 *bytes = g_bytes_get_data (message, &length);
  HBaseWireReader reader;
  HBaseWireDecoder decoder;
  g_autoptr (HBaseBlock) block = NULL;

  hbase_wire_reader_init_call (&reader, HBASE_WIRE_PROTOCOL_BINARY, FALSE, MAX_CALL);
  if (hbase_wire_reader_feed (&reader, bytes, length) == HBASE_WIRE_WHOLE)
    {
      block = hbase_wire_reader_take (&reader, g_memdup2 (bytes, length));
      hbase_wire_decoder_init (&decoder, block, block->body);
      g_hash_table_add (seen, g_strdup (call->method->name));
      add_fields (seen, call->method->name, &decoder, call->method->arguments);
    }
  else
    hbase_wire_reader_clear (&reader);
}

/* ---- transcripts ---- */

/* Replaces "$name" by the text that it stands for, or a number: it is a response, or a table's name. */
static gboolean
expand_name (const GMatchInfo *match, GString *expanded, gpointer texts)
{
  g_autofree char *name = g_match_info_fetch (match, 1);
  const char *text = g_hash_table_lookup (texts, name);

  g_string_append (expanded, text != NULL ? text : "1");
  return FALSE;
}

static char *
expand (GHashTable *texts, const char *text)
{
  g_autoptr (GRegex) names = g_regex_new ("\\$([A-Za-z0-9]+)", G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT, NULL);

  return g_regex_replace_eval (names, text, -1, 0, G_REGEX_MATCH_DEFAULT, expand_name, texts, NULL);
}

static void
read_line (Coverage *coverage, const char *line)
{
  const char *equals = strstr (line, " = ");

  if (g_str_has_prefix (line, "let "))
    g_hash_table_insert (coverage->texts, g_strndup (line + 4, (gsize) (equals - line - 4)),
                         g_strdup (equals + 3));
  else if (g_str_has_prefix (line, "> "))
    {
      g_autofree char *text = expand (coverage->texts, equals != NULL ? equals + 3 : line + 2);
      Call call = notation_call (text, "t", HBASE_WIRE_PROTOCOL_BINARY);

      add_call (coverage->seen, &call);
      g_bytes_unref (call.arguments);
    }
}

static void
read_transcript (GHashTable *seen, const char *path)
{
  g_autoptr (GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Coverage coverage = { texts, seen };
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  ck_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    read_line (&coverage, *line);
}

static GHashTable *
read_transcripts (void)
{
  GHashTable *seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *source = g_getenv ("top_srcdir");
  g_autofree char *directory = g_build_filename (source != NULL ? source : ".", "tests", "conformance", NULL);
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  ck_assert_ptr_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".transcript"))
      {
        g_autofree char *path = g_build_filename (directory, name, NULL);

        read_transcript (seen, path);
      }
  return seen;
}

/* ---- what can be sent ---- */

/* What no transcript sends. */
static const char *const omitted[] = {
  /* Names of tables with a namespace: createTable, disableTable, deleteTable and tableExists send them. */
  "* TTableName.ns",
  /* The settings of families: createTable sends them all. */
  "addColumnFamily TColumnFamilyDescriptor.*",
  "modifyColumnFamily TColumnFamilyDescriptor.*",
  "modifyTable TColumnFamilyDescriptor.*",
  /* What was slow differs from run to run. */
  "getSlowLogResponses TLogQueryFilter.*",
  /* Their responses contain the tables and namespaces of other tests. The client's tests send them. */
  "getTableDescriptors",
  "getTableDescriptorsByPattern",
  "listNamespaceDescriptors",
  "listNamespaces",
};

static gboolean
is_omitted (const char *what)
{
  for (guint i = 0; i < G_N_ELEMENTS (omitted); i++)
    if (g_pattern_match_simple (omitted[i], what))
      return TRUE;
  return FALSE;
}

static void
collect_unseen (GHashTable *seen, const char *method, const HBaseWireSchema *schema, GString *unseen)
{
  for (guint id = 0; id < schema->n_fields; id++)
    {
      const HBaseWireField *field = &schema->fields[id];
      g_autofree char *what = NULL;

      if (field->name == NULL)
        continue;
      what = g_strdup_printf ("%s %s.%s", method, schema->name, field->name);
      if (!g_hash_table_contains (seen, what) && !is_omitted (what))
        g_string_append_printf (unseen, "\n%s", what);
      if (field->sub != NULL)
        collect_unseen (seen, method, field->sub, unseen);
    }
}

START_TEST (each_field_of_each_method_is_sent)
{
  g_autoptr (GHashTable) seen = read_transcripts ();
  g_autoptr (GString) unseen = g_string_new (NULL);

  for (guint i = 0; i < HBASE_WIRE_N_METHODS; i++)
    if (g_hash_table_contains (seen, hbase_wire_methods[i].name))
      collect_unseen (seen, hbase_wire_methods[i].name, hbase_wire_methods[i].arguments, unseen);
    else if (!is_omitted (hbase_wire_methods[i].name))
      g_string_append_printf (unseen, "\n%s", hbase_wire_methods[i].name);
  g_printerr ("%s", unseen->str);
  ck_assert_msg (unseen->len == 0, "no transcript sends what is listed above");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("coverage");

  tcase_add_test (tests, each_field_of_each_method_is_sent);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("coverage", fill)
