/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-diagnosis.h"
#include "hbase-wire-types-private.h"

/* An address that is diagnosed, and what its URI says about it. */
typedef struct {
  const char *gateway; /* host:port, for texts */
  const char *address; /* of a URI that works: all before the question mark; of a local URI: all */
  gboolean is_local;
  HBaseWireProtocol protocol;
  gboolean framed;
  gboolean any_protocol, any_framing; /* the URI has auto */
  gboolean is_http;                   /* the pool's channels are those of HTTP: their format is known */
  gboolean is_other;                  /* the URI has another transport */
  const char *over;                   /* the transport in words, ", over TLS"; "": a socket */
  const char *options;                /* of the transport, as in a URI */
} HBaseDiagnosisTarget;

/* The operation that diagnoses sets the members. */
struct _HBaseDiagnosis {
  gatomicrefcount ref_count;
  HBaseServiceKind kind;
  char *gateway;
  gboolean is_local;
  gboolean is_http; /* it was asked by HTTP */
  gboolean fits_uri;
  char *uri;           /* that would work; NULL: none would */
  char *format;        /* protocol and framing in words; NULL: no Thrift service */
  gboolean framed;     /* if it is a Thrift service */
  const char *version; /* NULL: unknown */
  gboolean read_only;
  gint64 round_trip_us;  /* −1: unknown */
  gboolean shows_reason; /* of whatever kind it is */
  char *reason;          /* why there is no service, or why HBase doesn't respond; NULL: none */
};

/* The protocol and framing of a Thrift service aren't known yet. */
HBaseDiagnosis *hbase_diagnosis_new (const HBaseDiagnosisTarget *target);
/* The Thrift service there has this protocol and framing. */
void hbase_diagnosis_set_format (HBaseDiagnosis *diagnosis,
                                 const HBaseDiagnosisTarget *target,
                                 HBaseWireProtocol protocol,
                                 gboolean framed);
/* The library can't use it, whatever its format. */
void hbase_diagnosis_set_unusable (HBaseDiagnosis *diagnosis, HBaseServiceKind kind);
