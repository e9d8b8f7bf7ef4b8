/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-mutation-private.h"

/* Whether the delete (an HBaseDelete) would hide a cell that is put in the same atomic step, or might,
 * because one of their timestamps is the server's time. The cell's timestamp is HBASE_CELL_NO_TIMESTAMP if
 * neither it nor its put has one. */
gboolean hbase_delete_may_hide (const HBaseMutation *delete_, const HBasePackedElement *cell);

/* Whether the change is a delete of the newest version of a column: executing it twice deletes two. */
gboolean hbase_delete_is_of_newest (const HBaseMutation *mutation);
