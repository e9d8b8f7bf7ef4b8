/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "csv-rows.h"
#include "record-options.h"
#include "tool.h"

/* Writes the rows of a file, and prints their number. `path`: `-` for the standard input; `timestamp`: of the
 * cells that are given without one, NULL for the server's time. Returns the exit status. */
int put_rows (Tool *tool,
              const char *name,
              const char *path,
              const WriteOptions *options,
              const CsvOptions *csv,
              const gint64 *timestamp);
