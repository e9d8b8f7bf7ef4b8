/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "stub-oracle.h"

#include "check-main.h"
#include "hbase-bytes.h"
#include "hbt-byte-array.h"
#include "hbt_hbase_types.h"

#define STUB_TYPE(get_type) get_type,
static GType (*const stub_types[]) (void) = {
#include "stub-types.h"
};

GObject *
stub_oracle_new (const char *struct_name)
{
  gboolean of_service = g_ascii_islower (struct_name[0]);
  g_autofree char *name = g_strdup_printf ("Hbt%s%c%sType", of_service ? "THBaseService" : "",
                                           g_ascii_toupper (struct_name[0]), struct_name + 1);

  for (guint i = 0; i < G_N_ELEMENTS (stub_types); i++)
    stub_types[i]();
  ck_assert_msg (g_type_from_name (name) != 0, "there is no stub %s", name);
  return g_object_new (g_type_from_name (name), NULL);
}

/* ---- fields ---- */

static GByteArray *
byte_array (HBaseSlice value)
{
  GByteArray *array = g_byte_array_new ();

  return value.length > 0 ? g_byte_array_append (array, value.data, (guint) value.length) : array;
}

static gboolean
is_text (gpointer stub, const char *field)
{
  return G_IS_PARAM_SPEC_STRING (g_object_class_find_property (G_OBJECT_GET_CLASS (stub), field));
}

void
stub_oracle_set_number (gpointer stub, const char *field, gint64 value)
{
  g_auto (GValue) number = G_VALUE_INIT;

  g_value_init (&number, G_TYPE_INT64);
  g_value_set_int64 (&number, value);
  g_object_set_property (stub, field, &number);
}

void
stub_oracle_set_binary (gpointer stub, const char *field, HBaseSlice value)
{
  if (is_text (stub, field))
    {
      g_autofree char *text = g_strndup ((const char *) hbase_slice_bytes (value), value.length);

      g_object_set (stub, field, text, NULL);
    }
  else
    {
      g_autoptr (GByteArray) array = byte_array (value);

      g_object_set (stub, field, array, NULL);
    }
}

void
stub_oracle_set_struct (gpointer stub, const char *field, GObject *value)
{
  g_object_set (stub, field, value, NULL);
  g_object_unref (value);
}

void
stub_oracle_set_list (gpointer stub, const char *field, GPtrArray *values)
{
  g_object_set (stub, field, values, NULL);
  g_ptr_array_unref (values);
}

/* ---- what the decoder finds ---- */

/* The generated code has text where the IDL says `string`; in containers only the name of the field shows
 * which it is. */
static gboolean
holds_text (gpointer stub, const HBaseWireField *field)
{
  return g_str_equal (field->name, "labels") || g_str_equal (field->name, "configuration")
         || g_str_equal (G_OBJECT_TYPE_NAME (stub), "HbtTHBaseServiceListNamespacesResultType");
}

static gpointer
take_element (HBaseWireDecoder *decoder, gboolean text)
{
  HBaseSlice slice = hbase_wire_decoder_binary (decoder);

  return text ? (gpointer) g_strndup ((const char *) hbase_slice_bytes (slice), slice.length)
              : byte_array (slice);
}

static void
take_bools (HBaseWireDecoder *decoder, gpointer stub, const char *name, guint count)
{
  g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (gboolean));

  for (guint i = 0; i < count; i++)
    {
      gboolean value = hbase_wire_decoder_bool (decoder);

      g_array_append_val (array, value);
    }
  g_object_set (stub, name, array, NULL);
}

static GDestroyNotify
element_free (gpointer stub, const HBaseWireField *field)
{
  if (field->element == HBASE_WIRE_STRUCT)
    return g_object_unref;
  return holds_text (stub, field) ? g_free : (GDestroyNotify) g_byte_array_unref;
}

