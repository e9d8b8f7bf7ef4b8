/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Several puts and deletes of one row (TRowMutations). */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-local-error-private.h"
#include "hbase-local-mutation-private.h"
#include "hbase-wire-tables.h"

typedef struct {
  gboolean is_put;
  HBaseLocalField fields[HBASE_LOCAL_N_MUTATION_FIELDS];
} Mutation;

static void
read_mutation (HBaseWireDecoder *decoder, const HBaseBlock *block, Mutation *mutation)
{
  HBaseLocalField one[HBASE_T_MUTATION_DELETE_SINGLE + 1];

  hbase_wire_decoder_enter (decoder);
  hbase_local_fields_read (one, G_N_ELEMENTS (one), decoder);
  mutation->is_put = one[HBASE_T_MUTATION_PUT].given;
  memset (mutation->fields, 0, sizeof mutation->fields);
  if (mutation->is_put)
    hbase_local_fields_read_at (mutation->fields, G_N_ELEMENTS (mutation->fields), block,
                                one[HBASE_T_MUTATION_PUT].at);
  else if (one[HBASE_T_MUTATION_DELETE_SINGLE].given)
    hbase_local_fields_read_at (mutation->fields, G_N_ELEMENTS (mutation->fields), block,
                                one[HBASE_T_MUTATION_DELETE_SINGLE].at);
}

static gboolean
check_same_row (HBaseSlice row, HBaseSlice other, GError **error)
{
  g_autofree char *text = NULL;
  g_autofree char *original = NULL;

  if (hbase_slice_equal (row, other))
    return TRUE;
  text = hbase_bytes_to_text (other.data, other.length);
  original = hbase_bytes_to_text (row.data, row.length);
  return hbase_local_error_set (
      error, HBASE_LOCAL_ERROR_IO_RETRY,
      "The row in the recently added Mutation <%s> doesn't match the original one <%s>", text, original);
}

guint
hbase_local_mutations_count (const HBaseLocalField *mutations, const HBaseBlock *block)
{
  HBaseWireDecoder decoder;

  return hbase_local_fields_list (&mutations[HBASE_T_ROW_MUTATIONS_MUTATIONS], block, &decoder);
}

gboolean
hbase_local_mutations_check (const HBaseLocalField *mutations, const HBaseBlock *block, GError **error)
{
  HBaseSlice row = mutations[HBASE_T_ROW_MUTATIONS_ROW].bytes;
  HBaseWireDecoder decoder;
  Mutation mutation;
  guint count = hbase_local_fields_list (&mutations[HBASE_T_ROW_MUTATIONS_MUTATIONS], block, &decoder);

  if (!hbase_local_check_row_key (row, error))
    return FALSE;
  if (count == 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "no mutations");
  for (guint i = 0; i < count; i++)
    {
      read_mutation (&decoder, block, &mutation);
      if (!(mutation.is_put ? hbase_local_put_check (mutation.fields, block, error)
                            : hbase_local_delete_check (mutation.fields, block, error))
          || !check_same_row (row, mutation.fields[HBASE_T_PUT_ROW].bytes, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
apply (const HBaseLocalMutationContext *ctx,
       const HBaseLocalField *mutations,
       gboolean puts,
       gint64 latest,
       GError **error)
{
  HBaseWireDecoder decoder;
  Mutation mutation;
  guint count = hbase_local_fields_list (&mutations[HBASE_T_ROW_MUTATIONS_MUTATIONS], ctx->block, &decoder);

  for (guint i = 0; i < count; i++)
    {
      read_mutation (&decoder, ctx->block, &mutation);
      if (mutation.is_put == puts
          && !(puts ? hbase_local_put_apply (ctx, mutation.fields, latest, error)
                    : hbase_local_delete_apply (ctx, mutation.fields, error)))
        return FALSE;
    }
  return TRUE;
}

gboolean
hbase_local_mutations_apply (const HBaseLocalMutationContext *ctx,
                             const HBaseLocalField *mutations,
                             gint64 latest,
                             GError **error)
{
  /* A delete of the newest version applies to what was there before the whole call. */
  return apply (ctx, mutations, FALSE, latest, error) && apply (ctx, mutations, TRUE, latest, error);
}
