/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the domain HBASE_ERROR: its codes, what its errors keep beside the message, and the
 * errors that the library's functions set. */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-freed-error-private.h"

/* What an error has beside its message; both NULL: it isn't from a gateway. */
typedef struct {
  char *java_class;
  char *details;
} HBaseErrorPrivate;

/* GLib allocates the private data right before the error, aligned as this structure is. */
static HBaseErrorPrivate *
get_private (const GError *error)
{
  G_STATIC_ASSERT (sizeof (HBaseErrorPrivate) == 2 * sizeof (gsize));

  return (HBaseErrorPrivate *) (gpointer) error - 1;
}

static void
clear_details (HBaseErrorPrivate *private)
{
  g_free (private->java_class);
  g_free (private->details);
}

static void
error_init (GError *error)
{
}

static void
error_copy (const GError *source, GError *copy)
{
  const HBaseErrorPrivate *private = get_private (source);

  *get_private (copy) = (HBaseErrorPrivate){ g_strdup (private->java_class), g_strdup (private->details) };
}

static void
error_clear (GError *error)
{
  HBaseErrorPrivate *private = get_private (error);

  hbase_freed_error_record (error, private->details, private->java_class);
  clear_details (private);
}

/**
 * hbase_error_quark:
 *
 * Returns the domain of the library's errors, [error@HBase.Error].
 *
 * Returns: the quark
 */
GQuark
hbase_error_quark (void)
{
  static gsize quark;

  if (g_once_init_enter (&quark))
    {
      GQuark registered = g_error_domain_register_static ("HBaseError", sizeof (HBaseErrorPrivate),
                                                          error_init, error_copy, error_clear);

      g_type_ensure (HBASE_TYPE_FREED_ERROR);
      g_once_init_leave (&quark, registered);
    }
  return (GQuark) quark;
}

G_DEFINE_ENUM_TYPE (HBaseError,
                    hbase_error,
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_FAILED, "failed"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_INVALID_ARGUMENT, "invalid-argument"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_INVALID_URI, "invalid-uri"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_UNREACHABLE, "unreachable"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_TIMED_OUT, "timed-out"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_OUTCOME_UNKNOWN, "outcome-unknown"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_PROTOCOL, "protocol"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_TABLE_NOT_FOUND, "table-not-found"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_TABLE_EXISTS, "table-exists"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_TABLE_DISABLED, "table-disabled"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_TABLE_NOT_DISABLED, "table-not-disabled"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_FAMILY_NOT_FOUND, "family-not-found"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_NAMESPACE_NOT_FOUND, "namespace-not-found"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_REMOTE, "remote"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_UNAVAILABLE, "unavailable"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_UNSUPPORTED, "unsupported"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_TOO_LARGE, "too-large"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_CLOSED, "closed"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_INVALID_SCHEMA, "invalid-schema"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_INVALID_KEY, "invalid-key"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_INVALID_TOKEN, "invalid-token"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_UNGUARDED_ROW, "unguarded-row"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_KEY_SPACE_EXHAUSTED, "key-space-exhausted"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_STORAGE, "storage"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_READ_ONLY, "read-only"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_ROW_NOT_FOUND, "row-not-found"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_DUPLICATE_KEY, "duplicate-key"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_WRONG_REGIONS, "wrong-regions"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_SEQUENCE_MISSING, "sequence-missing"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_ADDRESS_IN_USE, "address-in-use"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_PERMISSION_DENIED, "permission-denied"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_HOST_NOT_FOUND, "host-not-found"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_CONNECTION_REFUSED, "connection-refused"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_CONNECTION_LOST, "connection-lost"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_ACCESS_DENIED, "access-denied"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_NAMESPACE_EXISTS, "namespace-exists"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_FAMILY_EXISTS, "family-exists"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_INVALID_VALUE, "invalid-value"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_UNTRUSTED, "untrusted"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_UNAUTHENTICATED, "unauthenticated"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_RETRY_BUDGET, "retry-budget"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_COLUMN_NOT_FOUND, "column-not-found"))

/* ---- details ---- */

