/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>
#include "hbase-macros.h"

G_BEGIN_DECLS

/**
 * HBaseServiceKind:
 * @HBASE_SERVICE_KIND_NONE: nothing accepts connections there, or the name of the host isn't known
 * @HBASE_SERVICE_KIND_SILENT: connections are accepted, but nothing is ever sent
 * @HBASE_SERVICE_KIND_UNKNOWN: connections are closed, or what comes is none of the protocols below
 * @HBASE_SERVICE_KIND_THRIFT2: a Thrift2 gateway, in HTTP mode or not, or the embedded engine
 * @HBASE_SERVICE_KIND_THRIFT1: a gateway of HBase's older Thrift service
 * @HBASE_SERVICE_KIND_THRIFT_HTTP: an HTTP server that may be a gateway in HTTP mode, but refuses calls
 * @HBASE_SERVICE_KIND_HTTP: another HTTP server
 * @HBASE_SERVICE_KIND_TLS: a server that begins with TLS
 * @HBASE_SERVICE_KIND_SASL: a gateway that requires Kerberos, by SASL
 * @HBASE_SERVICE_KIND_SPNEGO: an HTTP server that requires Kerberos, by SPNEGO, as gateways in HTTP mode may
 *
 * What [method@HBase.Connection.diagnose] may find at an address.
 */
typedef enum {
  HBASE_SERVICE_KIND_NONE = 0,
  HBASE_SERVICE_KIND_SILENT = 1,
  HBASE_SERVICE_KIND_UNKNOWN = 2,
  HBASE_SERVICE_KIND_THRIFT2 = 3,
  HBASE_SERVICE_KIND_THRIFT1 = 4,
  HBASE_SERVICE_KIND_THRIFT_HTTP = 5,
  HBASE_SERVICE_KIND_HTTP = 6,
  HBASE_SERVICE_KIND_TLS = 7,
  HBASE_SERVICE_KIND_SASL = 8,
  HBASE_SERVICE_KIND_SPNEGO = 9,
} HBaseServiceKind;

#define HBASE_TYPE_SERVICE_KIND (hbase_service_kind_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_service_kind_get_type (void);

typedef struct _HBaseDiagnosis HBaseDiagnosis;

#define HBASE_TYPE_DIAGNOSIS (hbase_diagnosis_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_diagnosis_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseDiagnosis *hbase_diagnosis_ref (HBaseDiagnosis *diagnosis);
HBASE_AVAILABLE_IN_0_1
void hbase_diagnosis_unref (HBaseDiagnosis *diagnosis);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseDiagnosis, hbase_diagnosis_unref)

HBASE_AVAILABLE_IN_0_1
const char *hbase_diagnosis_get_gateway (HBaseDiagnosis *diagnosis);
HBASE_AVAILABLE_IN_0_1
HBaseServiceKind hbase_diagnosis_get_kind (HBaseDiagnosis *diagnosis);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_diagnosis_fits_uri (HBaseDiagnosis *diagnosis);
HBASE_AVAILABLE_IN_0_1
const char *hbase_diagnosis_get_uri (HBaseDiagnosis *diagnosis);
HBASE_AVAILABLE_IN_0_1
const char *hbase_diagnosis_get_version (HBaseDiagnosis *diagnosis);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_diagnosis_is_read_only (HBaseDiagnosis *diagnosis);
HBASE_AVAILABLE_IN_0_1
gint64 hbase_diagnosis_get_round_trip_time (HBaseDiagnosis *diagnosis);
HBASE_AVAILABLE_IN_0_1
const char *hbase_diagnosis_get_reason (HBaseDiagnosis *diagnosis);
HBASE_AVAILABLE_IN_0_1
char *hbase_diagnosis_to_string (HBaseDiagnosis *diagnosis);

G_END_DECLS
