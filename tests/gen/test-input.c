/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>
#include <thrift/c_glib/thrift.h>

#include "test-input.h"

G_DEFINE_TYPE (TestInput, test_input, THRIFT_TYPE_TRANSPORT)

static gint32
test_input_read (ThriftTransport *transport, gpointer buffer, guint32 length, GError **error)
{
  TestInput *self = (TestInput *) transport;

  if (length > self->bytes->len - self->offset)
    {
      g_set_error (error, THRIFT_TRANSPORT_ERROR, THRIFT_TRANSPORT_ERROR_RECEIVE, "the input ends");
      return -1;
    }
  memcpy (buffer, self->bytes->data + self->offset, length);
  self->offset += length;
  return (gint32) length;
}

static gboolean
test_input_write (ThriftTransport *transport, const gpointer buffer, const guint32 length, GError **error)
{
  g_assert_not_reached ();
}

static gboolean
test_input_stay (ThriftTransport *transport, GError **error)
{
  return TRUE;
}

static gboolean
test_input_is_open (ThriftTransport *transport)
{
  return TRUE;
}

/* Every function must be there: the base class' ones for those that are missing call themselves. */
static void
test_input_class_init (TestInputClass *klass)
{
  ThriftTransportClass *transport_class = THRIFT_TRANSPORT_CLASS (klass);

  transport_class->is_open = test_input_is_open;
  transport_class->open = test_input_stay;
  transport_class->close = test_input_stay;
  transport_class->read = test_input_read;
  transport_class->read_end = test_input_stay;
  transport_class->write = test_input_write;
  transport_class->write_end = test_input_stay;
  transport_class->flush = test_input_stay;
}

static void
test_input_init (TestInput *self)
{
}

ThriftTransport *
test_input_new (const GByteArray *bytes)
{
  TestInput *self = g_object_new (test_input_get_type (), NULL);

  self->bytes = bytes;
  return THRIFT_TRANSPORT (self);
}
