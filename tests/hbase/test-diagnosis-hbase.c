/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api/api.h"
#include "hbase/fixture.h"

/* This tests diagnoses against HBase's gateways in all modes. */

static const struct {
  const char *mode;
  HBaseServiceKind kind;
  const char *options; /* of the URI that works */
} modes[] = {
  { "binary", HBASE_SERVICE_KIND_THRIFT2, "?protocol=binary&framing=none" },
  { "compact", HBASE_SERVICE_KIND_THRIFT2, "?protocol=compact&framing=none" },
  { "framed", HBASE_SERVICE_KIND_THRIFT2, "?protocol=binary&framing=framed" },
  { "compact-framed", HBASE_SERVICE_KIND_THRIFT2, "?protocol=compact&framing=framed" },
  { "nonblocking", HBASE_SERVICE_KIND_THRIFT2, "?protocol=binary&framing=framed" },
  { "binary-readonly", HBASE_SERVICE_KIND_THRIFT2, "?protocol=binary&framing=none" },
  { "http", HBASE_SERVICE_KIND_THRIFT2, "/" },
  { "http-readonly", HBASE_SERVICE_KIND_THRIFT2, "/" },
  { "https", HBASE_SERVICE_KIND_TLS, NULL }, /* its certificate's authority isn't the system's */
  { "thrift1", HBASE_SERVICE_KIND_THRIFT1, NULL },
  { "thrift1-framed", HBASE_SERVICE_KIND_THRIFT1, NULL },
};

static const char *const options[] = { "", "?protocol=compact", "?framing=framed" };

static Fixture *fixture;

static void
set_up (void)
{
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    g_string_append_printf (words, "%s%s", i > 0 ? " " : "", modes[i].mode);
  fixture = fixture_start (words->str);
}

static void
tear_down (void)
{
  fixture_stop (fixture);
}

static void
assert_diagnosed (guint i, const char *uri, gboolean fits)
{
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) diagnoses = hbase_connection_diagnose (connection, NULL, &error);
  g_autofree char *text = NULL;
  HBaseDiagnosis *diagnosis;

  ck_assert_no_error (error);
  ck_assert_uint_eq (diagnoses->len, 1);
  diagnosis = diagnoses->pdata[0];
  text = hbase_diagnosis_to_string (diagnosis);
  ck_assert_msg (hbase_diagnosis_get_kind (diagnosis) == modes[i].kind, "%s: %s", modes[i].mode, text);
  ck_assert_int_eq (hbase_diagnosis_fits_uri (diagnosis), fits);
  if (modes[i].options == NULL)
    ck_assert_ptr_null (hbase_diagnosis_get_uri (diagnosis));
  else
    {
      ck_assert (g_str_has_suffix (hbase_diagnosis_get_uri (diagnosis), modes[i].options));
      ck_assert_str_eq (hbase_diagnosis_get_version (diagnosis), "2.4 or newer");
      ck_assert_ptr_null (hbase_diagnosis_get_reason (diagnosis));
    }
  ck_assert_int_eq (hbase_diagnosis_is_read_only (diagnosis), strstr (modes[i].mode, "readonly") != NULL);
}

START_TEST (a_gateway_is_recognised_whatever_the_uri_says)
{
  guint port = fixture_port (fixture, modes[_i].mode);

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autofree char *uri = g_strdup_printf ("thrift://127.0.0.1:%u/%s", port, options[i]);

      if (modes[_i].options == NULL)
        assert_diagnosed (_i, uri, FALSE);
      else if (strcmp (options[i], "") == 0)
        assert_diagnosed (_i, uri, strcmp (modes[_i].options, "?protocol=binary&framing=none") == 0);
    }
}
END_TEST

START_TEST (the_right_uri_fits)
{
  g_autofree char *uri = NULL;

  if (modes[_i].options == NULL)
    return;
  uri = g_strdup_printf (
      "%s://127.0.0.1:%u/%s", g_str_has_prefix (modes[_i].mode, "http") ? "http" : "thrift",
      fixture_port (fixture, modes[_i].mode), *modes[_i].options == '/' ? "" : modes[_i].options);
  assert_diagnosed (_i, uri, TRUE);
}
END_TEST

static const char *const automatic[] = { "binary", "compact", "framed", "compact-framed", "nonblocking" };

/* The format is found out by the diagnosis, and by the connections of calls. */
START_TEST (automatic_formats_fit)
{
  g_autofree char *uri = g_strdup_printf ("thrift://127.0.0.1:%u/?protocol=auto&framing=auto",
                                          fixture_port (fixture, automatic[_i]));
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) diagnoses = hbase_connection_diagnose (connection, NULL, &error);
  g_auto (GStrv) tables = NULL;

  ck_assert_no_error (error);
  ck_assert (hbase_diagnosis_fits_uri (diagnoses->pdata[0]));
  tables = hbase_admin_list_tables (admin, NULL, NULL, FALSE, NULL, &error);
  ck_assert_no_error (error);
}
END_TEST

static char *
get_authority (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("top_builddir"), "tests/hbase/cache/certificate.pem", NULL);

  return g_canonicalize_filename (path, NULL);
}

static const char *const secure[] = { "https", "thrifts", "thrift", "http" };

/* With its authority, a gateway over HTTPS is found by all transports that can name it. */
START_TEST (a_gateway_over_https_is_found)
{
  g_autofree char *authority = get_authority ();
  gboolean has_authority = _i < 2;
  g_autofree char *uri
      = g_strdup_printf ("%s://127.0.0.1:%u/%s%s", secure[_i], fixture_port (fixture, "https"),
                         has_authority ? "?ca=" : "", has_authority ? authority : "");
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) diagnoses = hbase_connection_diagnose (connection, NULL, &error);
  HBaseDiagnosis *diagnosis;

  ck_assert_no_error (error);
  diagnosis = diagnoses->pdata[0];
  ck_assert_int_eq (hbase_diagnosis_get_kind (diagnosis),
                    has_authority ? HBASE_SERVICE_KIND_THRIFT2 : HBASE_SERVICE_KIND_TLS);
  ck_assert_int_eq (hbase_diagnosis_fits_uri (diagnosis), _i == 0);
  if (has_authority)
    {
      ck_assert (g_str_has_prefix (hbase_diagnosis_get_uri (diagnosis), "https://127.0.0.1:"));
      ck_assert (g_str_has_suffix (hbase_diagnosis_get_uri (diagnosis), authority));
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *diagnoses = tcase_create ("diagnoses");

  tcase_set_timeout (diagnoses, 120);
  tcase_add_unchecked_fixture (diagnoses, set_up, tear_down);
  tcase_add_loop_test (diagnoses, a_gateway_is_recognised_whatever_the_uri_says, 0, G_N_ELEMENTS (modes));
  tcase_add_loop_test (diagnoses, the_right_uri_fits, 0, G_N_ELEMENTS (modes));
  tcase_add_loop_test (diagnoses, automatic_formats_fit, 0, G_N_ELEMENTS (automatic));
  tcase_add_loop_test (diagnoses, a_gateway_over_https_is_found, 0, G_N_ELEMENTS (secure));
  suite_add_tcase (suite, diagnoses);
}

TEST_MAIN ("diagnoses of gateways", fill)
