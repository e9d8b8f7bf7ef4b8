/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "random-changes.h"
#include "random-choices.h"

#include <string.h>

#include "random-reads.h"

#define TABLE "$t"
#define ZEROS "\\x00\\x00\\x00\\x00\\x00"
#define NUMBER ZEROS "\\x00\\x00\\x05" /* which can be incremented */
#define RAW "attributes={_raw_=\\xFF}"

static const char *const rows[] = { "a", "b", "c" };
static const char *const families[] = { "f", "g" };
static const char *const qualifiers[] = { "", "a", "ab" };
static const char *const values[] = { "1", "2", "22", "x", "xy", "", NUMBER };
static const char *const durabilities[] = { "SKIP_WAL", "ASYNC_WAL", "SYNC_WAL", "FSYNC_WAL" };
/* Two milliseconds, 256, and an hour and more. */
static const char *const times_to_live[]
    = { ZEROS "\\x00\\x00\\x02", ZEROS "\\x00\\x01\\x00", ZEROS "\\x46\\x00\\x00" };

/* ---- tables ---- */

static void
add_family (const RandomHistory *history, GRand *rand, GString *call, const char *name)
{
  int max_versions = history->flushes ? 99 : 1 + below (rand, 4);

  g_string_append_printf (call, "{name=%s maxVersions=%d", name, max_versions);
  if (!history->flushes && one_in (rand, 3))
    g_string_append_printf (call, " timeToLive=1 minVersions=%d", below (rand, max_versions + 1));
  if (!history->flushes && !history->compacts && one_in (rand, 3))
    g_string_append_printf (call, " keepDeletedCells=%d", 1 + below (rand, 2));
  g_string_append (call, "} ");
}

static char *
random_families (const RandomHistory *history, GRand *rand)
{
  GString *list = g_string_new ("columns=[");

  add_family (history, rand, list, "f");
  add_family (history, rand, list, "g");
  g_string_append (list, "{name=h}]");
  return g_string_free (list, FALSE);
}

char *
random_history_begin (RandomHistory *history, GRand *rand)
{
  int kind = below (rand, 4);
  const char *splits = "";

  *history = (RandomHistory){
    .flushes = kind == 0, .compacts = kind <= 1, .has_times_to_live = kind == 2, .clock = 1 + below (rand, 6)
  };
  if (history->has_times_to_live)
    history->clock = 1000;
  history->families = random_families (history, rand);
  history->is_split = one_in (rand, 4);
  if (history->is_split)
    splits = " splitKeys=[b]";
  return g_strdup_printf ("createTable tableName=" TABLE " %s%s", history->families, splits);
}

void
random_history_clear (RandomHistory *history)
{
  g_free (history->families);
}

/* ---- changes ---- */

static void
add_durability (GRand *rand, GString *call)
{
  if (one_in (rand, 8))
    g_string_append_printf (call, " durability=%s", PICK (rand, durabilities));
}

/* Deletes have no times to live: the engine keeps one of two equal markers. */
static void
add_options (const RandomHistory *history, GRand *rand, GString *call)
{
  if (history->has_times_to_live && one_in (rand, 2))
    g_string_append_printf (call, " attributes={_ttl=%s}", PICK (rand, times_to_live));
  add_durability (rand, call);
}

static void
add_timestamp (GRand *rand, GString *call)
{
  if (!one_in (rand, 3))
    g_string_append_printf (call, "@%d", 1 + below (rand, 6));
}

static void
add_put (RandomHistory *history, GRand *rand, GString *call, const char *row)
{
  g_string_append_printf (call, "row=%s columnValues=[", row);
  for (int n = 1 + below (rand, 3); n > 0; n--)
    {
      g_string_append_printf (call, "%s:%s", PICK (rand, families), PICK (rand, qualifiers));
      if (history->has_times_to_live)
        g_string_append_printf (call, "@%d", ++history->timestamp);
      else
        add_timestamp (rand, call);
      g_string_append_printf (call, "=%s ", PICK (rand, values));
    }
  g_string_append_c (call, ']');
  if (one_in (rand, 6))
    g_string_append_printf (call, " timestamp=%d", 1 + below (rand, 6));
  add_options (history, rand, call);
}

