/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-key-finding-private.h"
#include "hbase-ref-counted-private.h"

/* This file implements HBasePlanKeyFinding, a boxed type, and its enumerations. */

G_DEFINE_ENUM_TYPE (HBasePlanKeySeverity,
                    hbase_plan_key_severity,
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_SEVERITY_NOTE, "note"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_SEVERITY_WARNING, "warning"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_SEVERITY_ERROR, "error"))

G_DEFINE_ENUM_TYPE (HBasePlanKeyFindingCode,
                    hbase_plan_key_finding_code,
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_MONOTONIC_KEYS, "monotonic-keys"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_SIGN_ORDER, "sign-order"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_UNORDERED_FIELD, "unordered-field"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_FAN_OUT, "fan-out"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_SALT_NOT_COMPUTABLE, "salt-not-computable"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_SPLITS_OUTSIDE_SALT, "splits-outside-salt"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_UNREACHABLE_REGIONS, "unreachable-regions"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_INVALID_SPLITS, "invalid-splits"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_UNEVEN_REGIONS, "uneven-regions"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_LONG_NAMES, "long-names"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_KEY_LARGER_THAN_VALUE,
                                         "key-larger-than-value"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_KEY_TOO_LONG, "key-too-long"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_MIXED_CASE_HEX, "mixed-case-hex"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_EMPTY_GUARD, "empty-guard"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_INVALID_KEYS, "invalid-keys"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_IMMUTABLE_KEYS, "immutable-keys"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_KEY_FINDING_FIRST_SPLIT, "first-split"))

/**
 * HBasePlanKeyFinding:
 *
 * A problem, or a property to know of, that [class@HBasePlan.KeyLint] found in the design of a table: its
 * severity, its code, its effect, and advice.
 *
 * It is immutable and may be used from any thread.
 */
struct _HBasePlanKeyFinding {
  gatomicrefcount ref_count;
  HBasePlanKeySeverity severity;
  HBasePlanKeyFindingCode code;
  char *effect, *advice;
};

static void
free_finding (HBasePlanKeyFinding *finding)
{
  g_free (finding->effect);
  g_free (finding->advice);
  g_free (finding);
}

HBASE_DEFINE_REF_COUNTED (HBasePlanKeyFinding, hbase_plan_key_finding, free_finding)

HBasePlanKeyFinding *
hbase_plan_key_finding_new (HBasePlanKeySeverity severity,
                            HBasePlanKeyFindingCode code,
                            char *effect,
                            const char *advice)
{
  HBasePlanKeyFinding *finding = g_new (HBasePlanKeyFinding, 1);

  g_atomic_ref_count_init (&finding->ref_count);
  finding->severity = severity;
  finding->code = code;
  finding->effect = effect;
  finding->advice = g_strdup (advice);
  return finding;
}

/**
 * hbase_plan_key_finding_ref: (skip)
 * @finding: a finding
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @finding
 */

/**
 * hbase_plan_key_finding_unref: (skip)
 * @finding: (transfer full): a finding
 *
 * Releases a reference; the last one frees the finding.
 */

/**
 * hbase_plan_key_finding_get_severity:
 * @finding: a finding
 *
 * Returns how serious the finding is.
 *
 * Returns: the severity
 */
HBasePlanKeySeverity
hbase_plan_key_finding_get_severity (HBasePlanKeyFinding *finding)
{
  g_return_val_if_fail (finding != NULL, HBASE_PLAN_KEY_SEVERITY_NOTE);

  return finding->severity;
}

/**
 * hbase_plan_key_finding_get_code:
 * @finding: a finding
 *
 * Returns the kind of the finding, for programs.
 *
 * Returns: the code
 */
HBasePlanKeyFindingCode
hbase_plan_key_finding_get_code (HBasePlanKeyFinding *finding)
{
  g_return_val_if_fail (finding != NULL, HBASE_PLAN_KEY_FINDING_IMMUTABLE_KEYS);

  return finding->code;
}

static const char *
enum_nick (GType type, int value)
{
  g_autoptr (GEnumClass) class = g_type_class_ref (type);

  return g_enum_get_value (class, value)->value_nick;
}

/**
 * hbase_plan_key_finding_get_code_name:
 * @finding: a finding
 *
 * Returns the kind of the finding as a word: `unreachable-regions`.
 *
 * Returns: (transfer none): the word
 */
const char *
hbase_plan_key_finding_get_code_name (HBasePlanKeyFinding *finding)
{
  g_return_val_if_fail (finding != NULL, NULL);

  return enum_nick (HBASE_PLAN_TYPE_KEY_FINDING_CODE, (int) finding->code);
}

/**
 * hbase_plan_key_finding_get_effect:
 * @finding: a finding
 *
 * Returns a description of what happens, with the fields, regions or numbers concerned.
 *
 * Returns: (transfer none): the description, one line
 */
const char *
hbase_plan_key_finding_get_effect (HBasePlanKeyFinding *finding)
{
  g_return_val_if_fail (finding != NULL, NULL);

  return finding->effect;
}

/**
 * hbase_plan_key_finding_get_advice:
 * @finding: a finding
 *
 * Returns advice on what to do.
 *
 * Returns: (transfer none): the advice, one line
 */
const char *
hbase_plan_key_finding_get_advice (HBasePlanKeyFinding *finding)
{
  g_return_val_if_fail (finding != NULL, NULL);

  return finding->advice;
}

/**
 * hbase_plan_key_finding_to_text:
 * @finding: a finding
 *
 * Formats the finding as one line: `warning: EFFECT; ADVICE [unreachable-regions]`.
 *
 * Returns: (transfer full): the line
 */
char *
hbase_plan_key_finding_to_text (HBasePlanKeyFinding *finding)
{
  g_return_val_if_fail (finding != NULL, NULL);

  return g_strdup_printf ("%s: %s; %s [%s]",
                          enum_nick (HBASE_PLAN_TYPE_KEY_SEVERITY, (int) finding->severity), finding->effect,
                          finding->advice, hbase_plan_key_finding_get_code_name (finding));
}
