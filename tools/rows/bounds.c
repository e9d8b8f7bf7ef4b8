/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file parses bounds of ranges with times that are finer than the unit of their field. */

#include "config.h"

#include <string.h>

#include "bounds.h"
#include "fractions.h"
#include "rows.h"

/* A time of a bound. */
typedef struct {
  guint n_digits;       /* of the fraction of a second that the field can have */
  gboolean is_reversed; /* later times have lesser keys */
} Unit;

/* Returns the text of a field's type in the schema, `at:seconds desc`; NULL: it has no such field. */
static char *
dup_type (HBaseKeySchema *schema, const char *name, gsize name_length)
{
  g_auto (GStrv) fields = g_strsplit (hbase_key_schema_get_text (schema), ",", -1);

  for (char **field = fields; *field != NULL; field++)
    if (strncmp (*field, name, name_length) == 0 && (*field)[name_length] == ':')
      return g_strdup (*field + name_length + 1);
  return NULL;
}

static gboolean
find_unit (const char *type, Unit *unit)
{
  static const struct {
    const char *name;
    guint n_digits;
  } units[] = { { "seconds", 0 }, { "ms", 3 }, { "us", 6 }, { "s", 0 } };
  gboolean is_reversed = g_str_has_prefix (type, "reverse-");
  const char *name = is_reversed ? type + strlen ("reverse-") : type;
  gsize length = strcspn (name, " ");

  unit->is_reversed = is_reversed != g_str_has_suffix (type, " desc");
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (length == strlen (units[i].name) && strncmp (name, units[i].name, length) == 0)
      {
        unit->n_digits = units[i].n_digits;
        return TRUE;
      }
  return FALSE;
}

/* Returns the point before the fraction of a second; NULL: there is none. */
static char *
find_fraction (char *time)
{
  char *colon = strchr (time, ':'), *point = colon != NULL ? strchr (colon, '.') : NULL;

  return point != NULL && g_ascii_isdigit (point[1]) ? point : NULL;
}

/* Cuts the digits from the time that its field can't have. Returns whether one of them isn't 0. */
static gboolean
cut (char *time, const Unit *unit)
{
  char *point = find_fraction (time), *first, *end;
  gboolean is_inexact = FALSE;

  if (point == NULL)
    return FALSE;
  end = point + 1 + strspn (point + 1, "0123456789");
  first = MIN (point + 1 + unit->n_digits, end);
  for (const char *p = first; p < end; p++)
    is_inexact = is_inexact || *p != '0';
  if (is_inexact)
    memmove (unit->n_digits > 0 ? first : point, end, strlen (end) + 1);
  return is_inexact;
}

/* Cuts the time of the last field. Returns FALSE if it is exact, or no time. */
static gboolean
cut_last_field (HBaseKeySchema *schema, char *text, Unit *unit)
{
  char *comma = strrchr (text, ','), *field = comma != NULL ? comma + 1 : text;
  char *equals = strchr (field, '=');
  g_autofree char *type = NULL;

  if (equals == NULL || equals == field)
    return FALSE;
  type = dup_type (schema, field, (gsize) (equals - field));
  return type != NULL && find_unit (type, unit) && cut (equals + 1, unit);
}

/* Returns the first key after all that begin with this one, which ends in the number of a time. */
static GBytes *
make_next_key (GBytes *key)
{
  gsize length, i;
  guint8 *next = g_memdup2 (g_bytes_get_data (key, &length), g_bytes_get_size (key));

  for (i = length; i > 0 && ++next[i - 1] == 0; i--)
    ;
  return g_bytes_new_take (next, length);
}

GBytes *
bound_parse (Tool *tool, const char *text, gboolean unsalted, gboolean *between, GError **error)
{
  g_autofree char *rounded = g_strdup (text);
  g_autoptr (GBytes) key = NULL;
  Unit unit = { 0 };

  *between = tool->schema != NULL && cut_last_field (tool->schema, rounded, &unit);
  key = row_parse_bound (tool, rounded, unsalted, error);
  if (key == NULL || !*between || unit.is_reversed)
    return g_steal_pointer (&key);
  return make_next_key (key);
}
