/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "call-parser.h"

#include <check.h>

#include "hbase-block-private.h"
#include "hbase-bytes.h"
#include "hbase-wire-tables.h"

/* ---- text to a tree ---- */

typedef struct {
  char *name;       /* what precedes "="; or NULL */
  char *text;       /* of a scalar */
  GPtrArray *items; /* of "[…]" and "{…}" */
} Node;

static void
node_free (gpointer data)
{
  Node *node = data;

  g_free (node->name);
  g_free (node->text);
  g_clear_pointer (&node->items, g_ptr_array_unref);
  g_free (node);
}

static GPtrArray *parse_items (const char **text, char end);

static char *
take_until (const char **text, const char *ends)
{
  gsize length = strcspn (*text, ends);
  char *taken = g_strndup (*text, length);

  *text += length;
  return taken;
}

static Node *
parse_node (const char **text)
{
  Node *node = g_new0 (Node, 1);

  if (**text != '[' && **text != '{')
    node->text = take_until (text, " =[]{}");
  if (**text == '=')
    {
      (*text)++;
      node->name = g_steal_pointer (&node->text);
    }
  if (**text == '[' || **text == '{')
    {
      char end = **text == '[' ? ']' : '}';

      (*text)++;
      node->items = parse_items (text, end);
    }
  else if (node->text == NULL)
    node->text = take_until (text, " []{}");
  return node;
}

static GPtrArray *
parse_items (const char **text, char end)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (node_free);

  for (;;)
    {
      *text += strspn (*text, " ");
      if (**text == end)
        break;
      ck_assert_msg (**text != '\0' && **text != ']' && **text != '}', "'%c' is missing at '%s'", end, *text);
      g_ptr_array_add (items, parse_node (text));
    }
  if (end != '\0')
    (*text)++;
  return items;
}

/* ---- a tree to bytes, by the schema ---- */

static const struct {
  const char *name;
  gint32 value;
} enum_values[] = {
  { "DELETE_COLUMN", 0 },
  { "DELETE_COLUMNS", 1 },
  { "DELETE_FAMILY", 2 },
  { "DELETE_FAMILY_VERSION", 3 },
  { "SKIP_WAL", 1 },
  { "ASYNC_WAL", 2 },
  { "SYNC_WAL", 3 },
  { "FSYNC_WAL", 4 },
  { "STRONG", 1 },
  { "TIMELINE", 2 },
  { "STREAM", 2 },
  { "PREAD", 3 },
  { "LESS", 0 },
  { "LESS_OR_EQUAL", 1 },
  { "EQUAL", 2 },
  { "NOT_EQUAL", 3 },
  { "GREATER_OR_EQUAL", 4 },
  { "GREATER", 5 },
  { "NO_OP", 6 },
};

static gint64
number (const char *text)
{
  gint64 value;

  for (guint i = 0; i < G_N_ELEMENTS (enum_values); i++)
    if (g_str_equal (text, enum_values[i].name))
      return enum_values[i].value;
  ck_assert_msg (g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &value, NULL),
                 "'%s' is no number", text);
  return value;
}

/* Bytes in printable escapes; "a*300" is "a" three hundred times. */
static GBytes *
bytes_of (const char *text)
{
  const char *star = strrchr (text, '*');
  g_autofree char *unit
      = star != NULL && star > text ? g_strndup (text, (gsize) (star - text)) : g_strdup (text);
  gint64 times = star != NULL && star > text ? number (star + 1) : 1;
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  GBytes *bytes;

  while (times-- > 0)
    g_string_append (all, unit);
  bytes = hbase_bytes_from_escaped (all->str, &error);
  ck_assert_msg (bytes != NULL, "%s", error != NULL ? error->message : "");
  return bytes;
}

static HBaseSlice
slice_of (GBytes *bytes)
{
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);

  return hbase_slice (data != NULL ? data : "", length);
}

/* `family:qualifier@timestamp`; qualifier and timestamp are optional. */
typedef struct {
  GBytes *family;
  GBytes *qualifier; /* or NULL */
  gint64 timestamp;
} Column;

static Column
column_of (const char *text)
{
  Column column = { .timestamp = HBASE_CELL_NO_TIMESTAMP };
  const char *at = strrchr (text, '@');
  g_autofree char *name = at != NULL ? g_strndup (text, (gsize) (at - text)) : g_strdup (text);
  char *colon = strchr (name, ':');

  if (at != NULL)
    column.timestamp = number (at + 1);
  if (colon != NULL)
    {
      *colon = '\0';
      column.qualifier = bytes_of (colon + 1);
    }
  column.family = bytes_of (name);
  return column;
}

static void
column_clear (Column *column)
{
  g_clear_pointer (&column->family, g_bytes_unref);
  g_clear_pointer (&column->qualifier, g_bytes_unref);
}

static guint
field_id (const HBaseWireSchema *schema, const char *name)
{
  for (guint id = 0; id < schema->n_fields; id++)
    if (schema->fields[id].name != NULL && g_str_equal (schema->fields[id].name, name))
      return id;
  return G_MAXUINT;
}

