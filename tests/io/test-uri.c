/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error.h"
#include "hbase-uri-private.h"

#include <gio/gunixsocketaddress.h>

#include "check-main.h"

typedef struct {
  const char *text;
  const char *gateways[4];
  HBaseWireProtocol protocol;
  gboolean framed;
} Good;

static const Good good[] = {
  { "thrift://localhost", { "localhost:9090" }, HBASE_WIRE_PROTOCOL_BINARY, FALSE },
  { "thrift://localhost/", { "localhost:9090" }, HBASE_WIRE_PROTOCOL_BINARY, FALSE },
  { "thrift://a:1,b:2", { "a:1", "b:2" }, HBASE_WIRE_PROTOCOL_BINARY, FALSE },
  { "thrift://a,b:1/", { "a:9090", "b:1" }, HBASE_WIRE_PROTOCOL_BINARY, FALSE },
  { "thrift://10.0.0.1:65535,c.example.org,[::1]:7/",
    { "10.0.0.1:65535", "c.example.org:9090", "[::1]:7" },
    HBASE_WIRE_PROTOCOL_BINARY,
    FALSE },
  { "thrift://[fe80::1]", { "[fe80::1]:9090" }, HBASE_WIRE_PROTOCOL_BINARY, FALSE },
  { "thrift://a/?protocol=compact", { "a:9090" }, HBASE_WIRE_PROTOCOL_COMPACT, FALSE },
  { "thrift://a?framing=framed&protocol=binary", { "a:9090" }, HBASE_WIRE_PROTOCOL_BINARY, TRUE },
  { "thrift://a/?protocol=compact&framing=none", { "a:9090" }, HBASE_WIRE_PROTOCOL_COMPACT, FALSE },
  { "thrift+unix:///run/h%20b.sock?framing=framed", { "/run/h b.sock" }, HBASE_WIRE_PROTOCOL_BINARY, TRUE },
};

static char *
text_of (gpointer gateway)
{
  if (G_IS_UNIX_SOCKET_ADDRESS (gateway))
    return g_strdup (g_unix_socket_address_get_path (gateway));
  ck_assert (G_IS_NETWORK_ADDRESS (gateway));
  return g_strdup_printf (strchr (g_network_address_get_hostname (gateway), ':') != NULL ? "[%s]:%u"
                                                                                         : "%s:%u",
                          g_network_address_get_hostname (gateway), g_network_address_get_port (gateway));
}

static void
assert_gateways (const HBaseUri *uri, const Good *want)
{
  ck_assert_int_eq (uri->kind, HBASE_URI_SOCKETS);
  ck_assert_str_eq (uri->text, want->text);
  ck_assert_int_eq (uri->protocol, want->protocol);
  ck_assert_int_eq (uri->framed, want->framed);
  for (guint i = 0; i < uri->gateways->len; i++)
    {
      g_autofree char *text = text_of (uri->gateways->pdata[i]);

      ck_assert_str_eq (text, want->gateways[i]);
    }
  ck_assert_ptr_null (want->gateways[uri->gateways->len]);
}

START_TEST (gateways_are_named)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseUri) uri = hbase_uri_parse (good[_i].text, &error);

  ck_assert_no_error (error);
  assert_gateways (uri, &good[_i]);
  ck_assert_ptr_null (uri->admin);
}
END_TEST

/* The admin gateway has the same protocol, wherever that is set, and is never framed. */
static const Good admins[] = {
  { "thrift://a/?admin=b", { "b:9090" }, HBASE_WIRE_PROTOCOL_BINARY, FALSE },
  { "thrift://a/?framing=framed&protocol=compact&admin=b:1", { "b:1" }, HBASE_WIRE_PROTOCOL_COMPACT, FALSE },
  { "thrift://a/?admin=b:1,[::1]:7&framing=framed&protocol=compact",
    { "b:1", "[::1]:7" },
    HBASE_WIRE_PROTOCOL_COMPACT,
    FALSE },
  { "thrift+unix:///run/s?framing=framed&admin=[fe80::1]",
    { "[fe80::1]:9090" },
    HBASE_WIRE_PROTOCOL_BINARY,
    FALSE },
};

