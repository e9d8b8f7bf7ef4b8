/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema-private.h"
#include "hbase-plan-counter-random-private.h"
#include "hbase-salt-private.h"

/* The values of one field of simulated keys: each is a function of the number of the put. */

typedef struct _HBasePlanFieldValues HBasePlanFieldValues;
typedef struct _HBasePlanFieldKind HBasePlanFieldKind;

#define HBASE_PLAN_FIELD_MAX_BYTES 256 /* of a value that is computed */

/* Where the bytes of a value are, while the key is made. */
typedef struct {
  guint8 bytes[HBASE_PLAN_FIELD_MAX_BYTES];
} HBasePlanFieldSpace;

struct _HBasePlanFieldValues {
  const HBasePlanFieldKind *kind;
  HBaseKeyFormat format;
  HBaseKeySchema *schema; /* in which the field is; of a value that isn't stored, one of its own */
  char *name;
  HBasePlanCounterRandom random;
  gint64 start, step;  /* sequence; uniform: the limits; time: the first timestamp */
  guint64 length;      /* sequence: after as many values it begins again; 0: never; uniform: their number */
  gboolean is_any;     /* uniform: random letters or bytes instead of numbers */
  double rate, jitter; /* time: in units of the type; normal: mean and deviation */
  HBasePlanZipf zipf;
  GPtrArray *values;  /* constant, column (element-type GVariant) */
  HBaseSalt *salt;    /* the hashes of the schema language */
  GStrv source_names; /* hashes, copy */
  GPtrArray *sources; /* (element-type HBasePlanFieldValues), not owned; set when all fields are known */
};

/* Parses `KIND(ARGUMENT,…)`. NULL and INVALID_ARGUMENT if the text is invalid, or the kind doesn't fit the
 * type. */
HBasePlanFieldValues *hbase_plan_field_values_new (HBaseKeySchema *schema,
                                                   const HBaseKeyField *field,
                                                   const char *text,
                                                   GError **error);
void hbase_plan_field_values_free (HBasePlanFieldValues *values);
/* Sets the values of a column, in the form in which keys are parsed. INVALID_ARGUMENT names the line. */
gboolean
hbase_plan_field_values_set_column (HBasePlanFieldValues *values, const char *const *texts, GError **error);
gboolean hbase_plan_field_values_is_column (const HBasePlanFieldValues *values);
/* Computes the value of a put; its bytes are in `space` or owned by the values. */
gboolean hbase_plan_field_values_get (const HBasePlanFieldValues *values,
                                      guint64 index,
                                      HBasePlanFieldSpace *space,
                                      HBaseKeyValue *value,
                                      GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePlanFieldValues, hbase_plan_field_values_free)
