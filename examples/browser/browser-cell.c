/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the cells of a row that a list shows. */

#include "config.h"

#include "browser-cell.h"
#include "browser-text.h"

struct _BrowserCell {
  GObject parent_instance;
  char *column;
  char *details; /* its size and time */
  GBytes *value;
};

G_DEFINE_FINAL_TYPE (BrowserCell, browser_cell, G_TYPE_OBJECT)

enum {
  PROP_COLUMN = 1,
  PROP_DETAILS,
  PROP_VALUE,
  N_PROPERTIES,
};

static void
browser_cell_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  BrowserCell *cell = BROWSER_CELL (object);

  if (id == PROP_VALUE)
    g_value_set_boxed (value, cell->value);
  else
    g_value_set_string (value, id == PROP_COLUMN ? cell->column : cell->details);
}

static void
browser_cell_finalize (GObject *object)
{
  BrowserCell *cell = BROWSER_CELL (object);

  g_free (cell->column);
  g_free (cell->details);
  g_clear_pointer (&cell->value, g_bytes_unref);
  G_OBJECT_CLASS (browser_cell_parent_class)->finalize (object);
}

static void
browser_cell_class_init (BrowserCellClass *class)
{
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GParamSpec *properties[N_PROPERTIES] = {
    [PROP_COLUMN] = g_param_spec_string ("column", NULL, NULL, NULL, readable),
    [PROP_DETAILS] = g_param_spec_string ("details", NULL, NULL, NULL, readable),
    [PROP_VALUE] = g_param_spec_boxed ("value", NULL, NULL, G_TYPE_BYTES, readable),
  };

  G_OBJECT_CLASS (class)->get_property = browser_cell_get_property;
  G_OBJECT_CLASS (class)->finalize = browser_cell_finalize;
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPERTIES, properties);
}

static void
browser_cell_init (BrowserCell *cell)
{
}

BrowserCell *
browser_cell_new (const HBaseCellIter *from)
{
  BrowserCell *cell = g_object_new (BROWSER_TYPE_CELL, NULL);
  g_autofree char *time = browser_text_of_timestamp (from->timestamp);
  g_autofree char *size = g_format_size_full (from->value_length, G_FORMAT_SIZE_IEC_UNITS);

  cell->column = browser_text_of_column (from);
  cell->details = g_strdup_printf ("%s · %s", time, size);
  cell->value = g_bytes_new (from->value, from->value_length);
  return cell;
}

const char *
browser_cell_get_column (BrowserCell *cell)
{
  return cell->column;
}

GBytes *
browser_cell_get_value (BrowserCell *cell)
{
  return cell->value;
}
