/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file parses the URIs of connections. It doesn't use GUri, which refuses "a:1,b:2" and parses "a,b:1"
 * as one host. */

#include "config.h"

#include "hbase-uri-private.h"

#include <gio/gunixsocketaddress.h>
#include <sys/un.h>

#include "hbase-error-private.h"

/* HBase's, also for gateways after a terminator of TLS: these have no port of their own by custom. */
#define DEFAULT_PORT 9090

/* Paths may have any character; of all other URIs a part before an @ may be a password. */
static gboolean
may_have_password (const char *uri)
{
  return strchr (uri, '@') != NULL && !g_str_has_prefix (uri, "local:")
         && !g_str_has_prefix (uri, "thrift+unix:");
}

/* The URI isn't printed if it may have a password. */
static gboolean
refuse_user (GError **error)
{
  hbase_error_set (error, HBASE_ERROR_INVALID_URI,
                   "the URI has something before “@” and the host (it isn't shown, as it may be a "
                   "password): user names have no place in a URI");
  return FALSE;
}

static gboolean G_GNUC_PRINTF (3, 4) fail (const HBaseUri *uri, GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  if (may_have_password (uri->text))
    return refuse_user (error);
  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  hbase_error_set (error, HBASE_ERROR_INVALID_URI, "URI “%s”: %s", uri->text, text);
  return FALSE;
}

/* Ends the text before its first `separator`. Returns what follows that, or NULL if there is none. */
static char *
split_at (char *text, char separator)
{
  char *found = strchr (text, separator);

  if (found == NULL)
    return NULL;
  *found = '\0';
  return found + 1;
}

/* ---- gateways ---- */

static gboolean
parse_port (const HBaseUri *uri, const char *gateway, const char *text, guint16 *port, GError **error)
{
  guint64 number;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT16, &number, NULL))
    return fail (uri, error, "“%s” of “%s” isn't a port: write a number from 1 to 65535, or nothing for %u",
                 text, gateway, uri->default_port);
  *port = (guint16) number;
  return TRUE;
}

/* "[::1]" or "[::1]:9090": `rest` is set to what follows the bracket. */
static gboolean
parse_bracketed (const HBaseUri *uri, const char *gateway, char **host, const char **rest, GError **error)
{
  const char *end = strchr (gateway, ']');

  if (end == NULL || (end[1] != '\0' && end[1] != ':'))
    return fail (uri, error, "“%s”: write an IPv6 address as [::1] or [::1]:9090", gateway);
  *host = g_strndup (gateway + 1, (gsize) (end - gateway - 1));
  *rest = end + 1;
  if (!g_hostname_is_ip_address (*host) || strchr (*host, ':') == NULL)
    return fail (uri, error, "“%s” isn't an IPv6 address", *host);
  return TRUE;
}

static gboolean
parse_gateway (HBaseUri *uri, const char *gateway, GError **error)
{
  g_autofree char *host = NULL;
  const char *rest = NULL;
  guint16 port = uri->default_port;

  if (*gateway == '[')
    {
      if (!parse_bracketed (uri, gateway, &host, &rest, error))
        return FALSE;
    }
  else
    {
      host = g_strndup (gateway, strcspn (gateway, ":"));
      rest = gateway + strlen (host);
    }
  if (strchr (rest, ':') != strrchr (rest, ':'))
    return fail (uri, error, "“%s” has too many colons; write an IPv6 address in brackets: [::1]:9090",
                 gateway);
  if (*host == '\0')
    return fail (uri, error, "gateway %u has no host: write thrift://host[:port][,host2[:port2]…]",
                 uri->gateways->len + 1);
  if (strpbrk (host, " \t\\<>\"") != NULL)
    return fail (uri, error, "“%s” isn't a host's name or address", host);
  if (*rest == ':' && !parse_port (uri, gateway, rest + 1, &port, error))
    return FALSE;
  g_ptr_array_add (uri->gateways, g_network_address_new (host, port));
  return TRUE;
}