static void
encode_cell (HBaseWireWriter *writer, const Node *node)
{
  Column column = column_of (node->name);
  g_autoptr (GBytes) value = bytes_of (node->text);

  hbase_wire_put_cell (writer, slice_of (column.family), slice_of (column.qualifier), slice_of (value),
                       column.timestamp, 0);
  column_clear (&column);
}

static void
encode_column (HBaseWireWriter *writer, const Node *node)
{
  Column column = column_of (node->text);

  hbase_wire_begin_struct (writer);
  hbase_wire_write_binary (writer, HBASE_T_COLUMN_FAMILY, slice_of (column.family));
  if (column.qualifier != NULL)
    hbase_wire_write_binary (writer, HBASE_T_COLUMN_QUALIFIER, slice_of (column.qualifier));
  if (column.timestamp != HBASE_CELL_NO_TIMESTAMP)
    hbase_wire_write_i64 (writer, HBASE_T_COLUMN_TIMESTAMP, column.timestamp);
  hbase_wire_end_struct (writer);
  column_clear (&column);
}

static void
encode_increment (HBaseWireWriter *writer, const HBaseWireSchema *schema, const Node *node)
{
  Column column = column_of (node->name != NULL ? node->name : node->text);

  hbase_wire_begin_struct (writer);
  hbase_wire_write_binary (writer, field_id (schema, "family"), slice_of (column.family));
  hbase_wire_write_binary (writer, field_id (schema, "qualifier"), slice_of (column.qualifier));
  if (node->name != NULL)
    hbase_wire_write_i64 (writer, field_id (schema, "amount"), number (node->text));
  hbase_wire_end_struct (writer);
  column_clear (&column);
}

static void
encode_binary (HBaseWireWriter *writer, guint id, const char *text)
{
  g_autoptr (GBytes) bytes = bytes_of (text);

  hbase_wire_write_binary (writer, id, slice_of (bytes));
}

/* `name` or `namespace:name`. */
static void
encode_table_name (HBaseWireWriter *writer, const HBaseWireSchema *schema, const char *text)
{
  const char *colon = strchr (text, ':');
  g_autofree char *space = colon != NULL ? g_strndup (text, (gsize) (colon - text)) : NULL;

  if (space != NULL)
    encode_binary (writer, field_id (schema, "ns"), space);
  encode_binary (writer, field_id (schema, "qualifier"), colon != NULL ? colon + 1 : text);
}

static void encode_field (HBaseWireWriter *writer, guint id, const HBaseWireField *field, const Node *node);

/* Writes the fields only: the caller has begun the struct. */
static void
encode_fields (HBaseWireWriter *writer, const HBaseWireSchema *schema, const Node *node)
{
  if (g_str_equal (schema->name, "TTableName") && node->text != NULL)
    {
      encode_table_name (writer, schema, node->text);
      return;
    }
  ck_assert_msg (node->items != NULL, "a %s is '{…}', not '%s'", schema->name, node->text);
  for (guint i = 0; i < node->items->len; i++)
    {
      const Node *item = g_ptr_array_index (node->items, i);
      guint id = item->name != NULL ? field_id (schema, item->name) : G_MAXUINT;

      ck_assert_msg (id != G_MAXUINT, "%s has no field '%s'", schema->name, item->name);
      encode_field (writer, id, &schema->fields[id], item);
    }
}

/* An element of a list or map. */
static void
encode_element (HBaseWireWriter *writer, HBaseWireType type, const HBaseWireSchema *sub, const Node *node)
{
  if (type == HBASE_WIRE_BINARY)
    {
      g_autoptr (GBytes) bytes = bytes_of (node->text);

      hbase_wire_put_binary (writer, slice_of (bytes));
    }
  else if (type == HBASE_WIRE_I32)
    hbase_wire_put_i32 (writer, (gint32) number (node->text));
  else if (node->items == NULL && g_str_equal (sub->name, "TColumnValue"))
    encode_cell (writer, node);
  else if (node->items == NULL && g_str_equal (sub->name, "TColumn"))
    encode_column (writer, node);
  else if (node->items == NULL && g_str_equal (sub->name, "TColumnIncrement"))
    encode_increment (writer, sub, node);
  else
    {
      hbase_wire_begin_struct (writer);
      encode_fields (writer, sub, node);
      hbase_wire_end_struct (writer);
    }
}

/* Lists and sets. */
static void
encode_elements (HBaseWireWriter *writer, guint id, const HBaseWireField *field, const Node *node)
{
  if (field->type == HBASE_WIRE_SET)
    hbase_wire_write_set (writer, id, field->element, node->items->len);
  else
    hbase_wire_write_list (writer, id, field->element, node->items->len);
  for (guint i = 0; i < node->items->len; i++)
    encode_element (writer, field->element, field->sub, g_ptr_array_index (node->items, i));
}

