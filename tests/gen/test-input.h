/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <thrift/c_glib/transport/thrift_transport.h>

/* The least that a generated reader needs: a ThriftTransport that gives out bytes it was handed. */
typedef struct
{
  ThriftTransport parent;
  const GByteArray *bytes;
  gsize offset;
} TestInput;

typedef struct
{
  ThriftTransportClass parent;
} TestInputClass;

GType test_input_get_type (void);

/* @bytes must outlive it. */
ThriftTransport *test_input_new (const GByteArray *bytes);