static gboolean
parse_gateways (HBaseUri *uri, const char *authority, GError **error)
{
  g_auto (GStrv) gateways = g_strsplit (authority, ",", -1);

  if (strchr (authority, '@') != NULL)
    return refuse_user (error);
  if (*authority == '\0')
    return fail (uri, error, "it names no gateway: write thrift://host[:port][,host2[:port2]…]");
  for (guint i = 0; gateways[i] != NULL; i++)
    if (!parse_gateway (uri, gateways[i], error))
      return FALSE;
  return TRUE;
}

/* ---- options, after the question mark ---- */

static HBaseUri *
uri_new (const char *text)
{
  HBaseUri *uri = g_atomic_rc_box_new0 (HBaseUri);

  uri->text = g_utf8_make_valid (text, -1);
  uri->gateways = g_ptr_array_new_with_free_func (g_object_unref);
  uri->default_port = DEFAULT_PORT;
  return uri;
}

/* Gateways of the same kind, but for their framing. */
static gboolean
parse_admin (HBaseUri *uri, const char *value, GError **error)
{
  if (*value == '\0')
    return fail (uri, error, "admin= names no gateway: write admin=host[:port][,host2[:port2]…]");
  if (uri->admin != NULL)
    return fail (uri, error, "it has admin= twice: write admin=host[:port][,host2[:port2]…]");
  uri->admin = uri_new (uri->text);
  return parse_gateways (uri->admin, value, error);
}

/* Paths are percent-encoded, as in every URI. */
static char *
parse_path (const HBaseUri *uri, const char *text, GError **error)
{
  char *path = g_uri_unescape_string (text, NULL);

  if (path == NULL)
    fail (uri, error, "“%s” isn't a path: a percent sign is written %%25", text);
  return path;
}

/* Returns where the option's file is stored, NULL if it is no such option. */
static char **
find_file_option (HBaseUri *uri, const char *key)
{
  if (uri->transport != HBASE_TRANSPORT_TLS && uri->transport != HBASE_TRANSPORT_HTTPS)
    return NULL;
  return strcmp (key, "ca") == 0     ? &uri->tls.ca
         : strcmp (key, "cert") == 0 ? &uri->tls.certificate
         : strcmp (key, "key") == 0  ? &uri->tls.key
                                     : NULL;
}

static gboolean
parse_file (const HBaseUri *uri, const char *key, const char *value, char **file, GError **error)
{
  if (*file != NULL)
    return fail (uri, error, "it has %s= twice", key);
  if ((*file = parse_path (uri, value, error)) == NULL)
    return FALSE;
  return **file == '/' || fail (uri, error, "“%s” isn't an absolute path: write %s=/path.pem", *file, key);
}

typedef struct {
  const char *key, *value;
  gint number;
} OptionValue;

#define N_VALUES 3
/* It is found out: what is stored is how requests are encoded until then. */
#define UNKNOWN 2

static const OptionValue protocols[N_VALUES] = {
  { "protocol", "binary", HBASE_WIRE_PROTOCOL_BINARY },
  { "protocol", "compact", HBASE_WIRE_PROTOCOL_COMPACT },
  { "protocol", "auto", UNKNOWN },
};
static const OptionValue framings[N_VALUES] = {
  { "framing", "none", FALSE },
  { "framing", "framed", TRUE },
  { "framing", "auto", UNKNOWN },
};

/* Returns the number of the value of an option that has three, −1 with an error if there is no such value. */
static gint
parse_choice (const HBaseUri *uri, const OptionValue values[N_VALUES], const char *value, GError **error)
{
  for (guint i = 0; i < N_VALUES; i++)
    if (strcmp (value, values[i].value) == 0)
      return values[i].number;
  fail (uri, error, "“%s” is no value of %s: write %s=%s, %s=%s or %s=%s", value, values->key, values->key,
        values[0].value, values->key, values[1].value, values->key, values[2].value);
  return -1;
}

static gboolean
is_printable (const char *text)
{
  for (guint i = 0; text[i] != '\0'; i++)
    if (!g_ascii_isprint (text[i]))
      return FALSE;
  return TRUE;
}

/* The value becomes a header of HTTP. */
static gboolean
parse_do_as (HBaseUri *uri, const char *value, GError **error)
{
  if (uri->do_as != NULL)
    return fail (uri, error, "it has do-as= twice");
  uri->do_as = g_uri_unescape_string (value, NULL);
  if (uri->do_as == NULL || *uri->do_as == '\0' || !is_printable (uri->do_as))
    return fail (uri, error, "“%s” is no name of a user: write do-as=USER", value);
  return TRUE;
}

