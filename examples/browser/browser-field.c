/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the parts of rows that columns show. */

#include "config.h"

#include "browser-field.h"
#include "browser-text.h"

typedef enum {
  FIELD_KEY,
  FIELD_KEY_FIELD,
  FIELD_VALUE,
} FieldKind;

struct _BrowserField {
  FieldKind kind;
  char *title;
  char *family;      /* of a value */
  GBytes *qualifier; /* of a value */
};

static BrowserField *
field_new (FieldKind kind, char *title /* (transfer full) */)
{
  BrowserField *field = g_atomic_rc_box_new0 (BrowserField);

  field->kind = kind;
  field->title = title;
  return field;
}

BrowserField *
browser_field_new_key (void)
{
  return field_new (FIELD_KEY, g_strdup ("Row Key"));
}

BrowserField *
browser_field_new_key_field (const char *name)
{
  return field_new (FIELD_KEY_FIELD, g_strdup (name));
}

BrowserField *
browser_field_new_value (const HBaseCellIter *cell)
{
  BrowserField *field = field_new (FIELD_VALUE, browser_text_of_column (cell));

  field->family = g_strndup ((const char *) cell->family, cell->family_length);
  field->qualifier = g_bytes_new (cell->qualifier, cell->qualifier_length);
  return field;
}

BrowserField *
browser_field_ref (BrowserField *field)
{
  return g_atomic_rc_box_acquire (field);
}

static void
field_clear (gpointer data)
{
  BrowserField *field = data;

  g_free (field->title);
  g_free (field->family);
  g_clear_pointer (&field->qualifier, g_bytes_unref);
}

void
browser_field_unref (BrowserField *field)
{
  g_atomic_rc_box_release_full (field, field_clear);
}

const char *
browser_field_get_title (BrowserField *field)
{
  return field->title;
}

gboolean
browser_field_is_key (BrowserField *field)
{
  return field->kind != FIELD_VALUE;
}

static char *
dup_value_text (BrowserField *field, HBaseRow *row)
{
  gsize qualifier_length, length;
  const guint8 *qualifier = g_bytes_get_data (field->qualifier, &qualifier_length);
  const guint8 *value = hbase_row_get_value (row, field->family, qualifier, qualifier_length, &length);

  if (value == NULL)
    return g_strdup ("");
  return length > 0 ? browser_text_of_value (value, length) : g_strdup ("(empty)");
}

/* A key that doesn't match the schema has no fields: its first columns show that. */
static char *
dup_key_field_text (BrowserField *field, HBaseRow *row)
{
  char *text = hbase_row_dup_key_field_escaped (row, field->title, NULL);

  return text != NULL ? text : g_strdup ("—");
}

char *
browser_field_dup_text (BrowserField *field, HBaseRow *row)
{
  if (field->kind == FIELD_KEY)
    return hbase_row_dup_key_escaped (row);
  return field->kind == FIELD_KEY_FIELD ? dup_key_field_text (field, row) : dup_value_text (field, row);
}

void
browser_field_add_to_scan (BrowserField *field, HBaseScan *scan)
{
  gsize length;
  const guint8 *qualifier = g_bytes_get_data (field->qualifier, &length);

  hbase_query_add_column (HBASE_QUERY (scan), field->family, qualifier, length);
}
