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
  /* These calls send split keys and the keys of maps. */
  "regions",
  "filter-regions",
  "family-ranges",
  "pieces",
};
#define N_FOR_ALL (G_N_ELEMENTS (transcripts) - 4)

static const ConformanceTarget *all_targets;

static void
converse (const ConformanceTarget *kind, const char *name)
{
  const char *source = g_getenv ("top_srcdir");
  g_autofree char *file = g_strconcat (name, ".transcript", NULL);
  g_autofree char *path
      = g_build_filename (source != NULL ? source : ".", "tests", "conformance", file, NULL);
  g_autofree char *uri = kind->uri (kind->name);
  g_autofree char *prefix = g_strconcat (kind->name, "_", NULL);
  Target *target = target_open (uri);

  transcript_run (target, path, prefix);
  target_close (target);
}

START_TEST (the_engine_responds_as_hbase_does)
{
  guint transcript = (guint) _i % G_N_ELEMENTS (transcripts);
  const ConformanceTarget *target = &all_targets[(guint) _i / G_N_ELEMENTS (transcripts)];

  if (!target->corrupts_keys || transcript < N_FOR_ALL)
    converse (target, transcripts[transcript]);
}
END_TEST

void
conformance_fill (TCase *tests, const ConformanceTarget *targets)
{
  guint count = 0;

  while (targets[count].name != NULL)
    count++;
  all_targets = targets;
  tcase_add_loop_test (tests, the_engine_responds_as_hbase_does, 0,
                       (int) (count * G_N_ELEMENTS (transcripts)));
}