/**
 * hbase_error_get_details:
 * @error: an error of any domain
 *
 * Returns the whole text that a gateway sent with an error, if it sent any.
 *
 * The message of the error is one line that was made of this text, which may have many lines: for an
 * exception of a region server it includes a Java stack trace, names of hosts, and the table's descriptor. It
 * is meant for logs and for those who administer HBase. Bytes that aren't UTF-8 have been replaced.
 *
 * If the peer doesn't speak the expected protocol (%HBASE_ERROR_PROTOCOL), it is the beginning of what came,
 * in printable escapes.
 *
 * The text is a part of the #GError itself, and g_error_copy() copies it. In Python, where exceptions aren't
 * made of the whole error, it is the attribute `details` of the exception.
 *
 * Returns: (nullable) (transfer none): the text, which is valid as long as @error is; %NULL if the error is
 *   of another domain, or wasn't caused by a response
 */
const char *
hbase_error_get_details (const GError *error)
{
  g_return_val_if_fail (error != NULL, NULL);

  return error->domain == HBASE_ERROR ? get_private (error)->details : NULL;
}

/**
 * hbase_error_get_java_class:
 * @error: an error of any domain
 *
 * Returns the class of the Java exception that the error was made of, with its package where the gateway
 * named it: `org.apache.hadoop.hbase.TableNotFoundException`, for example.
 *
 * If exceptions contain others, it is the class that decided the error's code, else the innermost class. A
 * gateway doesn't name the class of its own client's exceptions. In Python it is the attribute `java_class`
 * of the exception.
 *
 * Returns: (nullable) (transfer none): the name, which is valid as long as @error is; %NULL if the gateway
 *   named no class, or the error isn't from a gateway
 */
const char *
hbase_error_get_java_class (const GError *error)
{
  g_return_val_if_fail (error != NULL, NULL);

  return error->domain == HBASE_ERROR ? get_private (error)->java_class : NULL;
}

void
hbase_error_take_details (GError *error, char *java_class, char *details)
{
  HBaseErrorPrivate *private = get_private (error);

  clear_details (private);
  *private = (HBaseErrorPrivate){ java_class, details };
}

GError *
hbase_error_with_details_of (GError *error, const GError *cause)
{
  if (error->domain == HBASE_ERROR && cause != NULL && cause->domain == HBASE_ERROR)
    hbase_error_take_details (error, g_strdup (hbase_error_get_java_class (cause)),
                              g_strdup (hbase_error_get_details (cause)));
  return error;
}

/* Control characters, C1 included, may move a terminal's cursor; the two separators end lines. */
static gboolean
is_printable (gunichar c)
{
  return c != (gunichar) -1 && c != (gunichar) -2 && !g_unichar_iscntrl (c) && c != 0x2028 && c != 0x2029;
}

static gboolean
is_all_printable (const char *text)
{
  if (!g_utf8_validate (text, -1, NULL))
    return FALSE;
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (!is_printable (g_utf8_get_char (text)))
      return FALSE;
  return TRUE;
}

char *
hbase_error_text (char *text)
{
  GString *escaped;

  if (is_all_printable (text))
    return text;
  escaped = g_string_new (NULL);
  for (const char *p = text; *p != '\0';)
    {
      gunichar c = g_utf8_get_char_validated (p, -1);
      gsize length = is_printable (c) ? (gsize) (g_utf8_next_char (p) - p) : 1;

      if (is_printable (c))
        g_string_append_len (escaped, p, (gssize) length);
      else
        g_string_append_printf (escaped, "\\x%02X", (guint8) *p);
      p += length;
    }
  g_free (text);
  return g_string_free (escaped, FALSE);
}

gboolean
hbase_error_set (GError **error, HBaseError code, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  if (error == NULL)
    return FALSE;
  va_start (arguments, format);
  text = hbase_error_text (g_strdup_vprintf (format, arguments));
  va_end (arguments);
  g_set_error_literal (error, HBASE_ERROR, (int) code, text);
  return FALSE;
}

void
hbase_error_prefix (GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  if (error == NULL || *error == NULL)
    return;
  va_start (arguments, format);
  text = hbase_error_text (g_strdup_vprintf (format, arguments));
  va_end (arguments);
  g_prefix_error_literal (error, text);
}
