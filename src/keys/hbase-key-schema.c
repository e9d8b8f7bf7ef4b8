/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-key-fields-private.h"

/**
 * HBaseKeySchema:
 *
 * How row keys are made of typed fields, so that HBase's order of bytes is the order that is wanted.
 *
 * A schema is written as text, `name:type` for each field, the most significant one first:
 *
 * ```c
 * g_autoptr (HBaseKeySchema) schema =
 *   hbase_key_schema_new ("userid:uint32,stamp:reverse-ms,actionid:uint32", &error);
 * ```
 *
 * Of the types there are:
 *
 * - numbers: `uint8` … `uint64`, `int32` and `int64` as Java writes them, `ordered-int32`, `ordered-int64`,
 *   `double`; `downward` for a counter that [class@HBase.Prepender] counts down
 * - stamps in seconds, ms or µs: `seconds`, `ms`, `us`, and the newest first, `reverse-s`, `reverse-ms`,
 *   `reverse-us`
 * - text and bytes to the key's end, of a width, or with an end of their own: `text`, `text(20)`, `text-z`,
 *   `bytes`, `bytes(4)`, `bytes-z`; `uuid`
 * - digits of a width: `decimal(10)`, `hex(8)`; back to front, so that neighbours lie far apart:
 *   `reversed-decimal(10)`, `reversed-uint32`, `reversed-uint64`, `reversed-bytes(4)`
 * - the encodings of HBase's class OrderedBytes: `ob-int8` … `ob-int64`, `ob-float32`, `ob-float64`, `ob-text`,
 *   `ob-blob-var`, `ob-blob`
 *
 * `desc` behind a type turns its order around: `at:seconds desc`. *Salts* are fields without a value, computed
 * of others or drawn, that spread keys over the table's regions: `salt:md5-hex(8,id),id:int64`. The page
 * `docs/key-schema.md` has the grammar, and all types and salts with their widths, values, order and limits.
 *
 * A schema belongs to a table handle ([property@HBase.Table:key-schema]); nothing of it is stored in the
 * table. It is immutable and may be used by several threads.
 *
 * Since: 0.1
 */
G_DEFINE_BOXED_TYPE (HBaseKeySchema, hbase_key_schema, hbase_key_schema_ref, hbase_key_schema_unref)

const HBaseKeyField *
hbase_key_schema_find_field (HBaseKeySchema *schema, HBaseSlice name, GError **error)
{
  g_autofree char *text = NULL;

  for (guint i = 0; i < schema->fields->len; i++)
    if (hbase_slice_equal (hbase_slice_text (hbase_key_schema_field (schema, i)->name), name))
      return hbase_key_schema_field (schema, i);
  text = hbase_bytes_to_text (name.data, name.length);
  hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "the key schema “%s” has no field “%s”", schema->text,
                   text);
  return NULL;
}

/* ---- making one ---- */

/* The names of the fields that a salt is made of, where the text named any. */
static void
print_sources (HBaseKeySchema *schema, const HBaseKeyField *salt, GString *text)
{
  for (guint i = 0; i < schema->fields->len && salt->names_sources; i++)
    if (salt->sources & (guint32) 1 << i)
      g_string_append_printf (text, ",%s", hbase_key_schema_field (schema, i)->name);
}

static void
print_field (HBaseKeySchema *schema, const HBaseKeyField *field, GString *text)
{
  const HBaseKeyFormat *format = &field->format;

  if (field->salt != NULL)
    {
      g_string_append_printf (text, "%s:%s(", field->name, hbase_salt_get_name (field->salt));
      hbase_salt_print_arguments (field->salt, text);
      print_sources (schema, field, text);
      g_string_append_c (text, ')');
      return;
    }
  g_string_append_printf (text, "%s:%s", field->name, format->type->name);
  if (format->type->shape == HBASE_KEY_SIZED)
    g_string_append_printf (text, "(%" G_GSIZE_FORMAT ")", format->width);
  if (format->descending)
    g_string_append (text, " desc");
}