static gboolean
unknown_option (const HBaseUri *uri, const char *key, GError **error)
{
  if (hbase_uri_is_http (uri))
    return fail (
        uri, error,
        "there is no option “%s”; there is do-as=USER%s. HTTP has one format, the binary protocol", key,
        uri->transport == HBASE_TRANSPORT_HTTPS ? ", and there are ca=/file, cert=/file, key=/file" : "");
  return fail (
      uri, error,
      "there is no option “%s”; there are protocol=binary|compact|auto, framing=none|framed|auto%s and "
      "admin=host[:port]",
      key, uri->transport == HBASE_TRANSPORT_TLS ? ", ca=/file, cert=/file, key=/file" : "");
}

static gboolean
parse_option (HBaseUri *uri, const char *key, const char *value, GError **error)
{
  char **file = find_file_option (uri, key);
  gint number;

  if (file != NULL)
    return parse_file (uri, key, value, file, error);
  if (hbase_uri_is_http (uri))
    return strcmp (key, "do-as") == 0 ? parse_do_as (uri, value, error) : unknown_option (uri, key, error);
  if (strcmp (key, "admin") == 0)
    return parse_admin (uri, value, error);
  if (strcmp (key, "protocol") == 0)
    {
      number = parse_choice (uri, protocols, value, error);
      uri->is_protocol_unknown = number == UNKNOWN;
      uri->protocol = uri->is_protocol_unknown ? HBASE_WIRE_PROTOCOL_BINARY : (HBaseWireProtocol) number;
      return number >= 0;
    }
  if (strcmp (key, "framing") == 0)
    {
      number = parse_choice (uri, framings, value, error);
      uri->is_framing_unknown = number == UNKNOWN;
      uri->framed = number == TRUE;
      return number >= 0;
    }
  return unknown_option (uri, key, error);
}

static gboolean
parse_options (HBaseUri *uri, const char *query, GError **error)
{
  g_auto (GStrv) options = g_strsplit (query, "&", -1);

  for (guint i = 0; options[i] != NULL; i++)
    {
      char *value = split_at (options[i], '=');

      if (value == NULL)
        return fail (uri, error, "“%s” isn't an option: write ?protocol=compact&framing=framed", options[i]);
      if (!parse_option (uri, options[i], value, error))
        return FALSE;
    }
  if (uri->tls.key != NULL && uri->tls.certificate == NULL)
    return fail (uri, error, "key= without cert= means nothing: write cert=/path.pem, too");
  return TRUE;
}

/* ---- the kinds of URI ---- */

static gboolean
parse_thrift (HBaseUri *uri, char *rest, GError **error)
{
  char *query, *path;

  query = split_at (rest, '?');
  if (strchr (rest, '@') != NULL)
    return refuse_user (error);
  path = split_at (rest, '/');
  if (strchr (uri->text, '#') != NULL)
    return fail (uri, error, "it has a fragment (#…), but such URIs have none");
  if (path != NULL && *path != '\0')
    return fail (uri, error, "the path “/%s” means nothing to a gateway; a table is named in each call",
                 path);
  return parse_gateways (uri, rest, error) && (query == NULL || parse_options (uri, query, error));
}

/* HBase's gateways have all paths; a proxy may have its own. */
static gboolean
parse_http (HBaseUri *uri, char *rest, GError **error)
{
  char *query, *path;

  uri->default_port = uri->transport == HBASE_TRANSPORT_HTTPS ? 443 : 80;
  query = split_at (rest, '?');
  if (strchr (rest, '@') != NULL)
    return refuse_user (error);
  if (strchr (uri->text, '#') != NULL)
    return fail (uri, error, "it has a fragment (#…), but such URIs have none");
  path = split_at (rest, '/');
  uri->path = g_strconcat ("/", path, NULL);
  return parse_gateways (uri, rest, error) && (query == NULL || parse_options (uri, query, error));
}

