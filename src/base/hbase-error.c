/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the domain HBASE_ERROR: its codes, what its errors keep beside the message, and the
 * errors that the library's functions set.
 *
 * PyGObject makes an exception of an error's domain, code and message, and frees the error. So that the
 * exception has details, too, a thread remembers the last error with details that it freed: an error of the
 * same code and message, without details of its own, has those. */

#include "config.h"

#include "hbase-error-private.h"

/* What an error has beside its message; both NULL: it isn't from a gateway. */
typedef struct {
  char *java_class;
  char *details;
} HBaseErrorPrivate;

static void
hbase_error_private_init (HBaseErrorPrivate *private)
{
}

static void
hbase_error_private_copy (const HBaseErrorPrivate *source, HBaseErrorPrivate *copy)
{
  copy->java_class = g_strdup (source->java_class);
  copy->details = g_strdup (source->details);
}

/* Called when the error that the private data belongs to is freed. */
static void hbase_error_private_clear (HBaseErrorPrivate *private);

/* GLib aligns the private data, which -Wcast-align can't know. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wcast-align"

/**
 * hbase_error_quark:
 *
 * Returns the domain of the library's errors, [error@HBase.Error].
 *
 * Returns: the quark
 *
 * Since: 0.1
 */
G_DEFINE_EXTENDED_ERROR (HBaseError, hbase_error)

#pragma GCC diagnostic pop

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

/* The last error with details that this thread freed. */
typedef struct {
  int code;
  char *message;
  HBaseErrorPrivate private;
} HBaseFreedError;

static void
clear_details (HBaseErrorPrivate *private)
{
  g_free (private->java_class);
  g_free (private->details);
}

static void
free_freed_error (gpointer data)
{
  HBaseFreedError *freed = data;

  g_free (freed->message);
  clear_details (&freed->private);
  g_free (freed);
}

static GPrivate last_freed_error = G_PRIVATE_INIT (free_freed_error);

static void
hbase_error_private_clear (HBaseErrorPrivate *private)
{
  /* GLib allocates the private data right before the error. */
  const GError *error = (const GError *) (private + 1);
  HBaseFreedError *freed;

  G_STATIC_ASSERT (sizeof *private == 2 * sizeof (gsize));
  if (private->java_class == NULL && private->details == NULL)
    return;
  freed = g_new (HBaseFreedError, 1);
  *freed = (HBaseFreedError){ error->code, g_strdup (error->message), *private };
  g_private_replace (&last_freed_error, freed);
}

/* Returns NULL if the error has no details. */
static const HBaseErrorPrivate *
get_private (const GError *error)
{
  const HBaseErrorPrivate *private;
  const HBaseFreedError *freed = g_private_get (&last_freed_error);

  if (error->domain != HBASE_ERROR)
    return NULL;
  private = hbase_error_get_private (error);
  if (private->java_class != NULL || private->details != NULL)
    return private;
  return freed != NULL && freed->code == error->code && g_strcmp0 (freed->message, error->message) == 0
             ? &freed->private
             : NULL;
}

/**
 * hbase_error_get_details:
 * @error: an error of any domain
 *
 * Returns the whole text that a gateway sent with an error, where it sent one.
 *
 * The message of the error is one line that was made of it. This text may have many lines: for an exception
 * of a region server it includes a Java stack trace, names of hosts, and the table's descriptor. It is meant
 * for logs and for those who administer HBase. Bytes that aren't UTF-8 have been replaced.
 *
 * If the peer doesn't speak the expected protocol (%HBASE_ERROR_PROTOCOL), it is the beginning of what came,
 * in printable escapes.
 *
 * The text is a part of the #GError itself, and g_error_copy() copies it. A binding that makes a new error of
 * domain, code and message, as PyGObject does, still finds it: an error without a text of its own has that of
 * the last error with a text that this thread freed, if code and message are the same. In Python it is the
 * attribute `details` of the exception.
 *
 * Returns: (nullable) (transfer none): the text, which is valid as long as @error is, and for an error that
 *   was made anew until the thread frees another one; %NULL if the error is of another domain, or wasn't
 *   caused by a response
 *
 * Since: 0.1
 */
const char *
hbase_error_get_details (const GError *error)
{
  const HBaseErrorPrivate *private;

  g_return_val_if_fail (error != NULL, NULL);

  private = get_private (error);
  return private != NULL ? private->details : NULL;
}

/**
 * hbase_error_get_java_class:
 * @error: an error of any domain
 *
 * Returns the class of the Java exception that the error was made of, with its package where the gateway
 * named it: `org.apache.hadoop.hbase.TableNotFoundException`, for example.
 *
 * If exceptions contain others, it is the class that decided the error's code, else the innermost one. A
 * gateway doesn't name the class of its own client's exceptions. In Python it is the attribute `java_class`
 * of the exception; for other bindings see hbase_error_get_details().
 *
 * Returns: (nullable) (transfer none): the name, which is valid as long as the text of
 *   hbase_error_get_details() is; %NULL if the gateway named no class, or the error isn't from a gateway
 *
 * Since: 0.1
 */
const char *
hbase_error_get_java_class (const GError *error)
{
  const HBaseErrorPrivate *private;

  g_return_val_if_fail (error != NULL, NULL);

  private = get_private (error);
  return private != NULL ? private->java_class : NULL;
}

void
hbase_error_take_details (GError *error, char *java_class, char *details)
{
  HBaseErrorPrivate *private = hbase_error_get_private (error);

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
