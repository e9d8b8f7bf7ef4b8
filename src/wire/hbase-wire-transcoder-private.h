/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-segments-private.h"
#include "hbase-wire-types-private.h"

/* Converts the arguments of a call, which the writer wrote in the binary protocol, to the compact protocol.
 * They are those of HBase's service: without doubles or nested containers. (The other way isn't
 * possible: empty maps have no types in the compact protocol.) `segments` may be NULL. */
GBytes *hbase_wire_make_compact (GBytes *arguments, const GArray *segments);
