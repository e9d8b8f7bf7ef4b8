/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file adds the findings on the key schema and advice on regions to the report of a simulation or an
 * emulation. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "findings.h"
#include "output.h"
#include "simulate-report.h"

void
simulate_extras_clear (SimulateExtras *extras)
{
  g_clear_pointer (&extras->findings, g_ptr_array_unref);
  g_clear_pointer (&extras->advice, hbase_plan_region_advice_unref);
}

GPtrArray *
simulate_find_problems (HBaseKeySchema *schema, GPtrArray *splits)
{
  g_autoptr (HBasePlanKeyLint) lint = hbase_plan_key_lint_new (schema);

  if (splits->len > 0)
    hbase_plan_key_lint_set_splits (lint, splits);
  return hbase_plan_key_lint_run (lint);
}

static void
print_findings_as_json (GPtrArray *findings)
{
  printf (",\"findings\":[");
  for (guint i = 0; i < findings->len; i++)
    {
      g_autofree char *finding = finding_to_json (findings->pdata[i]);

      printf ("%s%s", i > 0 ? "," : "", finding);
    }
  printf ("]");
}

void
simulate_print_json (const char *report, const SimulateExtras *extras)
{
  g_autofree char *advice = extras->advice != NULL ? hbase_plan_region_advice_to_json (extras->advice) : NULL;
  gsize length = strlen (report);

  while (length > 0 && (report[length - 1] == '}' || report[length - 1] == '\n'))
    if (report[--length] == '}')
      break;
  printf ("%.*s", (int) length, report);
  if (extras->findings != NULL)
    print_findings_as_json (extras->findings);
  if (advice != NULL)
    printf (",\"advice\":%s", advice);
  printf ("}\n");
}

void
simulate_print_extras (Tool *tool, const SimulateExtras *extras)
{
  g_autofree char *advice = extras->advice != NULL ? hbase_plan_region_advice_to_text (extras->advice) : NULL;

  for (guint i = 0; extras->findings != NULL && i < extras->findings->len; i++)
    finding_print (tool, extras->findings->pdata[i]);
  if (advice != NULL)
    printf ("\n%s", advice);
}
