/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file sets what is rarely needed in requests. */

#include "config.h"

#include <string.h>

#include "durations.h"
#include "record-options.h"

/* ---- values ---- */

static char *
list_nicks (const GEnumClass *class)
{
  GString *nicks = g_string_new (NULL);

  for (guint i = 0; i < class->n_values; i++)
    g_string_append_printf (nicks, "%s%s",
                            i == 0                    ? ""
                            : i + 1 < class->n_values ? ", "
                                                      : " or ",
                            class->values[i].value_nick);
  return g_string_free (nicks, FALSE);
}

gboolean
option_parse_nick (GType type, const char *option, const char *nick, int *value, GError **error)
{
  g_autoptr (GEnumClass) class = nick != NULL ? g_type_class_ref (type) : NULL;
  GEnumValue *found = nick != NULL ? g_enum_get_value_by_nick (class, nick) : NULL;
  g_autofree char *nicks = nick != NULL && found == NULL ? list_nicks (class) : NULL;

  if (found != NULL)
    *value = found->value;
  if (nicks != NULL)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s must be %s, not “%s”", option, nicks,
                 nick);
  return nicks == NULL;
}

gboolean
option_parse_versions (const char *text, guint *versions, GError **error)
{
  guint64 number = G_MAXINT32;

  *versions = 1;
  if (text == NULL)
    return TRUE;
  if (strcmp (text, "all") != 0 && !g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT32, &number, NULL))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "--versions must be a number of at least 1, or “all”, not “%s”", text);
      return FALSE;
    }
  *versions = (guint) number;
  return TRUE;
}

/* The name of an attribute is text; its value is in printable escapes. */
static gboolean
parse_attribute (const char *text, char **name, GBytes **value, GError **error)
{
  const char *equals = strchr (text, '=');

  if (equals == NULL || equals == text)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--attribute: “%s” isn't NAME=VALUE",
                   text);
      return FALSE;
    }
  *value = hbase_bytes_from_escaped (equals + 1, error);
  if (*value == NULL)
    g_prefix_error (error, "--attribute: ");
  else
    *name = g_strndup (text, (gsize) (equals - text));
  return *value != NULL;
}

/* ---- requests that read ---- */

void
read_options_clear (ReadOptions *options)
{
  g_strfreev (options->attributes);
  g_strfreev (options->authorizations);
  g_free (options->consistency);
  g_free (options->filter_bytes);
}

/* `filter_bytes`: NULL if there are none. */
static gboolean
parse_read (const ReadOptions *options, HBaseConsistency *consistency, GBytes **filter_bytes, GError **error)
{
  int kind = HBASE_CONSISTENCY_STRONG;

  if (!option_parse_nick (HBASE_TYPE_CONSISTENCY, "--consistency", options->consistency, &kind, error))
    return FALSE;
  *consistency = (HBaseConsistency) kind;
  if (options->filter_bytes == NULL)
    return TRUE;
  *filter_bytes = hbase_bytes_from_escaped (options->filter_bytes, error);
  if (*filter_bytes == NULL)
    g_prefix_error (error, "--filter-bytes: ");
  return *filter_bytes != NULL;
}

static gboolean
set_query_attributes (char **attributes, HBaseQuery *query, GError **error)
{
  for (char **text = attributes; text != NULL && *text != NULL; text++)
    {
      g_autofree char *name = NULL;
      g_autoptr (GBytes) value = NULL;

      if (!parse_attribute (*text, &name, &value, error))
        return FALSE;
      hbase_query_set_attribute (query, name, g_bytes_get_data (value, NULL), g_bytes_get_size (value));
    }
  return TRUE;
}

gboolean
read_options_set (const ReadOptions *options, HBaseQuery *query, GError **error)
{
  HBaseConsistency consistency;
  g_autoptr (GBytes) filter = NULL;

  if (!parse_read (options, &consistency, &filter, error))
    return FALSE;
  if (options->consistency != NULL)
    hbase_query_set_consistency (query, consistency);
  if (options->replica >= 0)
    hbase_query_set_replica (query, options->replica);
  if (options->authorizations != NULL)
    hbase_query_set_authorizations (query, (const char *const *) options->authorizations);
  if (options->no_cache)
    hbase_query_set_cache_blocks (query, FALSE);
  if (filter != NULL)
    hbase_query_set_filter_bytes (query, g_bytes_get_data (filter, NULL), g_bytes_get_size (filter));
  return set_query_attributes (options->attributes, query, error);
}

/* ---- requests that write ---- */

void
write_options_clear (WriteOptions *options)
{
  g_strfreev (options->attributes);
  g_free (options->durability);
  g_free (options->time_to_live);
  g_free (options->visibility);
}

static gboolean
parse_durability (const WriteOptions *options, HBaseDurability *durability, GError **error)
{
  int kind = HBASE_DURABILITY_USE_DEFAULT;

  if (!option_parse_nick (HBASE_TYPE_DURABILITY, "--durability", options->durability, &kind, error))
    return FALSE;
  *durability = (HBaseDurability) kind;
  return TRUE;
}

/* Without the option, *ms is 0. */
static gboolean
parse_time_to_live (const WriteOptions *options, gint64 *ms, GError **error)
{
  *ms = 0;
  return options->time_to_live == NULL
         || duration_parse ("--ttl", options->time_to_live, DURATION_MS, ms, error);
}

static gboolean
set_mutation_attributes (char **attributes, HBaseMutation *mutation, GError **error)
{
  for (char **text = attributes; text != NULL && *text != NULL; text++)
    {
      g_autofree char *name = NULL;
      g_autoptr (GBytes) value = NULL;

      if (!parse_attribute (*text, &name, &value, error))
        return FALSE;
      hbase_mutation_set_attribute (mutation, name, g_bytes_get_data (value, NULL), g_bytes_get_size (value));
    }
  return TRUE;
}

gboolean
write_options_set (const WriteOptions *options, HBaseMutation *mutation, GError **error)
{
  HBaseDurability durability;
  gint64 time_to_live;

  if (!parse_durability (options, &durability, error) || !parse_time_to_live (options, &time_to_live, error))
    return FALSE;
  hbase_mutation_set_durability (mutation, durability);
  if (options->time_to_live != NULL)
    hbase_mutation_set_time_to_live (mutation, time_to_live);
  if (options->visibility != NULL)
    hbase_mutation_set_cell_visibility (mutation, options->visibility);
  return set_mutation_attributes (options->attributes, mutation, error);
}