static void
describe (HBaseKeySchema *schema)
{
  GString *text = g_string_new (NULL);
  GString *variant = g_string_new ("(");

  for (guint i = 0; i < schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (schema, i);

      g_string_append (text, i > 0 ? "," : "");
      print_field (schema, field, text);
      if (field->salt == NULL)
        g_string_append (variant, field->format.type->variant);
      schema->n_values += field->salt == NULL;
      schema->length = field->format.width > 0 && field->offset != HBASE_KEY_UNKNOWN_OFFSET
                           ? field->offset + field->format.width
                           : 0;
    }
  schema->text = g_string_free (text, FALSE);
  schema->variant = g_string_free (g_string_append_c (variant, ')'), FALSE);
}

/**
 * hbase_key_schema_new:
 * @text: the fields, `name:type,name:type…`; blanks between words are allowed
 * @error: return location for an error
 *
 * Makes a schema of its text. [struct@HBase.KeySchema] lists the types. A name begins with a letter or `_`
 * and has letters, digits, `_` and `-`.
 *
 * Errors: %HBASE_ERROR_INVALID_SCHEMA; the message names the column of the fault.
 *
 * Returns: (transfer full): the schema
 *
 * Since: 0.1
 */
HBaseKeySchema *
hbase_key_schema_new (const char *text, GError **error)
{
  HBaseKeySchema *schema;
  GArray *fields;

  g_return_val_if_fail (text != NULL, NULL);

  fields = hbase_key_schema_parse (text, error);
  if (fields == NULL)
    return NULL;
  schema = g_new0 (HBaseKeySchema, 1);
  g_atomic_ref_count_init (&schema->ref_count);
  schema->fields = fields;
  describe (schema);
  return schema;
}

/**
 * hbase_key_schema_ref: (skip)
 * @schema: a schema
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @schema
 *
 * Since: 0.1
 */
HBaseKeySchema *
hbase_key_schema_ref (HBaseKeySchema *schema)
{
  g_return_val_if_fail (schema != NULL, NULL);

  g_atomic_ref_count_inc (&schema->ref_count);
  return schema;
}

/**
 * hbase_key_schema_unref: (skip)
 * @schema: (transfer full): a schema
 *
 * Gives a reference back; the last one frees the schema.
 *
 * Since: 0.1
 */
void
hbase_key_schema_unref (HBaseKeySchema *schema)
{
  g_return_if_fail (schema != NULL);

  if (!g_atomic_ref_count_dec (&schema->ref_count))
    return;
  g_array_unref (schema->fields);
  g_free (schema->text);
  g_free (schema->variant);
  g_free (schema);
}

/**
 * hbase_key_schema_get_text:
 * @schema: a schema
 *
 * The schema as text, in the one form that all texts of the same meaning have: without blanks. What it was
 * made of gives an equal schema, so does this.
 *
 * Returns: (transfer none): the text
 *
 * Since: 0.1
 */
const char *
hbase_key_schema_get_text (HBaseKeySchema *schema)
{
  g_return_val_if_fail (schema != NULL, NULL);

  return schema->text;
}

/**
 * hbase_key_schema_get_n_fields:
 * @schema: a schema
 *
 * How many fields with a value a key has; salts aren't counted.
 *
 * Returns: at least 1
 *
 * Since: 0.1
 */
guint
hbase_key_schema_get_n_fields (HBaseKeySchema *schema)
{
  g_return_val_if_fail (schema != NULL, 0);

  return schema->n_values;
}

/**
 * hbase_key_schema_get_field_name:
 * @schema: a schema
 * @index: which field, from 0; less than [method@HBase.KeySchema.get_n_fields]
 *
 * The name of a field with a value; salts aren't counted.
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
const char *
hbase_key_schema_get_field_name (HBaseKeySchema *schema, guint index)
{
  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (index < schema->n_values, NULL);

  for (guint i = 0;; i++)
    if (hbase_key_schema_field (schema, i)->salt == NULL && index-- == 0)
      return hbase_key_schema_field (schema, i)->name;
}

gsize
hbase_key_schema_get_key_length (HBaseKeySchema *schema)
{
  return schema->length;
}
