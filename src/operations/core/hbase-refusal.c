/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file finds the probable reason why a gateway refused a request, if the gateway gave no reason. */

#include "config.h"

#include "hbase-filter-text-private.h"
#include "hbase-refusal-private.h"
#include "hbase-block-private.h"
#include "hbase-wire-tables.h"
#include "hbase-wire-writer-private.h"

/* The default of hbase.client.keyvalue.maxsize. */
#define DEFAULT_MAX_VALUE 10485760

/* Returns the request as a checked call; NULL if it isn't valid. */
static HBaseBlock *
read_request (const HBaseRequest *request, HBaseWireProtocol protocol)
{
  g_autoptr (GBytes) arguments = hbase_wire_message_join (request->arguments, request->segments);
  HBaseWireReader reader;
  HBaseWireWriter writer;
  HBaseBlock *block = NULL;
  gsize length;

  hbase_wire_writer_init (&writer, protocol, g_bytes_get_size (arguments) + 64);
  hbase_wire_write_message (&writer, hbase_slice_text (request->method->name), HBASE_WIRE_CALL, 0);
  hbase_wire_put_raw (&writer, g_bytes_get_data (arguments, NULL), g_bytes_get_size (arguments));
  g_clear_pointer (&arguments, g_bytes_unref);
  length = writer.length;
  hbase_wire_reader_init_call (&reader, protocol, FALSE, length);
  if (hbase_wire_reader_feed (&reader, writer.data, length) == HBASE_WIRE_WHOLE)
    block = hbase_wire_reader_take (&reader, g_steal_pointer (&writer.data));
  hbase_wire_reader_clear (&reader);
  hbase_wire_writer_clear (&writer);
  return block;
}

static char *
explain_filter (HBaseSlice text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseFilterNode) tree = hbase_filter_text_read (text, &error);

  return tree == NULL || !hbase_filter_check_names (tree, text, &error) ? g_strdup (error->message) : NULL;
}

/* GLib's regular expressions are those of Perl, as Java's nearly are. */
static char *
explain_pattern (HBaseSlice pattern)
{
  g_autofree char *text = hbase_slice_dup_valid_text (pattern);
  g_autoptr (GError) error = NULL;
  g_autoptr (GRegex) regex = g_regex_new (text, 0, 0, &error);

  return regex == NULL ? g_strdup_printf ("the pattern isn't a regular expression: %s", error->message)
                       : NULL;
}

static char *
explain_value (HBaseSlice value)
{
  return value.length <= DEFAULT_MAX_VALUE
             ? NULL
             : g_strdup_printf ("the value has %" G_GSIZE_FORMAT
                                " bytes, but at most %d are allowed unless the gateway's "
                                "hbase.client.keyvalue.maxsize says otherwise",
                                value.length, DEFAULT_MAX_VALUE);
}

static char *explain_struct (HBaseWireDecoder *decoder, const HBaseWireSchema *schema);

static char *
explain_list (HBaseWireDecoder *decoder, const HBaseWireSchema *element_schema)
{
  HBaseWireType element;
  char *reason = NULL;

  for (guint n = hbase_wire_decoder_list (decoder, &element); n > 0 && reason == NULL; n--)
    {
      hbase_wire_decoder_enter (decoder);
      reason = explain_struct (decoder, element_schema);
    }
  return reason;
}

static char *
explain_field (HBaseWireDecoder *decoder, const HBaseWireSchema *schema, guint id, HBaseWireType type)
{
  HBaseWireField field = id < schema->n_fields ? schema->fields[id] : (HBaseWireField){ 0 };
  const HBaseWireSchema *sub = field.sub;

  if ((schema == &hbase_wire_t_get && id == HBASE_T_GET_FILTER_STRING)
      || (schema == &hbase_wire_t_scan && id == HBASE_T_SCAN_FILTER_STRING))
    return explain_filter (hbase_wire_decoder_binary (decoder));
  if (g_strcmp0 (field.name, "regex") == 0)
    return explain_pattern (hbase_wire_decoder_binary (decoder));
  if (schema == &hbase_wire_t_column_value && id == HBASE_T_COLUMN_VALUE_VALUE)
    return explain_value (hbase_wire_decoder_binary (decoder));
  if (type == HBASE_WIRE_LIST && sub != NULL)
    return explain_list (decoder, sub);
  if (type != HBASE_WIRE_STRUCT || sub == NULL)
    {
      hbase_wire_decoder_skip (decoder, type);
      return NULL;
    }
  hbase_wire_decoder_enter (decoder);
  return explain_struct (decoder, sub);
}

/* The IDL has no recursive structs in these calls, so that the schema limits the depth. */
static char *
explain_struct (HBaseWireDecoder *decoder, const HBaseWireSchema *schema)
{
  HBaseWireType type;
  char *reason = NULL;
  guint id;

  while (reason == NULL && hbase_wire_decoder_next (decoder, &id, &type))
    reason = explain_field (decoder, schema, id, type);
  return reason;
}

char *
hbase_refusal_explain (const HBaseRequest *request, HBaseWireProtocol protocol)
{
  g_autoptr (HBaseBlock) block = read_request (request, protocol);
  HBaseWireDecoder decoder;

  if (block == NULL)
    return NULL;
  hbase_wire_decoder_init (&decoder, block, block->body);
  return explain_struct (&decoder, request->method->arguments);
}
