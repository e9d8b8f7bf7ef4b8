/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file compares the reports of two simulations, or of two emulations. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "json.h"
#include "simulate-compare.h"
#include "text-file.h"

#define NAME_WIDTH 38
#define LEAST_WIDTH 16

typedef enum { AS_WRITTEN, DECIMAL, BYTES, DURATION } Unit;

typedef struct {
  const char *member, *name;
  Unit unit;
} Figure;

/* A kind of report. */
typedef struct {
  const char *what;
  const char *object; /* the member that has the figures; NULL: the report itself */
  const Figure *figures;
  guint n_figures;
} Kind;

static const Figure distribution_figures[] = {
  { "puts", "puts", AS_WRITTEN },
  { "dead_regions", "regions without puts", AS_WRITTEN },
  { "gini", "Gini coefficient", AS_WRITTEN },
  { "busiest_share", "greatest share of the busiest region", AS_WRITTEN },
  { "mean_busiest_share", "mean share of the busiest region", AS_WRITTEN },
};

static const Figure emulation_figures[] = {
  { "time", "virtual time", DURATION },
  { "rows", "rows", AS_WRITTEN },
  { "written-bytes", "written", BYTES },
  { "regions", "regions", AS_WRITTEN },
  { "splits", "splits", AS_WRITTEN },
  { "first-split", "first split after", DURATION },
  { "moves", "moves to other servers", AS_WRITTEN },
  { "dead-regions", "regions without rows", AS_WRITTEN },
  { "never-split", "first regions never split", AS_WRITTEN },
  { "unsplittable", "regions that can't be split", AS_WRITTEN },
  { "flushes", "flushes", AS_WRITTEN },
  { "log-flushes", "flushes for old logs", AS_WRITTEN },
  { "pressure-flushes", "flushes for want of memory", AS_WRITTEN },
  { "flushed-bytes", "flushed", BYTES },
  { "compactions", "compactions", AS_WRITTEN },
  { "compacted-bytes", "compacted", BYTES },
  { "write-amplification", "write amplification", DECIMAL },
  { "files", "store files", AS_WRITTEN },
  { "store-bytes", "in store files", BYTES },
  { "region-stalls", "writes blocked by regions", DURATION },
  { "server-stalls", "writes blocked by servers", DURATION },
  { "hottest-server-share", "share of the hottest server", DECIMAL },
};

static const Kind kinds[] = {
  { "a distribution", NULL, distribution_figures, G_N_ELEMENTS (distribution_figures) },
  { "an emulation (--emulate)", "figures", emulation_figures, G_N_ELEMENTS (emulation_figures) },
};

/* ---- reading ---- */

static const JsonValue *
find_figure (const JsonValue *report, const Kind *kind, guint i)
{
  const JsonValue *object = kind->object != NULL ? json_get (report, kind->object) : report;
  const JsonValue *value = object != NULL ? json_get (object, kind->figures[i].member) : NULL;

  return value != NULL && value->kind == JSON_NUMBER ? value : NULL;
}

/* An emulation has an object of figures; everything else should be a distribution. */
static const Kind *
find_kind (const JsonValue *report)
{
  const JsonValue *figures = json_get (report, kinds[1].object);

  return figures != NULL && figures->kind == JSON_OBJECT ? &kinds[1] : &kinds[0];
}

static gboolean
refuse (const char *path, const char *what, const char *member, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               "%s isn't a report of `hbase-glib simulate --format=json`: the %s “%s” is missing", path, what,
               member);
  return FALSE;
}

static gboolean
check_report (const JsonValue *report, const char *path, GError **error)
{
  const Kind *kind = find_kind (report);
  const JsonValue *regions = json_get (report, "regions");

  for (guint i = 0; i < kind->n_figures; i++)
    if (find_figure (report, kind, i) == NULL)
      return refuse (path, "number", kind->figures[i].member, error);
  return (regions != NULL && regions->kind == JSON_ARRAY) || refuse (path, "array", "regions", error);
}

