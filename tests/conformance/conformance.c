/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "conformance.h"

#include <glib.h>

#include "transcript.h"

static const char *const transcripts[] = {
  "puts",
  "gets",
  "deletes",
  "checks",
  "mutations",
  "scans",
  "scanners",
  "options",
  "filters",
  "quirks",
  "tables",
  "expiries",
  "durabilities",
  "java-filters",
  /* These calls send split keys, the keys of maps, or more than 2 MiB. */
  "regions",
  "filter-regions",
  "family-ranges",
  "pieces",
  "snapshots",
  "sizes",
};
#define N_FOR_ALL (G_N_ELEMENTS (transcripts) - 6)

#define METHODS "methods"

/* What one call of conformance_fill() adds. */
typedef struct {
  const ConformanceTarget *targets;
  const char *service;
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
  g_autofree char *prefix = g_strconcat (kind->name, "_", NULL);
  Target *target = target_open (uri);

  transcript_run (target, path, prefix, group->service);
  target_close (target);
}

START_TEST (the_service_responds_as_hbase_does)
{
  const Group *group = &groups[_i / TESTS_PER_GROUP];
  guint test = (guint) _i % TESTS_PER_GROUP;
  guint transcript = test % G_N_ELEMENTS (transcripts);
  const ConformanceTarget *target = &group->targets[test / G_N_ELEMENTS (transcripts)];

  if (!target->is_framed_gateway || transcript < N_FOR_ALL)
    converse (group, target, transcripts[transcript]);
}
END_TEST

START_TEST (each_method_responds_as_in_hbase)
{
  const Group *group = &groups[_i / TESTS_PER_GROUP];

  converse (group, &group->targets[_i % TESTS_PER_GROUP], METHODS);
}
END_TEST

void
conformance_fill (TCase *tests,
                  const ConformanceTarget *targets,
                  const char *service,
                  ConformanceExtent extent)
{
  int first = (int) n_groups * TESTS_PER_GROUP, count = 0;

  g_assert (n_groups < GROUPS_MAX);
  while (targets[count].name != NULL)
    count++;
  groups[n_groups++] = (Group){ targets, service };
  tcase_add_loop_test (tests, each_method_responds_as_in_hbase, first, first + count);
  if (extent == CONFORMANCE_ALL)
    tcase_add_loop_test (tests, the_service_responds_as_hbase_does, first,
                         first + count * (int) G_N_ELEMENTS (transcripts));
}
