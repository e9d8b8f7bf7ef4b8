/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command doctor. */

#include "config.h"

#include "advice.h"
#include "progress.h"
#include "tool.h"

static gboolean
is_well (HBaseDiagnosis *diagnosis)
{
  return hbase_diagnosis_fits_uri (diagnosis) && hbase_diagnosis_get_reason (diagnosis) == NULL;
}

/* Servers of other kinds mostly wait for more than a probe, for seconds each. */
static void
show_progress (HBaseConnection *connection)
{
  g_autofree char *line = g_strdup_printf ("trying %s: this takes up to 10 seconds for each address …",
                                           hbase_connection_get_uri (connection));
  g_autofree char *shown = advice_make_printable (line);

  if (progress_is_due ())
    progress_print (shown);
}

static int
run_doctor (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (GPtrArray) diagnoses = NULL;
  g_autoptr (GError) error = NULL;
  gboolean all_well = TRUE;

  if (!tool_parse (tool, &command_doctor, NULL, &words, 0, 1))
    return TOOL_USAGE;
  if (words[1] != NULL)
    {
      g_free (tool->uri);
      tool->uri = g_strdup (words[1]);
    }
  if (tool_connect (tool, &error) != NULL)
    {
      show_progress (tool->connection);
      diagnoses = hbase_connection_diagnose (tool->connection, tool->cancellable, &error);
      progress_end ();
    }
  if (diagnoses == NULL)
    return tool_failed (error);
  for (guint i = 0; i < diagnoses->len; i++)
    {
      g_autofree char *text = hbase_diagnosis_to_string (g_ptr_array_index (diagnoses, i));

      advice_print_lines (text);
      all_well = all_well && is_well (g_ptr_array_index (diagnoses, i));
    }
  return all_well ? TOOL_DONE : TOOL_FAILED;
}

const ToolCommand command_doctor = {
  "doctor",
  "[URI]",
  "say what there is at the addresses of a URI, and which URI would work",
  "Tries each gateway of the URI, by default that of --uri or HBASE_URI, in all protocols, and prints what\n"
  "answers: nobody, a gateway of another protocol or framing, an HTTP server, TLS, HBase's older service.\n"
  "Nothing is changed there. The exit status is 0 if the URI is right for all of them, and HBase responds.",
  run_doctor,
};
