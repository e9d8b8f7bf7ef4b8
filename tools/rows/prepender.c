/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes prependers from options. */

#include "config.h"

#include <string.h>

#include "prepender.h"
#include "rows.h"

void
prepend_options_clear (PrependOptions *options)
{
  g_free (options->path);
  g_free (options->prefix);
  g_free (options->guard_family);
  g_free (options->guard_qualifier);
  g_free (options->token_column);
  g_free (options->token);
  g_free (options->row);
  g_free (options->strategy);
  g_free (options->sequence);
  g_free (options->sequence_table);
  g_free (options->sequence_family);
  write_options_clear (&options->write);
}

/* ---- the prepender ---- */

/* Parses the values of the fields before the counter. The schema parses whole keys only, so the counter is
 * set to 0. */
static GVariant *
parse_prefix (Tool *tool, const char *text, GError **error)
{
  guint n_fields = hbase_key_schema_get_n_fields (tool->schema);
  g_autofree char *whole
      = g_strdup_printf ("%s,%s=0", text, hbase_key_schema_get_field_name (tool->schema, n_fields - 1));
  g_autoptr (GBytes) key = row_parse_key (tool, whole, error);
  g_autoptr (GVariant) values = NULL;
  g_auto (GVariantBuilder) prefix = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_TUPLE);

  if (key == NULL)
    return NULL;
  values
      = hbase_key_schema_decode (tool->schema, g_bytes_get_data (key, NULL), g_bytes_get_size (key), error);
  if (values == NULL)
    return NULL;
  for (guint i = 0; i + 1 < n_fields; i++)
    {
      g_autoptr (GVariant) value = g_variant_get_child_value (values, i);

      g_variant_builder_add_value (&prefix, value);
    }
  return g_variant_ref_sink (g_variant_builder_end (&prefix));
}

/* Sets a property of the prepender to the value of an option, which is in printable escapes. */
static gboolean
set_text (HBasePrepender *prepender, const char *property, const char *escaped, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;

  if (escaped == NULL)
    return TRUE;
  bytes = hbase_bytes_from_escaped (escaped, error);
  if (bytes == NULL)
    {
      g_prefix_error (error, "--%s: ", property);
      return FALSE;
    }
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_object_set (prepender, property, text, NULL);
  if (strlen (text) == g_bytes_get_size (bytes))
    return TRUE;
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "--%s: byte %" G_GSIZE_FORMAT " of “%s” is NUL, which a guard's column can't have", property,
               strlen (text), escaped);
  return FALSE;
}

static gboolean
set_prefix (Tool *tool, HBasePrepender *prepender, const char *text, GError **error)
{
  g_autoptr (GVariant) prefix = text != NULL ? parse_prefix (tool, text, error) : NULL;

  if (prefix != NULL)
    g_object_set (prepender, "prefix", prefix, NULL);
  return prefix != NULL || text == NULL;
}

/* Sets the strategy, and the sequence that hands out the counters. */
static gboolean
set_strategy (Tool *tool, HBasePrepender *prepender, const PrependOptions *options, GError **error)
{
  int strategy = HBASE_PREPEND_STRATEGY_PROBE;
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBaseSequence) sequence = NULL;

  if (!option_parse_nick (HBASE_TYPE_PREPEND_STRATEGY, "--strategy", options->strategy, &strategy, error))
    return FALSE;
  g_object_set (prepender, "strategy", strategy, NULL);
  if (strategy == HBASE_PREPEND_STRATEGY_PROBE)
    return TRUE;
  table = hbase_table_new (tool_connect (tool, NULL),
                           options->sequence_table != NULL ? options->sequence_table : "sequences");
  sequence = g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", options->sequence, "family",
                           options->sequence_family != NULL ? options->sequence_family : "s", "downward",
                           TRUE, "start", options->start != PREPEND_NOT_GIVEN ? options->start : (gint64) -1,
                           "block-size",
                           strategy == HBASE_PREPEND_STRATEGY_BLOCK ? (guint) options->block : 1u, NULL);
  g_object_set (prepender, "sequence", sequence, NULL);
  return TRUE;
}

HBasePrepender *
prepender_make (Tool *tool, const char *name, const PrependOptions *options, GError **error)
{
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, error);
  g_autoptr (HBasePrepender) prepender = table != NULL ? hbase_prepender_new (table) : NULL;

  if (prepender == NULL)
    return NULL;
  if (options->guard_family != NULL)
    g_object_set (prepender, "guard-family", options->guard_family, NULL);
  if (options->start != PREPEND_NOT_GIVEN)
    g_object_set (prepender, "start", options->start, NULL);
  if (!set_text (prepender, "guard-qualifier", options->guard_qualifier, error)
      || !set_text (prepender, "token-column", options->token_column, error)
      || !set_prefix (tool, prepender, options->prefix, error)
      || !set_strategy (tool, prepender, options, error))
    return NULL;
  return g_steal_pointer (&prepender);
}