START_TEST (unframed_gateways_are_named)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseUri) uri = hbase_uri_parse (admins[_i].text, &error);

  ck_assert_no_error (error);
  ck_assert_uint_eq (uri->gateways->len, 1);
  assert_gateways (uri->admin, &admins[_i]);
}
END_TEST

START_TEST (files_of_tls_are_named)
{
  g_autoptr (HBaseUri) uri = hbase_uri_parse (
      "thrifts://a,b:1/?ca=/x%20y.pem&cert=/c.pem&protocol=compact&key=/k.pem&admin=c", NULL);
  g_autoptr (HBaseUri) second = hbase_uri_new_of_gateway (uri, 1);
  const HBaseUri *uris[] = { uri, uri->admin, second };

  ck_assert_str_eq (second->text, "thrifts://b:1/");
  for (guint i = 0; i < G_N_ELEMENTS (uris); i++)
    {
      ck_assert_int_eq (uris[i]->transport, HBASE_TRANSPORT_TLS);
      ck_assert_int_eq (uris[i]->protocol, HBASE_WIRE_PROTOCOL_COMPACT);
      ck_assert_str_eq (uris[i]->tls.ca, "/x y.pem");
      ck_assert_str_eq (uris[i]->tls.certificate, "/c.pem");
      ck_assert_str_eq (uris[i]->tls.key, "/k.pem");
    }
}
END_TEST

START_TEST (gateways_in_http_mode_are_named)
{
  g_autoptr (HBaseUri) uri = hbase_uri_parse ("https://a:9090,[::1]/x/y%20z?do-as=me%40A&ca=/c.pem", NULL);
  g_autoptr (HBaseUri) plain = hbase_uri_parse ("http://a", NULL);
  g_autoptr (HBaseUri) first = hbase_uri_new_of_gateway (uri, 0);
  g_autoptr (HBaseUri) second = hbase_uri_new_of_gateway (uri, 1);
  g_autoptr (HBaseUri) only = hbase_uri_new_of_gateway (plain, 0);

  ck_assert_str_eq (first->text, "https://a:9090/x/y%20z");
  ck_assert_str_eq (second->text, "https://[::1]:443/x/y%20z");
  ck_assert_str_eq (second->do_as, "me@A");
  ck_assert_str_eq (second->tls.ca, "/c.pem");
  ck_assert_int_eq (second->transport, HBASE_TRANSPORT_HTTPS);
  ck_assert_str_eq (only->text, "http://a:80/");
  ck_assert_int_eq (only->transport, HBASE_TRANSPORT_HTTP);
}
END_TEST

START_TEST (a_password_isnt_printed)
{
  static const char *const texts[]
      = { "thrift://me:secret@a/",       "thrifts://a,me:secret@b:1/", "thrift://a/?admin=me:secret@b",
          "thrift://me:sec/secret@a/",   "http://me:secret@a/",        "https://me:secret@a/x?do-as=y",
          "HTTP://me:secret@a/",         "hbase://me:secret@a/",       "thrift://me:se?secret@a/",
          "thrift://a/?admn=me:secret@b" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      ck_assert_ptr_null (hbase_uri_parse (texts[i], &error));
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI);
      ck_assert_ptr_null (strstr (error->message, "secret"));
      ck_assert_ptr_nonnull (strstr (error->message, "user names"));
    }
}
END_TEST

