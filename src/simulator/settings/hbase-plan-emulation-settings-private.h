/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-emulation-settings.h"

typedef enum {
  HBASE_PLAN_SPLIT_POLICY_DISABLED,
  HBASE_PLAN_SPLIT_POLICY_CONSTANT_SIZE,
  HBASE_PLAN_SPLIT_POLICY_INCREASING,
  HBASE_PLAN_SPLIT_POLICY_STEPPING,
} HBasePlanSplitPolicy;

typedef enum {
  HBASE_PLAN_BALANCER_ROUND_ROBIN,
  HBASE_PLAN_BALANCER_STOCHASTIC,
} HBasePlanBalancer;

/* The values of the settings: sizes in bytes, times in milliseconds. */
typedef struct {
  gint64 flush_size, block_multiplier;
  double global_memstore_size, global_memstore_lower_limit, block_cache_size;
  gint64 optional_flush_interval, n_flushers, blocking_store_files, blocking_wait;

  gint64 max_log_files;  /* −1: computed from the size of all memstores */
  gint64 log_block_size; /* −1: twice that of HDFS */
  gint64 dfs_block_size, log_roll_period;
  double log_roll_multiplier;

  gint64 min_files, max_files, min_compact_size, max_compact_size;
  double compaction_ratio;
  gint64 compaction_throttle, n_large_compactions, n_small_compactions;
  gint64 throughput_lower_bound, throughput_higher_bound; /* a second */
  gboolean compaction_enabled;
  gint64 major_compaction_period;
  double major_compaction_jitter;
  gint64 wake_frequency, compaction_check_multiplier;
  gint64 archive_interval;

  gint64 split_policy; /* HBasePlanSplitPolicy */
  gint64 max_file_size, initial_split_size;
  double max_file_size_jitter;
  gboolean split_enabled;
  gint64 block_size;

  gint64 balancer; /* HBasePlanBalancer */
  gint64 balancer_period;
  double min_cost_need_balance, region_count_cost, store_file_size_cost, move_cost;
} HBasePlanEmulationValues;

const HBasePlanEmulationValues *
hbase_plan_emulation_settings_get_values (HBasePlanEmulationSettings *settings);