static void
add_delete (GRand *rand, GString *call, const char *row)
{
  static const char *const types[] = { "COLUMN", "COLUMNS", "FAMILY", "FAMILY_VERSION" };

  g_string_append_printf (call, "row=%s", row);
  if (!one_in (rand, 6))
    {
      g_string_append (call, " columns=[");
      for (int n = 1 + below (rand, 2); n > 0; n--)
        {
          g_string_append (call, PICK (rand, families));
          if (!one_in (rand, 4))
            g_string_append_printf (call, ":%s", PICK (rand, qualifiers));
          add_timestamp (rand, call);
          g_string_append_c (call, ' ');
        }
      g_string_append_c (call, ']');
    }
  if (one_in (rand, 6))
    g_string_append_printf (call, " timestamp=%d", 1 + below (rand, 6));
  if (!one_in (rand, 5))
    g_string_append_printf (call, " deleteType=DELETE_%s", PICK (rand, types));
  add_durability (rand, call);
}

static void
add_mutations (RandomHistory *history, GRand *rand, GString *call, const char *row)
{
  g_string_append_printf (call, "={row=%s mutations=[", row);
  for (int n = 1 + below (rand, 3); n > 0; n--)
    {
      gboolean is_put = one_in (rand, 2);

      g_string_append (call, is_put ? "{put={" : "{deleteSingle={");
      if (is_put)
        add_put (history, rand, call, row);
      else
        add_delete (rand, call, row);
      g_string_append (call, "}} ");
    }
  g_string_append (call, "]}");
}

static void
add_update (const RandomHistory *history, GRand *rand, GString *call, gboolean is_increment)
{
  g_string_append_printf (call, "%s table=" TABLE " row=%s columns=[", is_increment ? "increment" : "append",
                          PICK (rand, rows));
  for (int n = 1 + below (rand, 2); n > 0; n--)
    {
      g_string_append_printf (call, "%s:%s=", PICK (rand, families), PICK (rand, qualifiers));
      if (is_increment)
        g_string_append_printf (call, "%d ", below (rand, 5) - 1);
      else
        g_string_append_printf (call, "%s ", PICK (rand, values));
    }
  g_string_append_c (call, ']');
  if (one_in (rand, 4))
    g_string_append (call, " returnResults=false");
  add_options (history, rand, call);
}

/* Adds the row, the column and the value of a check; in half of all checks there is such a value. */
static const char *
add_check (GRand *rand, GString *call, const char *method, gboolean needs_value)
{
  const char *row = PICK (rand, rows);

  g_string_append_printf (call, "%s table=" TABLE " row=%s family=%s qualifier=%s", method, row,
                          PICK (rand, families), PICK (rand, qualifiers));
  if (needs_value || !one_in (rand, 3))
    g_string_append_printf (call, " value=%s", PICK (rand, values));
  return row;
}

static void
add_checked (RandomHistory *history, GRand *rand, GString *call)
{
  static const char *const operators[]
      = { "LESS", "LESS_OR_EQUAL", "EQUAL", "NOT_EQUAL", "GREATER_OR_EQUAL", "GREATER" };

  switch (below (rand, 3))
    {
      case 0: {
        const char *row = add_check (rand, call, "checkAndPut", FALSE);

        g_string_append (call, " tput={");
        add_put (history, rand, call, row);
        g_string_append_c (call, '}');
        break;
      }
      case 1: {
        const char *row = add_check (rand, call, "checkAndDelete", FALSE);

        g_string_append (call, " tdelete={");
        add_delete (rand, call, row);
        g_string_append_c (call, '}');
        break;
      }
      default: {
        const char *row = add_check (rand, call, "checkAndMutate", TRUE);

        g_string_append_printf (call, " compareOp=%s rowMutations", PICK (rand, operators));
        add_mutations (history, rand, call, row);
      }
    }
}