START_TEST (formats_can_be_unknown)
{
  g_autoptr (HBaseUri) uri = hbase_uri_parse ("thrift://a/?protocol=auto&framing=auto&admin=b", NULL);
  g_autoptr (HBaseUri) framing = hbase_uri_parse ("thrifts://a/?protocol=compact&framing=auto", NULL);

  ck_assert (uri->is_protocol_unknown && uri->is_framing_unknown && !uri->framed);
  ck_assert_int_eq (uri->protocol, HBASE_WIRE_PROTOCOL_BINARY);
  ck_assert (uri->admin->is_protocol_unknown && !uri->admin->is_framing_unknown);
  ck_assert (!framing->is_protocol_unknown && framing->is_framing_unknown);
  ck_assert_int_eq (framing->protocol, HBASE_WIRE_PROTOCOL_COMPACT);
}
END_TEST

START_TEST (databases_are_named)
{
  g_autoptr (HBaseUri) directory = hbase_uri_parse ("local:///srv/my%20base", NULL);
  g_autoptr (HBaseUri) existing = hbase_uri_parse ("local:///srv/base?create=no", NULL);
  g_autoptr (HBaseUri) made = hbase_uri_parse ("local:///srv/base?create=yes", NULL);
  g_autoptr (HBaseUri) memory = hbase_uri_parse ("local::memory:", NULL);

  ck_assert_int_eq (directory->kind, HBASE_URI_LOCAL);
  ck_assert_str_eq (directory->directory, "/srv/my base");
  ck_assert_int_eq (memory->kind, HBASE_URI_LOCAL);
  ck_assert_ptr_null (memory->directory);
  ck_assert (!directory->must_exist);
  ck_assert_str_eq (existing->directory, "/srv/base");
  ck_assert (existing->must_exist);
  ck_assert (!made->must_exist);
}
END_TEST

START_TEST (databases_are_strict_on_request)
{
  static const char *const strict[]
      = { "local::memory:?fidelity=strict", "local:///srv/base?fidelity=strict",
          "local:///srv/base?create=no&fidelity=strict", "local:///srv/base?fidelity=strict&create=yes" };
  g_autoptr (HBaseUri) other = hbase_uri_parse ("local:///srv/base?create=yes", NULL);

  ck_assert (!other->is_strict);
  for (guint i = 0; i < G_N_ELEMENTS (strict); i++)
    {
      g_autoptr (HBaseUri) uri = hbase_uri_parse (strict[i], NULL);

      ck_assert_msg (uri != NULL && uri->is_strict, "%s", strict[i]);
      ck_assert (uri->must_exist == (strstr (strict[i], "create=no") != NULL));
    }
}
END_TEST

