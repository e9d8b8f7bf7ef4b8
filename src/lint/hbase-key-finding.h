/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

/**
 * HBaseKeySeverity:
 * @HBASE_KEY_SEVERITY_NOTE: to be known; it may well be what is wanted
 * @HBASE_KEY_SEVERITY_WARNING: it works, and costs more than it need: time, room, or an order
 * @HBASE_KEY_SEVERITY_ERROR: it will be refused, or rows won't be found
 *
 * How grave a finding is.
 *
 * Since: 0.1
 */
typedef enum {
  HBASE_KEY_SEVERITY_NOTE = 0,
  HBASE_KEY_SEVERITY_WARNING = 1,
  HBASE_KEY_SEVERITY_ERROR = 2,
} HBaseKeySeverity;

/**
 * HBaseKeyFindingCode:
 * @HBASE_KEY_FINDING_MONOTONIC_KEYS: new rows all go to one place of the table
 * @HBASE_KEY_FINDING_SIGN_ORDER: numbers below 0 come behind the others
 * @HBASE_KEY_FINDING_LOST_ORDER: the order of a field's bytes isn't that of its values
 * @HBASE_KEY_FINDING_FAN_OUT: reads visit several places, one for each salt
 * @HBASE_KEY_FINDING_SALT_NOT_REBUILDABLE: who reads can't tell a row's salt
 * @HBASE_KEY_FINDING_SPLITS_OUTSIDE_SALT: splits where no salt is
 * @HBASE_KEY_FINDING_UNREACHABLE_REGIONS: regions that no key of the schema is ever in
 * @HBASE_KEY_FINDING_INVALID_SPLITS: splits that HBase refuses
 * @HBASE_KEY_FINDING_UNEVEN_REGIONS: a region gets twice its part of the rows, or more
 * @HBASE_KEY_FINDING_LONG_NAMES: the names of a family and a column that are stored with each cell
 * @HBASE_KEY_FINDING_KEY_OUTWEIGHS_VALUE: keys need more room than what they are the keys of
 * @HBASE_KEY_FINDING_KEY_TOO_LONG: keys are, or may become, longer than 32,767 bytes
 * @HBASE_KEY_FINDING_MIXED_CASE_HEX: hexadecimal digits of both cases, which are two orders
 * @HBASE_KEY_FINDING_EMPTY_GUARD: a column that is looked at before a write, and may be empty
 * @HBASE_KEY_FINDING_FOREIGN_KEYS: keys of the sample that aren't of the schema
 * @HBASE_KEY_FINDING_FINAL_KEYS: a row's key can't be changed
 * @HBASE_KEY_FINDING_FIRST_SPLIT: when a region will be split by HBase
 *
 * What a finding is of. Numbers are never changed or used again.
 *
 * Since: 0.1
 */
typedef enum {
  HBASE_KEY_FINDING_MONOTONIC_KEYS = 0,
  HBASE_KEY_FINDING_SIGN_ORDER = 1,
  HBASE_KEY_FINDING_LOST_ORDER = 2,
  HBASE_KEY_FINDING_FAN_OUT = 3,
  HBASE_KEY_FINDING_SALT_NOT_REBUILDABLE = 4,
  HBASE_KEY_FINDING_SPLITS_OUTSIDE_SALT = 5,
  HBASE_KEY_FINDING_UNREACHABLE_REGIONS = 6,
  HBASE_KEY_FINDING_INVALID_SPLITS = 7,
  HBASE_KEY_FINDING_UNEVEN_REGIONS = 8,
  HBASE_KEY_FINDING_LONG_NAMES = 9,
  HBASE_KEY_FINDING_KEY_OUTWEIGHS_VALUE = 10,
  HBASE_KEY_FINDING_KEY_TOO_LONG = 11,
  HBASE_KEY_FINDING_MIXED_CASE_HEX = 12,
  HBASE_KEY_FINDING_EMPTY_GUARD = 13,
  HBASE_KEY_FINDING_FOREIGN_KEYS = 14,
  HBASE_KEY_FINDING_FINAL_KEYS = 15,
  HBASE_KEY_FINDING_FIRST_SPLIT = 16,
} HBaseKeyFindingCode;

#define HBASE_TYPE_KEY_SEVERITY (hbase_key_severity_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_key_severity_get_type (void);
#define HBASE_TYPE_KEY_FINDING_CODE (hbase_key_finding_code_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_key_finding_code_get_type (void);

#define HBASE_TYPE_KEY_FINDING (hbase_key_finding_get_type ())
typedef struct _HBaseKeyFinding HBaseKeyFinding;

HBASE_AVAILABLE_IN_0_1
GType hbase_key_finding_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseKeyFinding *hbase_key_finding_ref (HBaseKeyFinding *finding);
HBASE_AVAILABLE_IN_0_1
void hbase_key_finding_unref (HBaseKeyFinding *finding);
HBASE_AVAILABLE_IN_0_1
HBaseKeySeverity hbase_key_finding_get_severity (HBaseKeyFinding *finding);
HBASE_AVAILABLE_IN_0_1
HBaseKeyFindingCode hbase_key_finding_get_code (HBaseKeyFinding *finding);
/* `unreachable-regions` */
HBASE_AVAILABLE_IN_0_1
const char *hbase_key_finding_get_code_name (HBaseKeyFinding *finding);
HBASE_AVAILABLE_IN_0_1
const char *hbase_key_finding_get_effect (HBaseKeyFinding *finding);
HBASE_AVAILABLE_IN_0_1
const char *hbase_key_finding_get_advice (HBaseKeyFinding *finding);
/* `warning: EFFECT; ADVICE [unreachable-regions]` */
HBASE_AVAILABLE_IN_0_1
char *hbase_key_finding_to_text (HBaseKeyFinding *finding);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseKeyFinding, hbase_key_finding_unref)

G_END_DECLS