static gboolean
parse_unix (HBaseUri *uri, char *rest, GError **error)
{
  char *query = split_at (rest, '?');
  g_autofree char *path = parse_path (uri, rest, error);

  if (path == NULL)
    return FALSE;
  if (*path != '/' || path[1] == '\0')
    return fail (uri, error, "write the socket's absolute path: thrift+unix:///run/hbase.sock");
  if (strlen (path) >= sizeof ((struct sockaddr_un *) NULL)->sun_path)
    return fail (uri, error, "a socket's path has at most %u bytes",
                 (guint) sizeof ((struct sockaddr_un *) NULL)->sun_path - 1);
  g_ptr_array_add (uri->gateways, g_unix_socket_address_new (path));
  return query == NULL || parse_options (uri, query, error);
}

/* A database in memory is always a new one. */
static gboolean
parse_local_option (HBaseUri *uri, const char *option, gboolean in_memory, GError **error)
{
  gboolean is_strict = strcmp (option, "fidelity=strict") == 0;
  gboolean must_exist = !in_memory && strcmp (option, "create=no") == 0;

  uri->is_strict |= is_strict;
  uri->must_exist |= must_exist;
  return is_strict || must_exist || (!in_memory && strcmp (option, "create=yes") == 0)
         || fail (uri, error,
                  "“%s” is no option of %s URI: write %sfidelity=strict for the timestamps of HBase%s",
                  option, in_memory ? "a local::memory:" : "a local:",
                  in_memory ? "" : "create=no, so that no database is made, create=yes, or ",
                  in_memory ? "" : "; in a path write %3F for ?");
}

static gboolean
parse_local_options (HBaseUri *uri, const char *query, gboolean in_memory, GError **error)
{
  g_auto (GStrv) options = g_strsplit (query, "&", -1);

  for (char **option = options; *option != NULL; option++)
    if (!parse_local_option (uri, *option, in_memory, error))
      return FALSE;
  return *query != '\0' || parse_local_option (uri, query, in_memory, error);
}

static gboolean
parse_local (HBaseUri *uri, char *rest, GError **error)
{
  char *query;
  gboolean in_memory;

  uri->kind = HBASE_URI_LOCAL;
  if (strchr (rest, '#') != NULL)
    return fail (uri, error, "in a path write %%23 for #");
  query = split_at (rest, '?');
  in_memory = strcmp (rest, ":memory:") == 0;
  if (query != NULL && !parse_local_options (uri, query, in_memory, error))
    return FALSE;
  if (in_memory)
    return TRUE;
  if (!g_str_has_prefix (rest, "///"))
    return fail (
        uri, error,
        "write the database's absolute directory, local:///srv/hbase, or local::memory: for one in memory");
  if ((uri->directory = parse_path (uri, rest + 2, error)) == NULL)
    return FALSE;
  return uri->directory[1] != '\0' || fail (uri, error, "a database needs a directory of its own, not “/”");
}

static const struct {
  const char *prefix;
  gboolean (*parse) (HBaseUri *uri, char *rest, GError **error);
  HBaseTransportKind transport;
} schemes[] = {
  { "thrift://", parse_thrift, HBASE_TRANSPORT_SOCKET },
  { "thrifts://", parse_thrift, HBASE_TRANSPORT_TLS },
  { "http://", parse_http, HBASE_TRANSPORT_HTTP },
  { "https://", parse_http, HBASE_TRANSPORT_HTTPS },
  { "thrift+unix://", parse_unix, HBASE_TRANSPORT_SOCKET },
  { "local:", parse_local, HBASE_TRANSPORT_SOCKET },
};

static gboolean
parse (HBaseUri *uri, GError **error)
{
  g_autofree char *copy = g_strdup (uri->text);

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (g_str_has_prefix (copy, schemes[i].prefix))
      {
        uri->transport = schemes[i].transport;
        return schemes[i].parse (uri, copy + strlen (schemes[i].prefix), error);
      }
  return fail (uri, error,
               "write thrift://host[:port][,…]/, thrifts://… (TLS), http://… or https://… (HTTP mode), "
               "thrift+unix:///path, local:///directory or local::memory:");
}

static void
copy_settings (HBaseUri *to, const HBaseUri *from)
{
  to->protocol = from->protocol;
  to->transport = from->transport;
  to->tls.ca = g_strdup (from->tls.ca);
  to->tls.certificate = g_strdup (from->tls.certificate);
  to->tls.key = g_strdup (from->tls.key);
  to->path = g_strdup (from->path);
  to->do_as = g_strdup (from->do_as);
}

