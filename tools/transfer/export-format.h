/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "transfer-cell.h"

/* The format of export files, which docs/export-format.md describes. */

#define EXPORT_SIGNATURE "\x89HBX\r\n\x1a\n"
#define EXPORT_VERSION 1

enum {
  EXPORT_SIGNATURE_LENGTH = 8,
  EXPORT_HEAD_LENGTH = 1 + 4, /* of a block: its type, and the length of its content */
  EXPORT_DIGEST_LENGTH = 32,  /* SHA-256 */
  EXPORT_ROW = 1,             /* begins the cells of a row; other cells begin with their types */
};

/* The types of blocks. */
enum {
  EXPORT_BLOCK_TABLE = 'T',
  EXPORT_BLOCK_ROWS = 'R',
  EXPORT_BLOCK_PART = 'P', /* rows, the last of which continues in the next block */
  EXPORT_BLOCK_END = 'E',
};

/* A block is complete when its content has as many bytes. */
#define EXPORT_BLOCK_SIZE (256 * 1024)
/* A longer content is a damaged length. */
#define EXPORT_BLOCK_MAX (1u << 30)

typedef struct {
  guint64 n_rows, n_values, n_markers;
} ExportCounts;

/* A position between two rows, at which an export can be continued and an import can begin. */
typedef struct {
  guint64 position;    /* in bytes */
  GChecksum *checksum; /* of the bytes before it */
  GByteArray *row;     /* the last row before it; empty: none */
  ExportCounts counts; /* of what is before it */
} ExportState;

void export_state_init (ExportState *state);
/* Replaces `*state` by a copy. */
void export_state_set (ExportState *state, const ExportState *source);
void export_state_clear (ExportState *state);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExportState, export_state_clear)

/* Adds bytes of the file to the checksum and to the position. */
void export_state_update (ExportState *state, const guint8 *bytes, gsize length);
/* Sets `digest` to the checksum of the bytes so far. */
void export_state_get_digest (const ExportState *state, guint8 digest[EXPORT_DIGEST_LENGTH]);
/* Counts the cell, and sets the row to the cell's. */
void export_state_add_cell (ExportState *state, const TransferCell *cell);
/* Returns how the cell's row compares with that of the state. */
int export_state_compare_row (const ExportState *state, const TransferCell *cell);
