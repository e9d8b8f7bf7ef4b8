/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Adds a record for each cell of the row: the key, or the fields of the schema, then what the cell has. */
void row_records_add (const Tool *tool, HBaseRow *row);