/* Keys are the names before "=", or bytes. */
static void
encode_map (HBaseWireWriter *writer, guint id, const HBaseWireField *field, const Node *node)
{
  hbase_wire_write_map (writer, id, field->key, field->element, node->items->len);
  for (guint i = 0; i < node->items->len; i++)
    {
      const Node *item = g_ptr_array_index (node->items, i);
      g_autoptr (GBytes) key = bytes_of (item->name);

      hbase_wire_put_binary (writer, slice_of (key));
      encode_element (writer, field->element, field->sub, item);
    }
}

static void
encode_field (HBaseWireWriter *writer, guint id, const HBaseWireField *field, const Node *node)
{
  switch ((HBaseWireType) field->type)
    {
    case HBASE_WIRE_BOOL:
      hbase_wire_write_bool (writer, id, g_str_equal (node->text, "true"));
      break;
    case HBASE_WIRE_I8:
      hbase_wire_write_i8 (writer, id, (gint8) number (node->text));
      break;
    case HBASE_WIRE_I16:
      hbase_wire_write_i16 (writer, id, (gint16) number (node->text));
      break;
    case HBASE_WIRE_I32:
      hbase_wire_write_i32 (writer, id, (gint32) number (node->text));
      break;
    case HBASE_WIRE_I64:
      hbase_wire_write_i64 (writer, id, number (node->text));
      break;
    case HBASE_WIRE_BINARY:
      encode_binary (writer, id, node->text);
      break;
    case HBASE_WIRE_STRUCT:
      hbase_wire_write_struct (writer, id);
      encode_fields (writer, field->sub, node);
      hbase_wire_end_struct (writer);
      break;
    case HBASE_WIRE_LIST:
    case HBASE_WIRE_SET:
      encode_elements (writer, id, field, node);
      break;
    case HBASE_WIRE_MAP:
      encode_map (writer, id, field, node);
      break;
    default:
      ck_abort_msg ("no notation for the type of '%s'", field->name);
    }
}

/* ---- the arguments ---- */

/* Returns the argument whose fields may be written as if they were arguments; G_MAXUINT: no argument is a
 * struct. */
static guint
implied_argument (const HBaseWireSchema *arguments)
{
  for (guint id = 0; id < arguments->n_fields; id++)
    if (arguments->fields[id].name != NULL && arguments->fields[id].type == HBASE_WIRE_STRUCT)
      return id;
  return G_MAXUINT;
}

/* Moves names that aren't arguments into a struct of their own. */
static Node *
take_implied (const HBaseWireSchema *arguments, GPtrArray *items)
{
  Node *implied = g_new0 (Node, 1);

  implied->items = g_ptr_array_new_with_free_func (node_free);
  for (guint i = 0; i < items->len;)
    {
      Node *item = g_ptr_array_index (items, i);

      if (item->name != NULL && field_id (arguments, item->name) != G_MAXUINT)
        i++;
      else
        g_ptr_array_add (implied->items, g_ptr_array_steal_index (items, i));
    }
  return implied;
}

static gboolean
is_given (GPtrArray *items, const char *name)
{
  for (guint i = 0; i < items->len; i++)
    if (g_strcmp0 (((Node *) g_ptr_array_index (items, i))->name, name) == 0)
      return TRUE;
  return FALSE;
}

static void
encode_arguments (HBaseWireWriter *writer, const HBaseWireSchema *schema, GPtrArray *items, const char *table)
{
  guint table_id = field_id (schema, "table"), implied_id = implied_argument (schema);
  const HBaseWireField *implied = implied_id != G_MAXUINT ? &schema->fields[implied_id] : NULL;
  Node *rest = take_implied (schema, items);
  Node given = { .items = items };

  hbase_wire_begin_struct (writer);
  if (table_id != G_MAXUINT && schema->fields[table_id].type == HBASE_WIRE_BINARY
      && !is_given (items, "table"))
    hbase_wire_write_binary (writer, table_id, hbase_slice_text (table));
  encode_fields (writer, schema, &given);
  ck_assert_msg (rest->items->len == 0 || implied != NULL, "%s has no argument that is a struct",
                 schema->name);
  if (implied != NULL && !is_given (items, implied->name))
    encode_field (writer, implied_id, implied, rest);
  hbase_wire_end_struct (writer);
  node_free (rest);
}

Call
notation_call (const char *text, const char *table, HBaseWireProtocol protocol)
{
  g_autofree char *name = take_until (&text, " ");
  g_autoptr (GPtrArray) items = parse_items (&text, '\0');
  Call call = { .method = hbase_wire_method_lookup (hbase_slice_text (name)) };
  HBaseWireWriter writer;

  ck_assert_msg (call.method != NULL, "the service has no method '%s'", name);
  hbase_wire_writer_init (&writer, protocol, 256);
  encode_arguments (&writer, call.method->arguments, items, table);
  call.arguments = hbase_wire_writer_end (&writer);
  return call;
}