static void
add_multiple (RandomHistory *history, GRand *rand, GString *call, gboolean are_puts)
{
  g_string_append (call, are_puts ? "putMultiple table=" TABLE " tputs=["
                                  : "deleteMultiple table=" TABLE " tdeletes=[");
  for (int n = 1 + below (rand, 3); n > 0; n--)
    {
      g_string_append_c (call, '{');
      if (are_puts)
        add_put (history, rand, call, PICK (rand, rows));
      else
        add_delete (rand, call, PICK (rand, rows));
      g_string_append (call, "} ");
    }
  g_string_append_c (call, ']');
}

static void
add_mutate_row (RandomHistory *history, GRand *rand, GString *call)
{
  g_string_append (call, "mutateRow table=" TABLE " trowMutations");
  add_mutations (history, rand, call, PICK (rand, rows));
}

static void
add_mutation (RandomHistory *history, GRand *rand, GString *call)
{
  switch (below (rand, 12))
    {
    case 0:
    case 1:
    case 2:
      g_string_append (call, "put table=" TABLE " ");
      add_put (history, rand, call, PICK (rand, rows));
      break;
    case 3:
    case 4:
      g_string_append (call, "deleteSingle table=" TABLE " ");
      add_delete (rand, call, PICK (rand, rows));
      break;
    case 5:
    case 6:
      add_update (history, rand, call, one_in (rand, 2));
      break;
    case 7:
    case 8:
      add_checked (history, rand, call);
      break;
    case 9:
      add_mutate_row (history, rand, call);
      break;
    default:
      add_multiple (history, rand, call, one_in (rand, 2));
    }
}

static char *
split (RandomHistory *history, GRand *rand)
{
  history->is_split = TRUE;
  return g_strdup_printf ("split %s", one_in (rand, 2) ? "b" : "c");
}

/* Makes the table read-only, or writable again. */
static char *
switch_writes (RandomHistory *history)
{
  history->is_read_only = !history->is_read_only;
  return g_strdup_printf ("modifyTable tableName=" TABLE " %s attributes={READONLY=%s}", history->families,
                          history->is_read_only ? "true" : "false");
}

/* HBase flushes a region that is split, or whose table is modified. It compacts none that is read-only. */
static char *
random_administration (RandomHistory *history, GRand *rand)
{
  if (!history->is_split && !history->is_read_only && one_in (rand, 12))
    return split (history, rand);
  if (one_in (rand, history->is_read_only ? 3 : 15))
    return switch_writes (history);
  return one_in (rand, 6) ? g_strdup ("flush") : NULL;
}

char *
random_history_change (RandomHistory *history, GRand *rand)
{
  static const int ticks[] = { 1, 1, 1, 2, 3, 400 };
  char *administration;
  GString *call;

  history->has_ticked = history->has_times_to_live ? !history->has_ticked : one_in (rand, 4);
  if (history->has_ticked)
    return g_strdup_printf ("clock %d", history->clock += PICK (rand, ticks));
  if (history->compacts && !history->is_read_only && one_in (rand, 12))
    return g_strdup ("compact");
  if (history->flushes && (administration = random_administration (history, rand)) != NULL)
    return administration;
  call = g_string_new (NULL);
  add_mutation (history, rand, call);
  return g_string_free (call, FALSE);
}

/* ---- reads ---- */

static void
add_columns (GRand *rand, GString *call)
{
  g_string_append (call, " columns=[");
  for (int n = 1 + below (rand, 3); n > 0; n--)
    {
      g_string_append (call, PICK (rand, families));
      if (!one_in (rand, 3))
        g_string_append_printf (call, ":%s", PICK (rand, qualifiers));
      g_string_append_c (call, ' ');
    }
  g_string_append_c (call, ']');
}

static void
add_range (GRand *rand, GString *call)
{
  int min = below (rand, 6);

  g_string_append_printf (call, "{minStamp=%d maxStamp=%d}", min, min + below (rand, 5));
}

static void
add_selection (GRand *rand, GString *call, gboolean may_have_range)
{
  if (one_in (rand, 3))
    add_columns (rand, call);
  if (one_in (rand, 2))
    g_string_append_printf (call, " maxVersions=%d", 1 + below (rand, 5));
  if (may_have_range && one_in (rand, 4))
    {
      g_string_append (call, " timeRange=");
      add_range (rand, call);
    }
}

