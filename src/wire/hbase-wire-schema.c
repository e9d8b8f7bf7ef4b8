/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the lookup of methods, and the table of the struct that isn't in the IDL. */

#include "config.h"

#include <stdlib.h>

#include "hbase-wire-tables.h"

static const HBaseWireField application_exception_fields[] = {
  [HBASE_T_APPLICATION_EXCEPTION_MESSAGE] = { "message", HBASE_WIRE_BINARY },
  [HBASE_T_APPLICATION_EXCEPTION_TYPE] = { "type", HBASE_WIRE_I32 },
};
const HBaseWireSchema hbase_wire_t_application_exception
    = { "TApplicationException", HBASE_WIRE_MARK_NONE, G_N_ELEMENTS (application_exception_fields), 0,
        application_exception_fields };

static int
compare_name (const void *key, const void *member)
{
  const HBaseWireMethod *method = member;

  return hbase_slice_compare (*(const HBaseSlice *) key, hbase_slice_text (method->name));
}

const HBaseWireMethod *
hbase_wire_method_lookup (HBaseSlice name)
{
  return bsearch (&name, hbase_wire_methods, HBASE_WIRE_N_METHODS, sizeof (HBaseWireMethod), compare_name);
}