static void
take_list (HBaseWireDecoder *decoder, gpointer stub, const HBaseWireField *field)
{
  HBaseWireType element;
  guint count = hbase_wire_decoder_list (decoder, &element);
  GPtrArray *array;

  if (field->element == HBASE_WIRE_BOOL)
    {
      take_bools (decoder, stub, field->name, count);
      return;
    }
  array = g_ptr_array_new_with_free_func (element_free (stub, field));
  for (guint i = 0; i < count; i++)
    if (element == HBASE_WIRE_STRUCT)
      {
        hbase_wire_decoder_enter (decoder);
        g_ptr_array_add (array, stub_oracle_decode (decoder, field->sub));
      }
    else
      g_ptr_array_add (array, take_element (decoder, holds_text (stub, field)));
  stub_oracle_set_list (stub, field->name, array);
}

static GHashTable *
map_new (gpointer stub, const HBaseWireField *field)
{
  if (holds_text (stub, field))
    return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return g_hash_table_new_full (hbt_byte_array_hash, hbt_byte_array_equal,
                                (GDestroyNotify) g_byte_array_unref, element_free (stub, field));
}

static void
take_map (HBaseWireDecoder *decoder, gpointer stub, const HBaseWireField *field)
{
  g_autoptr (GHashTable) table = map_new (stub, field);
  HBaseWireType key_type, value_type;
  guint count = hbase_wire_decoder_map (decoder, &key_type, &value_type);

  for (guint i = 0; i < count; i++)
    {
      gpointer key = take_element (decoder, holds_text (stub, field)), value;

      if (value_type == HBASE_WIRE_STRUCT)
        {
          hbase_wire_decoder_enter (decoder);
          value = stub_oracle_decode (decoder, field->sub);
        }
      else
        value = take_element (decoder, holds_text (stub, field));
      g_hash_table_insert (table, key, value);
    }
  g_object_set (stub, field->name, table, NULL);
}

static void
take_field (HBaseWireDecoder *decoder, gpointer stub, const HBaseWireField *field)
{
  switch (field->type)
    {
    case HBASE_WIRE_BOOL:
      stub_oracle_set_number (stub, field->name, hbase_wire_decoder_bool (decoder));
      break;
    case HBASE_WIRE_I8:
      stub_oracle_set_number (stub, field->name, hbase_wire_decoder_i8 (decoder));
      break;
    case HBASE_WIRE_I16:
      stub_oracle_set_number (stub, field->name, hbase_wire_decoder_i16 (decoder));
      break;
    case HBASE_WIRE_I32:
      stub_oracle_set_number (stub, field->name, hbase_wire_decoder_i32 (decoder));
      break;
    case HBASE_WIRE_I64:
      stub_oracle_set_number (stub, field->name, hbase_wire_decoder_i64 (decoder));
      break;
    case HBASE_WIRE_BINARY:
      stub_oracle_set_binary (stub, field->name, hbase_wire_decoder_binary (decoder));
      break;
    case HBASE_WIRE_STRUCT:
      hbase_wire_decoder_enter (decoder);
      stub_oracle_set_struct (stub, field->name, stub_oracle_decode (decoder, field->sub));
      break;
    case HBASE_WIRE_MAP:
      take_map (decoder, stub, field);
      break;
    default:
      take_list (decoder, stub, field);
    }
}

GObject *
stub_oracle_decode (HBaseWireDecoder *decoder, const HBaseWireSchema *schema)
{
  GObject *stub = stub_oracle_new (schema->name);
  HBaseWireType type;
  guint id;

  while (hbase_wire_decoder_next (decoder, &id, &type))
    take_field (decoder, stub, &schema->fields[id]);
  return stub;
}

/* ---- the comparison ---- */

void
stub_oracle_assert_writes (gpointer stub, HBaseWireProtocol protocol, HBaseSlice ours)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) theirs = hbase_wire_stub_write (stub, protocol, &error);
  HBaseSlice slice;

  ck_assert_no_error (error);
  slice = hbase_slice (g_bytes_get_data (theirs, NULL), g_bytes_get_size (theirs));
  if (!hbase_slice_equal (ours, slice))
    {
      g_autofree char *our_text = hbase_bytes_to_escaped (hbase_slice_bytes (ours), ours.length);
      g_autofree char *their_text = hbase_bytes_to_escaped (hbase_slice_bytes (slice), slice.length);

      ck_abort_msg ("%s, protocol %u:\nours   %s\ntheirs %s", G_OBJECT_TYPE_NAME (stub), protocol, our_text,
                    their_text);
    }
}
