/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file says what HTTP responses mean that aren't Thrift replies. */

#include "config.h"

#include "hbase-http-error-private.h"

#include <string.h>

#include "hbase-error-private.h"

gboolean
hbase_http_has_reply (const HBaseSoup *soup, SoupMessage *message)
{
  const char *type
      = soup->message_headers_get_content_type (soup->message_get_response_headers (message), NULL);

  return soup->message_get_status (message) == SOUP_STATUS_OK
         && (type == NULL || strstr (type, "thrift") != NULL);
}

static HBaseError
get_code (guint status)
{
  switch (status)
    {
    case SOUP_STATUS_UNAUTHORIZED:
    case SOUP_STATUS_PROXY_AUTHENTICATION_REQUIRED:
      return HBASE_ERROR_UNAUTHENTICATED;
    case SOUP_STATUS_FORBIDDEN:
      return HBASE_ERROR_ACCESS_DENIED;
    case SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE:
      return HBASE_ERROR_TOO_LARGE;
    case SOUP_STATUS_BAD_GATEWAY:
    case SOUP_STATUS_SERVICE_UNAVAILABLE:
    case SOUP_STATUS_GATEWAY_TIMEOUT:
      return HBASE_ERROR_UNAVAILABLE;
    case SOUP_STATUS_NOT_IMPLEMENTED: /* POST isn't: no gateway says that */
      return HBASE_ERROR_PROTOCOL;
    default:
      return status >= 500 ? HBASE_ERROR_REMOTE : HBASE_ERROR_PROTOCOL;
    }
}

char *
hbase_http_dup_challenges (const HBaseSoup *soup, SoupMessage *message)
{
  const char *challenges
      = soup->message_headers_get_list (soup->message_get_response_headers (message), "WWW-Authenticate");

  return soup->message_get_status (message) == SOUP_STATUS_UNAUTHORIZED ? g_strdup (challenges) : NULL;
}

/* FALSE: the element begins a challenge. */
static gboolean
is_parameter (const char *element)
{
  element += strcspn (element, " \t=");
  element += strspn (element, " \t");
  return *element == '=';
}

static gboolean
begins_basic (const char *element)
{
  const char *after = element + strlen ("Basic");

  return g_ascii_strncasecmp (element, "Basic", strlen ("Basic")) == 0
         && (*after == '\0' || g_ascii_isspace (*after)) && !is_parameter (element);
}

/* Returns the parameters of the challenge that begins the list. */
static char *
join_parameters (const GSList *elements)
{
  const char *first = elements->data;
  GString *joined = g_string_new (first + strlen ("Basic"));

  while ((elements = elements->next) != NULL && is_parameter (elements->data))
    g_string_append_printf (joined, ",%s", (const char *) elements->data);
  return g_string_free (joined, FALSE);
}

static char *
dup_realm (const HBaseSoup *soup, const GSList *basic)
{
  g_autofree char *joined = join_parameters (basic);
  GHashTable *parameters = soup->header_parse_param_list (joined);
  const char *realm = g_hash_table_lookup (parameters, "realm");
  char *copy = realm != NULL && *realm != '\0' ? g_utf8_make_valid (realm, -1) : NULL;

  soup->header_free_param_list (parameters);
  return copy;
}

/* Commas separate both challenges and the parameters of a challenge. */
gboolean
hbase_http_find_basic (const HBaseSoup *soup, const char *challenges, char **realm)
{
  GSList *elements = soup->header_parse_list (challenges), *basic = elements;
  gboolean found;

  while (basic != NULL && !begins_basic (basic->data))
    basic = basic->next;
  found = basic != NULL;
  *realm = found ? dup_realm (soup, basic) : NULL;
  soup->header_free_list (elements);
  return found;
}

static gboolean
requires_kerberos (const HBaseSoup *soup, SoupMessage *message)
{
  g_autofree char *challenges = hbase_http_dup_challenges (soup, message), *realm = NULL;

  return challenges != NULL && strstr (challenges, "Negotiate") != NULL
         && !hbase_http_find_basic (soup, challenges, &realm);
}

static char *
get_advice (const HBaseSoup *soup, SoupMessage *message)
{
  guint status = soup->message_get_status (message);
  const char *location;

  if (status == SOUP_STATUS_UNAUTHORIZED)
    return g_strdup (requires_kerberos (soup, message)
                         ? "it requires Kerberos, which hbase-glib doesn't have"
                         : "give a user and a password by the environment variables "
                           "HBASE_HTTP_USER and HBASE_HTTP_PASSWORD, or by "
                           "hbase_connection_set_credentials_func()");
  location = soup->message_headers_get_one (soup->message_get_response_headers (message), "Location");
  if (status / 100 == 3 && location != NULL)
    return g_strdup_printf ("it redirects to %s: if that is right, write it in the URI", location);
  if (get_code (status) == HBASE_ERROR_PROTOCOL)
    return g_strdup ("is it a Thrift2 gateway in HTTP mode?");
  return NULL;
}

/* Jetty's page of an error has the message in this row. */
static char *
find_message (const char *page)
{
  static const char *const begins[] = { "<th>MESSAGE:</th><td>", "<h2>" };

  for (guint i = 0; i < G_N_ELEMENTS (begins); i++)
    {
      const char *begin = strstr (page, begins[i]);
      const char *end = begin != NULL ? strchr (begin + strlen (begins[i]), '<') : NULL;

      if (end != NULL)
        return g_strndup (begin + strlen (begins[i]), (gsize) (end - begin) - strlen (begins[i]));
    }
  return *page == '<' || *page == '\0' ? NULL : g_strndup (page, 200);
}

GError *
hbase_http_error_new (const HBaseSoup *soup, SoupMessage *message, const char *peer, const char *text)
{
  guint status = soup->message_get_status (message);
  g_autofree char *advice = get_advice (soup, message), *found = find_message (text);
  const char *phrase = soup->message_get_reason_phrase (message);
  GError *error = NULL;

  hbase_error_set (&error, get_code (status), "gateway %s responded with HTTP %u%s%s%s%s%s%s", peer, status,
                   phrase != NULL ? " " : "", phrase != NULL ? phrase : "", found != NULL ? ": " : "",
                   found != NULL ? found : "", advice != NULL ? "; " : "", advice != NULL ? advice : "");
  if (*text != '\0')
    hbase_error_take_details (error, NULL, hbase_error_text (g_strdup (text)));
  return error;
}
