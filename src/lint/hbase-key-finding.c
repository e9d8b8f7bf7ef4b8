/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-key-finding-private.h"
#include "hbase-ref-counted-private.h"

/* This file implements HBaseKeyFinding, a boxed type, and its enumerations. */

G_DEFINE_ENUM_TYPE (HBaseKeySeverity,
                    hbase_key_severity,
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_SEVERITY_NOTE, "note"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_SEVERITY_WARNING, "warning"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_SEVERITY_ERROR, "error"))

G_DEFINE_ENUM_TYPE (HBaseKeyFindingCode,
                    hbase_key_finding_code,
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_MONOTONIC_KEYS, "monotonic-keys"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_SIGN_ORDER, "sign-order"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_UNORDERED_FIELD, "unordered-field"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_FAN_OUT, "fan-out"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_SALT_NOT_COMPUTABLE, "salt-not-computable"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_SPLITS_OUTSIDE_SALT, "splits-outside-salt"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_UNREACHABLE_REGIONS, "unreachable-regions"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_INVALID_SPLITS, "invalid-splits"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_UNEVEN_REGIONS, "uneven-regions"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_LONG_NAMES, "long-names"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_KEY_LARGER_THAN_VALUE, "key-larger-than-value"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_KEY_TOO_LONG, "key-too-long"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_MIXED_CASE_HEX, "mixed-case-hex"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_EMPTY_GUARD, "empty-guard"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_INVALID_KEYS, "invalid-keys"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_IMMUTABLE_KEYS, "immutable-keys"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEY_FINDING_FIRST_SPLIT, "first-split"))

/**
 * HBaseKeyFinding:
 *
 * A problem, or a property to know of, that [class@HBase.KeyLint] found in the design of a table: its
 * severity, its code, its effect, and advice.
 *
 * It is immutable and may be used from any thread.
 *
 * Since: 0.1
 */
struct _HBaseKeyFinding {
  gatomicrefcount ref_count;
  HBaseKeySeverity severity;
  HBaseKeyFindingCode code;
  char *effect, *advice;
};

static void
free_finding (HBaseKeyFinding *finding)
{
  g_free (finding->effect);
  g_free (finding->advice);
  g_free (finding);
}

HBASE_DEFINE_REF_COUNTED (HBaseKeyFinding, hbase_key_finding, free_finding)

HBaseKeyFinding *
hbase_key_finding_new (HBaseKeySeverity severity, HBaseKeyFindingCode code, char *effect, const char *advice)
{
  HBaseKeyFinding *finding = g_new (HBaseKeyFinding, 1);

  g_atomic_ref_count_init (&finding->ref_count);
  finding->severity = severity;
  finding->code = code;
  finding->effect = effect;
  finding->advice = g_strdup (advice);
  return finding;
}

/**
 * hbase_key_finding_ref: (skip)
 * @finding: a finding
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @finding
 *
 * Since: 0.1
 */

/**
 * hbase_key_finding_unref: (skip)
 * @finding: (transfer full): a finding
 *
 * Releases a reference; the last one frees the finding.
 *
 * Since: 0.1
 */

/**
 * hbase_key_finding_get_severity:
 * @finding: a finding
 *
 * Returns how serious the finding is.
 *
 * Returns: the severity
 *
 * Since: 0.1
 */
HBaseKeySeverity
hbase_key_finding_get_severity (HBaseKeyFinding *finding)
{
  g_return_val_if_fail (finding != NULL, HBASE_KEY_SEVERITY_NOTE);

  return finding->severity;
}

/**
 * hbase_key_finding_get_code:
 * @finding: a finding
 *
 * Returns the kind of the finding, for programs.
 *
 * Returns: the code
 *
 * Since: 0.1
 */
HBaseKeyFindingCode
hbase_key_finding_get_code (HBaseKeyFinding *finding)
{
  g_return_val_if_fail (finding != NULL, HBASE_KEY_FINDING_IMMUTABLE_KEYS);

  return finding->code;
}

static const char *
enum_nick (GType type, int value)
{
  g_autoptr (GEnumClass) class = g_type_class_ref (type);

  return g_enum_get_value (class, value)->value_nick;
}

/**
 * hbase_key_finding_get_code_name:
 * @finding: a finding
 *
 * Returns the kind of the finding as a word: `unreachable-regions`.
 *
 * Returns: (transfer none): the word
 *
 * Since: 0.1
 */
const char *
hbase_key_finding_get_code_name (HBaseKeyFinding *finding)
{
  g_return_val_if_fail (finding != NULL, NULL);

  return enum_nick (HBASE_TYPE_KEY_FINDING_CODE, (int) finding->code);
}

/**
 * hbase_key_finding_get_effect:
 * @finding: a finding
 *
 * Returns a description of what happens, with the fields, regions or numbers concerned.
 *
 * Returns: (transfer none): the description, one line
 *
 * Since: 0.1
 */
const char *
hbase_key_finding_get_effect (HBaseKeyFinding *finding)
{
  g_return_val_if_fail (finding != NULL, NULL);

  return finding->effect;
}

/**
 * hbase_key_finding_get_advice:
 * @finding: a finding
 *
 * Returns advice on what to do.
 *
 * Returns: (transfer none): the advice, one line
 *
 * Since: 0.1
 */
const char *
hbase_key_finding_get_advice (HBaseKeyFinding *finding)
{
  g_return_val_if_fail (finding != NULL, NULL);

  return finding->advice;
}

/**
 * hbase_key_finding_to_text:
 * @finding: a finding
 *
 * Formats the finding as one line: `warning: EFFECT; ADVICE [unreachable-regions]`.
 *
 * Returns: (transfer full): the line
 *
 * Since: 0.1
 */
char *
hbase_key_finding_to_text (HBaseKeyFinding *finding)
{
  g_return_val_if_fail (finding != NULL, NULL);

  return g_strdup_printf ("%s: %s; %s [%s]", enum_nick (HBASE_TYPE_KEY_SEVERITY, (int) finding->severity),
                          finding->effect, finding->advice, hbase_key_finding_get_code_name (finding));
}
