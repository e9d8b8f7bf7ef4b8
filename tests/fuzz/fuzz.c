/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "fuzz.h"

/* Warnings and more severe messages end the process by SIGABRT, too. */

int LLVMFuzzerInitialize (int *argc, char ***argv);

static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer unused)
{
  g_log_writer_standard_streams (level, fields, n_fields, NULL);
  if ((level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING)) != 0)
    abort ();
  return G_LOG_WRITER_HANDLED;
}

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  g_log_set_writer_func (write_log, NULL, NULL);
  return 0;
}