static void
add_get (GRand *rand, GString *call)
{
  g_string_append_printf (call, "row=%s", PICK (rand, rows));
  add_selection (rand, call, TRUE);
  if (one_in (rand, 6))
    g_string_append_printf (call, " timestamp=%d", 1 + below (rand, 6));
  if (one_in (rand, 6))
    g_string_append_printf (call, " storeLimit=%d", below (rand, 4));
  if (one_in (rand, 6))
    g_string_append_printf (call, " storeOffset=%d", below (rand, 3));
}

static void
add_some_gets (GRand *rand, GString *call)
{
  g_string_append_printf (call, "%s table=" TABLE " tgets=[", one_in (rand, 2) ? "getMultiple" : "existsAll");
  for (int n = 1 + below (rand, 3); n > 0; n--)
    {
      g_string_append_c (call, '{');
      add_get (rand, call);
      g_string_append (call, "} ");
    }
  g_string_append_c (call, ']');
}

/* There is no limit beside a batch size: HBase counts wrongly then. Nor is a raw scan reversed, or has a time
 * range where there are files: HBase may seek the same cell of a file again and again then, without end. */
static void
add_scan (const RandomHistory *history, GRand *rand, GString *call)
{
  gboolean is_raw = !history->flushes && one_in (rand, 3);
  gboolean may_have_range = !(is_raw && history->compacts);

  g_string_append (call, "getScannerResults table=" TABLE " tscan={");
  add_selection (rand, call, may_have_range);
  if (is_raw)
    g_string_append (call, " " RAW);
  else if (one_in (rand, 2))
    g_string_append (call, " reversed=true");
  if (one_in (rand, 4))
    g_string_append_printf (call, " batchSize=%d", 1 + below (rand, 4));
  else if (one_in (rand, 4))
    g_string_append_printf (call, " limit=%d", 1 + below (rand, 3));
  if (one_in (rand, 3))
    g_string_append_printf (call, " caching=%d", 1 + below (rand, 3));
  if (one_in (rand, 4))
    g_string_append_printf (call, " startRow=%s", PICK (rand, rows));
  if (one_in (rand, 4))
    g_string_append_printf (call, " stopRow=%s", PICK (rand, rows));
  if (may_have_range && one_in (rand, 6))
    {
      g_string_append_printf (call, " colFamTimeRangeMap={%s=", PICK (rand, families));
      add_range (rand, call);
      g_string_append_c (call, '}');
    }
  g_string_append_printf (call, "} numRows=%d", one_in (rand, 4) ? 1 + below (rand, 3) : 99);
}

/* When a filter seeks a column, HBase skips delete markers or not, depending on its files. When columns are
 * named, it doesn't read a file's first cell at once, and a WHILE may see its start row in place of that. */
static gboolean
depends_on_files (const char *call)
{
  return strstr (call, "PrefixFilter") != NULL || strstr (call, "RangeFilter") != NULL
         || strstr (call, "TimestampsFilter") != NULL
         || (strstr (call, "WHILE") != NULL && strstr (call, " columns=[") != NULL);
}

static char *
filtered_read (const RandomHistory *history, GRand *rand)
{
  char *call = random_read (rand, TABLE);

  while (history->compacts && depends_on_files (call))
    {
      g_free (call);
      call = random_read (rand, TABLE);
    }
  return call;
}

char *
random_history_read (const RandomHistory *history, GRand *rand)
{
  GString *call;

  if (one_in (rand, 3))
    return filtered_read (history, rand);
  call = g_string_new (NULL);
  switch (below (rand, 5))
    {
    case 0:
      g_string_append (call, one_in (rand, 3) ? "exists table=" TABLE " " : "get table=" TABLE " ");
      add_get (rand, call);
      break;
    case 1:
      add_some_gets (rand, call);
      break;
    default:
      add_scan (history, rand, call);
    }
  return g_string_free (call, FALSE);
}

const char *
random_history_read_all (const RandomHistory *history)
{
  return history->flushes ? "getScannerResults table=" TABLE " tscan={maxVersions=99} numRows=99"
                          : "getScannerResults table=" TABLE " tscan={maxVersions=99 " RAW "} numRows=99";
}
