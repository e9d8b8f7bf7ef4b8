/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>

#include "check-main.h"

#include "hbase-diagnosis-private.h"

/* This file tests what diagnoses say of each format that a gateway may have. */

static const HBaseDiagnosisTarget compact_framed = {
  .gateway = "host:9090",
  .address = "thrift://host:9090/",
  .protocol = HBASE_WIRE_PROTOCOL_COMPACT,
  .framed = TRUE,
  .over = "",
  .options = "",
};

static HBaseDiagnosis *
diagnose (HBaseWireProtocol protocol, gboolean framed)
{
  HBaseDiagnosis *diagnosis = hbase_diagnosis_new (&compact_framed);

  diagnosis->kind = HBASE_SERVICE_KIND_THRIFT2;
  hbase_diagnosis_set_format (diagnosis, &compact_framed, protocol, framed);
  return diagnosis;
}

START_TEST (a_gateway_of_the_uris_format_fits)
{
  g_autoptr (HBaseDiagnosis) diagnosis = diagnose (HBASE_WIRE_PROTOCOL_COMPACT, TRUE);
  g_autofree char *text = hbase_diagnosis_to_string (diagnosis);

  ck_assert (hbase_diagnosis_fits_uri (diagnosis));
  ck_assert_msg (strstr (text, ": compact protocol, framed. The URI is right.") != NULL, "%s", text);
}
END_TEST

START_TEST (the_uri_of_another_format_is_given)
{
  g_autoptr (HBaseDiagnosis) binary = diagnose (HBASE_WIRE_PROTOCOL_BINARY, TRUE);
  g_autoptr (HBaseDiagnosis) unframed = diagnose (HBASE_WIRE_PROTOCOL_COMPACT, FALSE);

  ck_assert (!hbase_diagnosis_fits_uri (binary));
  ck_assert_str_eq (hbase_diagnosis_get_uri (binary), "thrift://host:9090/?protocol=binary&framing=framed");
  ck_assert (!hbase_diagnosis_fits_uri (unframed));
  ck_assert_str_eq (hbase_diagnosis_get_uri (unframed), "thrift://host:9090/?protocol=compact&framing=none");
}
END_TEST

START_TEST (a_framed_gateway_needs_another_for_some_calls)
{
  g_autoptr (HBaseDiagnosis) framed = diagnose (HBASE_WIRE_PROTOCOL_COMPACT, TRUE);
  g_autoptr (HBaseDiagnosis) unframed = diagnose (HBASE_WIRE_PROTOCOL_COMPACT, FALSE);
  g_autofree char *text = hbase_diagnosis_to_string (framed), *other = hbase_diagnosis_to_string (unframed);

  ck_assert_msg (strstr (text, "add an unframed one to the URI, &admin=host:port.") != NULL, "%s", text);
  ck_assert_msg (strstr (other, "&admin=") == NULL, "%s", other);
}
END_TEST

START_TEST (no_uri_fits_what_cannot_be_used)
{
  g_autoptr (HBaseDiagnosis) diagnosis = diagnose (HBASE_WIRE_PROTOCOL_COMPACT, TRUE);
  g_autofree char *text = NULL;

  hbase_diagnosis_set_unusable (diagnosis, HBASE_SERVICE_KIND_THRIFT1);
  ck_assert (!hbase_diagnosis_fits_uri (diagnosis));
  ck_assert_ptr_null (hbase_diagnosis_get_uri (diagnosis));
  text = hbase_diagnosis_to_string (diagnosis);
  ck_assert_msg (strstr (text, "URI is right") == NULL && strstr (text, "&admin=") == NULL, "%s", text);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("diagnoses");

  tcase_add_test (tests, a_gateway_of_the_uris_format_fits);
  tcase_add_test (tests, the_uri_of_another_format_is_given);
  tcase_add_test (tests, a_framed_gateway_needs_another_for_some_calls);
  tcase_add_test (tests, no_uri_fits_what_cannot_be_used);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("diagnoses", fill)