/* Loads a report, and checks that it is one. */
static JsonValue *
load_report (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (JsonValue) report = NULL;

  if (!text_file_read (path, &text, NULL, error))
    return NULL;
  report = json_parse (text, error);
  if (report == NULL)
    g_prefix_error (error, "%s isn't a report of `hbase-glib simulate --format=json`: ", path);
  return report != NULL && check_report (report, path, error) ? g_steal_pointer (&report) : NULL;
}

/* ---- printing ---- */

/* The greatest ratio of a region; `-` if there are regions without puts. */
static const char *
find_ratio (const JsonValue *report)
{
  const JsonValue *regions = json_get (report, "regions");
  const char *most = "-";

  for (guint i = 0; i < regions->items->len; i++)
    {
      const JsonValue *ratio = json_get (regions->items->pdata[i], "ratio");

      if (ratio == NULL || ratio->kind != JSON_NUMBER)
        return "-";
      if (*most == '-' || g_ascii_strtod (ratio->text, NULL) > g_ascii_strtod (most, NULL))
        most = ratio->text;
    }
  return most;
}

static char *
count_regions (const JsonValue *report)
{
  return report != NULL ? g_strdup_printf ("%u", json_get (report, "regions")->items->len) : NULL;
}

static char *
format_figure (const JsonValue *value, Unit unit)
{
  double number = g_ascii_strtod (value->text, NULL);
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  switch (unit)
    {
    case BYTES:
      return g_strconcat (g_ascii_formatd (digits, sizeof digits, "%.3f", number / (1 << 30)), " GiB", NULL);
    case DURATION:
      return number < 0
                 ? g_strdup ("-")
                 : g_strconcat (g_ascii_formatd (digits, sizeof digits, "%.1f", number / 1000), " s", NULL);
    case DECIMAL:
      return g_strdup (g_ascii_formatd (digits, sizeof digits, "%.3f", number));
    case AS_WRITTEN:
    default:
      return g_strdup (value->text);
    }
}

/* The width of a column of figures. */
static int
get_width (const char *title)
{
  return (int) MAX (g_utf8_strlen (title, -1), LEAST_WIDTH);
}

static void
print_line (const char *name, const char *one, const char *other, const char *path, const char *other_path)
{
  printf ("%-*s %*s %*s\n", NAME_WIDTH, name, get_width (path), one, get_width (other_path), other);
}

static void
print_figures (
    const Kind *kind, const JsonValue *one, const JsonValue *other, const char *path, const char *other_path)
{
  for (guint i = 0; i < kind->n_figures; i++)
    {
      g_autofree char *text = format_figure (find_figure (one, kind, i), kind->figures[i].unit);
      g_autofree char *other_text = format_figure (find_figure (other, kind, i), kind->figures[i].unit);

      print_line (kind->figures[i].name, text, other_text, path, other_path);
    }
}

gboolean
simulate_compare (const char *path, const char *other_path, GError **error)
{
  g_autoptr (JsonValue) one = load_report (path, error);
  g_autoptr (JsonValue) other = one != NULL ? load_report (other_path, error) : NULL;
  g_autofree char *n_one = count_regions (one), *n_other = count_regions (other);
  const Kind *kind;

  if (other == NULL)
    return FALSE;
  kind = find_kind (one);
  if (find_kind (other) != kind)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   "%s is the report of %s, and %s that of %s: they have no figures in common; compare two "
                   "reports of the same kind",
                   path, kind->what, other_path, find_kind (other)->what);
      return FALSE;
    }
  print_line ("", path, other_path, path, other_path);
  if (kind == &kinds[0])
    print_line ("regions", n_one, n_other, path, other_path);
  print_figures (kind, one, other, path, other_path);
  if (kind == &kinds[0])
    print_line ("greatest ratio to the smallest region", find_ratio (one), find_ratio (other), path,
                other_path);
  return TRUE;
}