/* The invalid part, and what the message must contain: the position, or the advice. */
static const char *const bad[][2] = {
  { "", "write thrift://" },
  { "localhost:9090", "write thrift://" },
  { "ftp://localhost/", "write thrift://" },
  { "http://", "names no gateway" },
  { "http://a/?protocol=binary", "one format, the binary protocol" },
  { "http://a/?ca=/x", "no option “ca”" },
  { "https://a/?x=1", "ca=/file" },
  { "http://a/?do-as=", "is no name of a user" },
  { "http://a/?do-as=x%0d%0ay:z", "is no name of a user" },
  { "http://a/?do-as=x&do-as=y", "do-as= twice" },
  { "thrift:localhost", "write thrift://" },
  { "thrift://", "names no gateway" },
  { "thrift:///", "names no gateway" },
  { "thrift://:9090/", "gateway 1 has no host" },
  { "thrift://a,/", "gateway 2 has no host" },
  { "thrift://a,,b/", "gateway 2 has no host" },
  { "thrift://a:/", "“” of “a:” isn't a port" },
  { "thrift://a:0/", "“0” of “a:0” isn't a port" },
  { "thrift://a:65536/", "isn't a port" },
  { "thrift://a:-1/", "isn't a port" },
  { "thrift://a:9090x/", "isn't a port" },
  { "thrift://a: 1/", "isn't a port" },
  { "thrift://::1/", "in brackets" },
  { "thrift://::1:9090/", "in brackets" },
  { "thrift://fe80::1/", "in brackets" },
  { "thrift://[::1/", "write an IPv6 address as" },
  { "thrift://[::1]9090/", "write an IPv6 address as" },
  { "thrift://[localhost]:9090/", "isn't an IPv6 address" },
  { "thrift://[127.0.0.1]/", "isn't an IPv6 address" },
  { "thrift://user@host/", "user names" },
  { "thrift://a b/", "isn't a host's name" },
  { "thrift://a/table", "the path “/table” means nothing" },
  { "thrift://a/#x", "fragment" },
  { "thrift://a/?compact", "“compact” isn't an option" },
  { "thrift://a/?&", "isn't an option" },
  { "thrift://a/?admin=", "admin= names no gateway" },
  { "thrift://a/?admin=b:0", "“0” of “b:0” isn't a port" },
  { "thrift://a/?admin=::1", "in brackets" },
  { "thrift://a/?admin=[::1", "write an IPv6 address as" },
  { "thrift://a/?admin=user@b", "user names" },
  { "thrift://a/?admin=b&admin=c", "admin= twice" },
  { "thrift://a/?timeout=3", "there is no option “timeout”" },
  { "thrift://a/?protocol=json", "“json” is no value of protocol" },
  { "thrift://a/?framing=", "“” is no value of framing" },
  { "thrift://a/?ca=/x", "no option “ca”" },
  { "thrifts://a/?x=1", "ca=/file" },
  { "thrifts://a/?ca=x.pem", "isn't an absolute path" },
  { "thrifts://a/?ca=/x&ca=/y", "ca= twice" },
  { "thrifts://a/?key=/x", "without cert=" },
  { "thrift+unix://", "absolute path" },
  { "thrift+unix:///", "absolute path" },
  { "thrift+unix://relative", "absolute path" },
  { "thrift+unix:///a%zz", "percent" },
  { "local:", "absolute directory" },
  { "local:data", "absolute directory" },
  { "local:./data", "absolute directory" },
  { "local:/srv/data", "absolute directory" },
  { "local://host/data", "absolute directory" },
  { "local:///", "directory of its own" },
  { "local:///a?x=1", "no option of a local: URI" },
  { "local:///a?", "no option of a local: URI" },
  { "local:///a?fidelity=strict&x=1", "“x=1” is no option of a local: URI" },
  { "local:///a?fidelity=exact", "fidelity=strict" },
  { "local::memory:?create=no", "no option of a local::memory: URI" },
  { "local:///a%00b", "percent" },
};

START_TEST (the_invalid_part_is_named)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_uri_parse (bad[_i][0], &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI);
  ck_assert_msg (strstr (error->message, bad[_i][1]) != NULL, "“%s” lacks “%s”", error->message, bad[_i][1]);
}
END_TEST

START_TEST (a_long_socket_path_is_refused)
{
  g_autofree char *path = g_strnfill (200, 'x');
  g_autofree char *text = g_strconcat ("thrift+unix:///", path, NULL);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_uri_parse (text, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *uris = tcase_create ("uris");

  tcase_add_loop_test (uris, gateways_are_named, 0, G_N_ELEMENTS (good));
  tcase_add_loop_test (uris, unframed_gateways_are_named, 0, G_N_ELEMENTS (admins));
  tcase_add_test (uris, files_of_tls_are_named);
  tcase_add_test (uris, gateways_in_http_mode_are_named);
  tcase_add_test (uris, a_password_isnt_printed);
  tcase_add_test (uris, formats_can_be_unknown);
  tcase_add_test (uris, databases_are_named);
  tcase_add_test (uris, databases_are_strict_on_request);
  tcase_add_loop_test (uris, the_invalid_part_is_named, 0, G_N_ELEMENTS (bad));
  tcase_add_test (uris, a_long_socket_path_is_refused);
  suite_add_tcase (suite, uris);
}

TEST_MAIN ("uri", fill)
