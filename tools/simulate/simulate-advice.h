/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "emulation.h"
#include "table-sample.h"

/* Advice on the regions of a table: `simulate --advise`. */

typedef struct {
  gboolean advise;
  char **sites; /* configuration files; NULL: HBase's defaults */
  char *target_size, *save_splits;
  double keep_days;
  int families;
} AdviceOptions;

#define ADVICE_DEFAULTS                                                                                      \
  {                                                                                                          \
    .families = 1                                                                                            \
  }

/* The options of the command line, for a table of GOptionEntry. --servers, --heap, --cells, --rate,
 * --rows-per-day and --descriptor are those of the emulation. */
#define ADVICE_ENTRIES(options)                                                                              \
  { "advise",                                                                                                \
    0,                                                                                                       \
    0,                                                                                                       \
    G_OPTION_ARG_NONE,                                                                                       \
    &(options).advise,                                                                                       \
    "also recommend regions, splits, salts and settings; see --rate, --servers, --heap",                     \
    NULL },                                                                                                  \
      { "target-size",                                                                                       \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_STRING,                                                                                 \
        &(options).target_size,                                                                              \
        "for --advise: the size that the table will have, such as 500G or 2T",                               \
        "SIZE" },                                                                                            \
      { "keep-days",                                                                                         \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_DOUBLE,                                                                                 \
        &(options).keep_days,                                                                                \
        "instead: for how many days rows are kept, at the rate of --rate",                                   \
        "N" },                                                                                               \
      { "families", 0, 0, G_OPTION_ARG_INT, &(options).families, "for --advise: column families (1)", "N" }, \
      { "site",                                                                                              \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_FILENAME_ARRAY,                                                                         \
        &(options).sites,                                                                                    \
        "for --advise: the settings of HBase; can be repeated",                                              \
        "hbase-site.xml" },                                                                                  \
  {                                                                                                          \
    "save-splits", 0, 0, G_OPTION_ARG_FILENAME, &(options).save_splits,                                      \
        "write the recommended split keys, for --splits and `create --splits-from`", "FILE"                  \
  }

void advice_options_clear (AdviceOptions *options);
/* Returns what is wrong with the options; NULL: nothing. */
const char *advice_find_problem (const AdviceOptions *options, const EmulationOptions *emulation);

/* Returns the advice. `row_size`: the bytes of a row's names and values; −1: those of the rows of `sample`.
 * `sample`: rows of the existing table `table`, whose regions the simulation has; NULL: a new table. */
HBasePlanRegionAdvice *advice_make (Tool *tool,
                                    const AdviceOptions *options,
                                    const EmulationOptions *emulation,
                                    HBasePlanSimulation *simulation,
                                    gint64 row_size,
                                    TableSample *sample,
                                    const char *table,
                                    GError **error);
/* Writes the recommended splits to the file of --save-splits, if there is one. */
gboolean advice_save_splits (const AdviceOptions *options, HBasePlanRegionAdvice *advice, GError **error);
