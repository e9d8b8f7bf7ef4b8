/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements positions in export files. */

#include "config.h"

#include "export-format.h"

void
export_state_init (ExportState *state)
{
  *state = (ExportState){ .checksum = g_checksum_new (G_CHECKSUM_SHA256), .row = g_byte_array_new () };
}

void
export_state_set (ExportState *state, const ExportState *source)
{
  g_checksum_free (state->checksum);
  state->checksum = g_checksum_copy (source->checksum);
  transfer_set_bytes (state->row, source->row->data, source->row->len);
  state->position = source->position;
  state->counts = source->counts;
}

void
export_state_clear (ExportState *state)
{
  g_clear_pointer (&state->checksum, g_checksum_free);
  g_clear_pointer (&state->row, g_byte_array_unref);
}

void
export_state_update (ExportState *state, const guint8 *bytes, gsize length)
{
  g_checksum_update (state->checksum, bytes, (gssize) length);
  state->position += length;
}

void
export_state_get_digest (const ExportState *state, guint8 digest[EXPORT_DIGEST_LENGTH])
{
  g_autoptr (GChecksum) copy = g_checksum_copy (state->checksum);
  gsize length = EXPORT_DIGEST_LENGTH;

  g_checksum_get_digest (copy, digest, &length);
}

int
export_state_compare_row (const ExportState *state, const TransferCell *cell)
{
  return transfer_compare (cell->row, cell->row_length, state->row->data, state->row->len);
}

void
export_state_add_cell (ExportState *state, const TransferCell *cell)
{
  if (transfer_cell_is_marker (cell))
    state->counts.n_markers++;
  else
    state->counts.n_values++;
  if (export_state_compare_row (state, cell) == 0)
    return;
  state->counts.n_rows++;
  transfer_set_bytes (state->row, cell->row, cell->row_length);
}
