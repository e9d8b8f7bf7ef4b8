/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-emulation-settings-private.h"

/* A store file, as far as the choice of files for a compaction depends on it. */
typedef struct {
  double bytes;
  gboolean is_reference; /* to a half of the file of a region that was split */
} HBasePlanStoreFileSize;

/* The files first … first + n − 1; n is 0 if none are to be compacted. */
typedef struct {
  guint first, n;
  gboolean is_major;
} HBasePlanCompactionSelection;

/* Selects the files for a compaction, of which `files` lists those of a store, the oldest first. */
HBasePlanCompactionSelection hbase_plan_compaction_policy_select (const HBasePlanEmulationValues *values,
                                                                  const HBasePlanStoreFileSize *files,
                                                                  guint n_files,
                                                                  gboolean wants_major);
/* Computes the bytes that compactions write a second, from the number of files of the server's fullest
   store. */
double hbase_plan_compaction_policy_get_throughput (const HBasePlanEmulationValues *values, guint max_files);
