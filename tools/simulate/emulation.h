/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "picture.h"
#include "simulate-report.h"

/* The emulation of a table's regions under the settings of a real HBase: `simulate --emulate`. */

typedef struct {
  char **sites;     /* configuration files, in the order in which HBase reads them; NULL: none */
  char *descriptor; /* a file with what the table overrides; NULL: none */
  int cells, servers, heap_gib;
  double rate;         /* rows a second; 0: the default */
  double rows_per_day; /* instead; 0: not given */
} EmulationOptions;

/* Lengths, timestamp and type of a cell in a store file. */
#define EMULATION_CELL_OVERHEAD 20

#define EMULATION_DEFAULTS                                                                                   \
  {                                                                                                          \
    .cells = 1, .servers = 1, .heap_gib = 8                                                                  \
  }

/* The options of the command line, for a table of GOptionEntry. */
#define EMULATION_ENTRIES(options)                                                                           \
  { "emulate",                                                                                               \
    0,                                                                                                       \
    0,                                                                                                       \
    G_OPTION_ARG_FILENAME_ARRAY,                                                                             \
    &(options).sites,                                                                                        \
    "emulate the regions with the settings of HBase in a file; can be repeated: later files override",       \
    "hbase-site.xml" },                                                                                      \
      { "descriptor",                                                                                        \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_FILENAME,                                                                               \
        &(options).descriptor,                                                                               \
        "what the table overrides, as the shell's `describe` prints it",                                     \
        "FILE" },                                                                                            \
      { "cells", 0, 0, G_OPTION_ARG_INT, &(options).cells, "cells in a row (1)", "N" },                      \
      { "servers", 0, 0, G_OPTION_ARG_INT, &(options).servers, "region servers (1)", "N" },                  \
      { "heap", 0, 0, G_OPTION_ARG_INT, &(options).heap_gib, "GiB of heap of a region server (8)", "N" },    \
      { "rate", 0, 0, G_OPTION_ARG_DOUBLE, &(options).rate, "rows written a second (10000)", "N" },          \
  {                                                                                                          \
    "rows-per-day", 0, 0, G_OPTION_ARG_DOUBLE, &(options).rows_per_day,                                      \
        "the same by the day; also prints the growth by month, from today on", "N"                           \
  }

void emulation_options_clear (EmulationOptions *options);
/* Returns the settings of HBase's configuration files and a descriptor, both of which may be NULL; the values
 * in the files that aren't used are added to `notes`. */
HBasePlanEmulationSettings *
emulation_load_settings (char **sites, const char *descriptor, GStrv *notes, GError **error);
/* Returns the bytes of a row in store files: those of its names and values, and for each cell a key of this
 * length and what HBase adds. */
guint64 emulation_get_row_size (const EmulationOptions *options, guint64 row_size, double key_length);
/* Returns how many rows are written a second; 0: this isn't given. */
double emulation_get_rate (const EmulationOptions *options);
/* Returns what is wrong with the options; NULL: nothing. */
const char *emulation_find_problem (const EmulationOptions *options);
/* Emulates the writing of the keys, prints the report with `extras`, and writes the picture. Returns the
 * exit status. `n_rows` is 0 for all keys, which those of fields, having no end, can't be; `row_size`: the
 * bytes of a row beside those of its cells' row keys and their overhead. */
int emulation_run (Tool *tool,
                   const EmulationOptions *options,
                   HBaseKeyGenerator *keys,
                   GPtrArray *splits,
                   guint64 n_rows,
                   guint64 row_size,
                   guint64 seed,
                   const PictureFiles *pictures,
                   const SimulateExtras *extras);
