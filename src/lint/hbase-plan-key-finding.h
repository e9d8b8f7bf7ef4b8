/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-macros.h"

G_BEGIN_DECLS

/**
 * HBasePlanKeySeverity:
 * @HBASE_PLAN_KEY_SEVERITY_NOTE: a property to know of, which may be intended
 * @HBASE_PLAN_KEY_SEVERITY_WARNING: works, but costs time, space, or the order of rows
 * @HBASE_PLAN_KEY_SEVERITY_ERROR: HBase will refuse it, or rows won't be found
 *
 * How serious a finding is.
 */
typedef enum {
  HBASE_PLAN_KEY_SEVERITY_NOTE = 0,
  HBASE_PLAN_KEY_SEVERITY_WARNING = 1,
  HBASE_PLAN_KEY_SEVERITY_ERROR = 2,
} HBasePlanKeySeverity;

/**
 * HBasePlanKeyFindingCode:
 * @HBASE_PLAN_KEY_FINDING_MONOTONIC_KEYS: new rows all go to one region
 * @HBASE_PLAN_KEY_FINDING_SIGN_ORDER: negative numbers are sorted after all others
 * @HBASE_PLAN_KEY_FINDING_UNORDERED_FIELD: the bytes of a field are not in the order of its values
 * @HBASE_PLAN_KEY_FINDING_FAN_OUT: a read needs several ranges, one for each salt
 * @HBASE_PLAN_KEY_FINDING_SALT_NOT_COMPUTABLE: readers can't compute the salt of a row
 * @HBASE_PLAN_KEY_FINDING_SPLITS_OUTSIDE_SALT: splits lie outside the range of the salt
 * @HBASE_PLAN_KEY_FINDING_UNREACHABLE_REGIONS: no key of the schema lies in some regions
 * @HBASE_PLAN_KEY_FINDING_INVALID_SPLITS: HBase refuses these splits
 * @HBASE_PLAN_KEY_FINDING_UNEVEN_REGIONS: a region gets at least twice its fair share of the rows
 * @HBASE_PLAN_KEY_FINDING_LONG_NAMES: the names of a family and a qualifier, which are stored with each cell,
 *   are long
 * @HBASE_PLAN_KEY_FINDING_KEY_LARGER_THAN_VALUE: keys take more space than values
 * @HBASE_PLAN_KEY_FINDING_KEY_TOO_LONG: keys are, or may become, longer than 32,767 bytes
 * @HBASE_PLAN_KEY_FINDING_MIXED_CASE_HEX: hexadecimal digits occur in both cases, which are sorted
 *   differently
 * @HBASE_PLAN_KEY_FINDING_EMPTY_GUARD: the column that a conditional write checks may be empty
 * @HBASE_PLAN_KEY_FINDING_INVALID_KEYS: keys of the sample don't match the schema
 * @HBASE_PLAN_KEY_FINDING_IMMUTABLE_KEYS: a row's key can't be changed
 * @HBASE_PLAN_KEY_FINDING_FIRST_SPLIT: when HBase will first split a region
 *
 * The kind of a finding. The numbers are never changed or reused.
 */
typedef enum {
  HBASE_PLAN_KEY_FINDING_MONOTONIC_KEYS = 0,
  HBASE_PLAN_KEY_FINDING_SIGN_ORDER = 1,
  HBASE_PLAN_KEY_FINDING_UNORDERED_FIELD = 2,
  HBASE_PLAN_KEY_FINDING_FAN_OUT = 3,
  HBASE_PLAN_KEY_FINDING_SALT_NOT_COMPUTABLE = 4,
  HBASE_PLAN_KEY_FINDING_SPLITS_OUTSIDE_SALT = 5,
  HBASE_PLAN_KEY_FINDING_UNREACHABLE_REGIONS = 6,
  HBASE_PLAN_KEY_FINDING_INVALID_SPLITS = 7,
  HBASE_PLAN_KEY_FINDING_UNEVEN_REGIONS = 8,
  HBASE_PLAN_KEY_FINDING_LONG_NAMES = 9,
  HBASE_PLAN_KEY_FINDING_KEY_LARGER_THAN_VALUE = 10,
  HBASE_PLAN_KEY_FINDING_KEY_TOO_LONG = 11,
  HBASE_PLAN_KEY_FINDING_MIXED_CASE_HEX = 12,
  HBASE_PLAN_KEY_FINDING_EMPTY_GUARD = 13,
  HBASE_PLAN_KEY_FINDING_INVALID_KEYS = 14,
  HBASE_PLAN_KEY_FINDING_IMMUTABLE_KEYS = 15,
  HBASE_PLAN_KEY_FINDING_FIRST_SPLIT = 16,
} HBasePlanKeyFindingCode;

#define HBASE_PLAN_TYPE_KEY_SEVERITY (hbase_plan_key_severity_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_plan_key_severity_get_type (void);
#define HBASE_PLAN_TYPE_KEY_FINDING_CODE (hbase_plan_key_finding_code_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_plan_key_finding_code_get_type (void);

#define HBASE_PLAN_TYPE_KEY_FINDING (hbase_plan_key_finding_get_type ())
typedef struct _HBasePlanKeyFinding HBasePlanKeyFinding;

HBASE_AVAILABLE_IN_0_1
GType hbase_plan_key_finding_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBasePlanKeyFinding *hbase_plan_key_finding_ref (HBasePlanKeyFinding *finding);
HBASE_AVAILABLE_IN_0_1
void hbase_plan_key_finding_unref (HBasePlanKeyFinding *finding);
HBASE_AVAILABLE_IN_0_1
HBasePlanKeySeverity hbase_plan_key_finding_get_severity (HBasePlanKeyFinding *finding);
HBASE_AVAILABLE_IN_0_1
HBasePlanKeyFindingCode hbase_plan_key_finding_get_code (HBasePlanKeyFinding *finding);
/* `unreachable-regions` */
HBASE_AVAILABLE_IN_0_1
const char *hbase_plan_key_finding_get_code_name (HBasePlanKeyFinding *finding);
HBASE_AVAILABLE_IN_0_1
const char *hbase_plan_key_finding_get_effect (HBasePlanKeyFinding *finding);
HBASE_AVAILABLE_IN_0_1
const char *hbase_plan_key_finding_get_advice (HBasePlanKeyFinding *finding);
/* `warning: EFFECT; ADVICE [unreachable-regions]` */
HBASE_AVAILABLE_IN_0_1
char *hbase_plan_key_finding_to_text (HBasePlanKeyFinding *finding);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePlanKeyFinding, hbase_plan_key_finding_unref)

G_END_DECLS
