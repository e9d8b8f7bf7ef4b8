/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file prints what the lint of a key schema finds. */

#include "config.h"

#include "findings.h"
#include "json-writer.h"
#include "output-lines.h"

static const char *
severity_name (HBasePlanKeySeverity severity)
{
  g_autoptr (GEnumClass) class = g_type_class_ref (HBASE_PLAN_TYPE_KEY_SEVERITY);

  return g_enum_get_value (class, (int) severity)->value_nick;
}

char *
finding_to_json (HBasePlanKeyFinding *finding)
{
  GString *json = g_string_new ("{");

  json_append_member (json, "severity", severity_name (hbase_plan_key_finding_get_severity (finding)));
  g_string_append_c (json, ',');
  json_append_member (json, "code", hbase_plan_key_finding_get_code_name (finding));
  g_string_append_c (json, ',');
  json_append_member (json, "effect", hbase_plan_key_finding_get_effect (finding));
  g_string_append_c (json, ',');
  json_append_member (json, "advice", hbase_plan_key_finding_get_advice (finding));
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}

void
finding_print (Tool *tool, HBasePlanKeyFinding *finding)
{
  g_autofree char *text = tool->json ? finding_to_json (finding) : hbase_plan_key_finding_to_text (finding);
  g_autoptr (GString) line = g_string_new (text);

  output_line (line);
}
