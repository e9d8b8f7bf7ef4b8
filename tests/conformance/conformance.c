/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "conformance.h"

#include <glib.h>

#include "transcript.h"

#define COMPACTIONS "compactions"
#define ADMINISTRATION "administration"

static const char *const transcripts[] = {
  "puts",
  "gets",
  "deletes",
  "checks",
  "mutations",
  "scans",
  "scanners",
  "fields",
  "options",
  "filters",
  "quirks",
  "tables",
  "expiries",
  "durabilities",
  COMPACTIONS,
  "java-filters",
  "protocol-errors",
  /* These calls send split keys, attributes of tables, the keys of maps, or more than 2 MiB. */
  ADMINISTRATION,
  "readonly-tables",
  "regions",
  "filter-regions",
  "family-ranges",
  "pieces",
  "snapshots",
  "sizes",
};
#define N_FOR_ALL (G_N_ELEMENTS (transcripts) - 8)

/* What one call of conformance_fill() adds. */
typedef struct {
  const ConformanceTarget *targets;
  const char *service;
  ConformanceExtent extent;
  ConformanceCompact compact;
} Group;

#define GROUPS_MAX 8
#define TESTS_PER_GROUP 1000
static Group groups[GROUPS_MAX];
static guint n_groups;

static void
converse (const Group *group, const ConformanceTarget *kind, const char *name)
{
  const char *source = g_getenv ("top_srcdir");
  g_autofree char *file = g_strconcat (name, ".transcript", NULL);
  g_autofree char *path
      = g_build_filename (source != NULL ? source : ".", "tests", "conformance", file, NULL);
  g_autofree char *uri = kind->uri (kind->name);
  g_autofree char *prefix = g_strdelimit (g_strconcat (kind->name, "_", NULL), "-", '_');
  Target *target = target_open (uri);

  transcript_run (target, path, prefix, group->service, group->compact);
  target_close (target);
}

/* HBASE_TEST_TRANSCRIPT names the only one that is run. */
static gboolean
is_left_out (const Group *group, const ConformanceTarget *target, guint transcript)
{
  const char *only = g_getenv ("HBASE_TEST_TRANSCRIPT");

  if (only != NULL && !g_str_equal (transcripts[transcript], only))
    return TRUE;
  if (group->compact == NULL && g_str_equal (transcripts[transcript], COMPACTIONS))
    return TRUE;
  /* Earlier versions have fewer attributes. */
  if (g_str_equal (transcripts[transcript], ADMINISTRATION)
      && (g_str_has_prefix (group->service, "2.4") || g_str_has_prefix (group->service, "2.5")))
    return TRUE;
  return target->is_framed_gateway && transcript >= N_FOR_ALL;
}

START_TEST (the_service_responds_as_hbase_does)
{
  const Group *group = &groups[_i / TESTS_PER_GROUP];
  guint test = (guint) _i % TESTS_PER_GROUP;
  guint transcript = test % G_N_ELEMENTS (transcripts);
  const ConformanceTarget *target = &group->targets[test / G_N_ELEMENTS (transcripts)];

  if (!is_left_out (group, target, transcript))
    converse (group, target, transcripts[transcript]);
}
END_TEST

START_TEST (each_method_responds_as_in_hbase)
{
  const Group *group = &groups[_i / TESTS_PER_GROUP];
  const ConformanceTarget *target = &group->targets[_i % TESTS_PER_GROUP];

  converse (group, target, group->extent == CONFORMANCE_READ_ONLY ? "readonly" : "methods");
  if (group->extent == CONFORMANCE_METHODS)
    converse (group, target, "protocol-errors");
}
END_TEST

static void
check_response (Target *target, const char *table, const char *call, const char *expected)
{
  g_autofree char *response = transcript_send (target, table, call);

  ck_assert_msg (g_str_equal (response, expected), "%s: expected %s, got %s", call, expected, response);
}

/* A gateway's scanners are those of all connections; in the engine each has its own. */
START_TEST (scanners_are_shared_or_not)
{
  const Group *group = &groups[_i / TESTS_PER_GROUP];
  const ConformanceTarget *kind = &group->targets[_i % TESTS_PER_GROUP];
  gboolean is_engine = g_str_equal (group->service, "engine");
  g_autofree char *uri = kind->uri (kind->name), *table = g_strconcat (kind->name, "_shared", NULL);
  g_autofree char *create = g_strdup_printf ("createTable tableName=%s columns=[{name=f}]", table);
  g_autofree char *disable = g_strdup_printf ("disableTable tableName=%s", table);
  g_autofree char *drop = g_strdup_printf ("deleteTable tableName=%s", table);
  g_autofree char *id = NULL, *rows = NULL, *close = NULL;
  Target *one = target_open (uri), *other = target_open (uri);

  check_response (one, table, create, "ok");
  check_response (one, table, "put row=r columnValues=[f:a@1=v]", "ok");
  id = transcript_send (one, table, "openScanner");
  rows = g_strdup_printf ("getScannerRows scannerId=%s", id);
  close = g_strdup_printf ("closeScanner scannerId=%s", id);
  check_response (other, table, rows, is_engine ? "TIllegalArgument: Invalid scanner Id" : "r f:a@1=v");
  check_response (other, table, close, "ok");
  check_response (one, table, rows, is_engine ? "r f:a@1=v" : "TIllegalArgument: Invalid scanner Id");
  check_response (one, table, disable, "ok");
  check_response (one, table, drop, "ok");
  target_close (one);
  target_close (other);
}
END_TEST

void
conformance_fill (TCase *tests,
                  const ConformanceTarget *targets,
                  const char *service,
                  ConformanceExtent extent,
                  ConformanceCompact compact)
{
  int first = (int) n_groups * TESTS_PER_GROUP, count = 0;

  g_assert (n_groups < GROUPS_MAX);
  while (targets[count].name != NULL)
    count++;
  groups[n_groups++] = (Group){ targets, service, extent, compact };
  tcase_add_loop_test (tests, each_method_responds_as_in_hbase, first, first + count);
  if (extent != CONFORMANCE_ALL)
    return;
  tcase_add_loop_test (tests, scanners_are_shared_or_not, first, first + count);
  tcase_add_loop_test (tests, the_service_responds_as_hbase_does, first,
                       first + count * (int) G_N_ELEMENTS (transcripts));
}