HBaseUri *
hbase_uri_parse (const char *text, GError **error)
{
  g_autoptr (HBaseUri) uri = uri_new (text);

  if (!parse (uri, error))
    return NULL;
  if (uri->admin != NULL)
    {
      copy_settings (uri->admin, uri);
      uri->admin->is_protocol_unknown = uri->is_protocol_unknown;
    }
  return g_steal_pointer (&uri);
}

static char *
describe_gateway (const HBaseUri *uri, GSocketConnectable *gateway)
{
  static const char *const names[] = { "thrift", "thrifts", "http", "https" };
  g_autofree char *name = NULL, *path = NULL;
  gboolean is_ipv6;

  if (!G_IS_NETWORK_ADDRESS (gateway))
    {
      path = g_uri_escape_string (g_unix_socket_address_get_path (G_UNIX_SOCKET_ADDRESS (gateway)), "/",
                                  FALSE);
      return g_strconcat ("thrift+unix://", path, NULL);
    }
  name = g_strdup (g_network_address_get_hostname (G_NETWORK_ADDRESS (gateway)));
  is_ipv6 = strchr (name, ':') != NULL;
  return g_strdup_printf ("%s://%s%s%s:%u%s", names[uri->transport], is_ipv6 ? "[" : "", name,
                          is_ipv6 ? "]" : "", g_network_address_get_port (G_NETWORK_ADDRESS (gateway)),
                          uri->path != NULL ? uri->path : "/");
}

HBaseUri *
hbase_uri_new_of_gateway (const HBaseUri *uri, guint i)
{
  g_autofree char *text = describe_gateway (uri, uri->gateways->pdata[i]);
  HBaseUri *one = uri_new (text);

  copy_settings (one, uri);
  one->framed = uri->framed;
  g_ptr_array_add (one->gateways, g_object_ref (uri->gateways->pdata[i]));
  return one;
}

HBaseUri *
hbase_uri_new_with_transport (const HBaseUri *uri, HBaseTransportKind transport)
{
  HBaseUri *other;

  if (!G_IS_NETWORK_ADDRESS (uri->gateways->pdata[0]))
    return NULL;
  other = hbase_uri_new_of_gateway (uri, 0);
  other->transport = transport;
  other->protocol = HBASE_WIRE_PROTOCOL_BINARY;
  other->framed = FALSE;
  if (!hbase_uri_is_http (other))
    g_clear_pointer (&other->path, g_free);
  else if (other->path == NULL)
    other->path = g_strdup ("/");
  g_free (other->text);
  other->text = describe_gateway (other, other->gateways->pdata[0]);
  return other;
}

static void
append_option (GString *options, const char *key, const char *value)
{
  if (value == NULL)
    return;
  if (options->len > 0)
    g_string_append_c (options, '&');
  g_string_append_printf (options, "%s=", key);
  g_string_append_uri_escaped (options, value, "/", FALSE);
}

char *
hbase_uri_dup_transport_options (const HBaseUri *uri)
{
  GString *options = g_string_new (NULL);

  if (hbase_uri_is_http (uri))
    append_option (options, "do-as", uri->do_as);
  if (uri->transport == HBASE_TRANSPORT_TLS || uri->transport == HBASE_TRANSPORT_HTTPS)
    {
      append_option (options, "ca", uri->tls.ca);
      append_option (options, "cert", uri->tls.certificate);
      append_option (options, "key", uri->tls.key);
    }
  return g_string_free (options, FALSE);
}

static void
uri_clear (HBaseUri *uri)
{
  g_free (uri->text);
  g_free (uri->directory);
  g_free (uri->tls.ca);
  g_free (uri->tls.certificate);
  g_free (uri->tls.key);
  g_free (uri->path);
  g_free (uri->do_as);
  g_ptr_array_unref (uri->gateways);
  g_clear_pointer (&uri->admin, hbase_uri_unref);
}

void
hbase_uri_unref (HBaseUri *uri)
{
  g_atomic_rc_box_release_full (uri, (GDestroyNotify) uri_clear);
}
