/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-chain-operation-private.h"

#include "hbase-retry-private.h"

/* This file implements the operation that runs other operations in a fixed order. */

typedef struct {
  HBaseOperation *operation;
  HBaseError tolerated; /* FAILED: none */
} Link;

typedef struct {
  HBaseOperation parent;
  GArray *links; /* (element-type Link) */
  guint n_done;
} HBaseChainOperation;

static HBaseNext run_next (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
link_ended (HBaseOperation *operation, HBaseOperation *child, GError *error)
{
  HBaseChainOperation *self = (HBaseChainOperation *) operation;
  HBaseError tolerated = g_array_index (self->links, Link, self->n_done).tolerated;

  if (error != NULL
      && (tolerated == HBASE_ERROR_FAILED || !g_error_matches (error, HBASE_ERROR, (int) tolerated)))
    return hbase_operation_fail (operation, error);
  g_clear_error (&error);
  self->n_done++;
  return run_next (operation, NULL);
}

static HBaseNext
run_next (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseChainOperation *self = (HBaseChainOperation *) operation;

  if (self->n_done == self->links->len)
    return HBASE_DONE;
  return hbase_operation_run_child (operation, g_array_index (self->links, Link, self->n_done).operation,
                                    link_ended);
}

static GError *
chain_interrupted (HBaseOperation *operation, GError *why)
{
  return hbase_retry_interrupted_after (((HBaseChainOperation *) operation)->n_done, why);
}

static void
clear_link (gpointer link)
{
  hbase_operation_free (((Link *) link)->operation);
}

static void
chain_clear (HBaseOperation *operation)
{
  g_array_unref (((HBaseChainOperation *) operation)->links);
}

static const HBaseOperationClass chain_class = {
  .size = sizeof (HBaseChainOperation),
  .start = run_next,
  .clear = chain_clear,
  .interrupted = chain_interrupted,
};

HBaseOperation *
hbase_chain_operation_new (HBaseTarget target)
{
  HBaseChainOperation *self = hbase_operation_new (&chain_class, target.protocol, 1);

  hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  self->links = g_array_new (FALSE, FALSE, sizeof (Link));
  g_array_set_clear_func (self->links, clear_link);
  return &self->parent;
}

void
hbase_chain_operation_add (HBaseOperation *chain, HBaseOperation *operation, HBaseError tolerated)
{
  const Link link = { operation, tolerated };

  chain->unframed |= operation->unframed;
  g_array_append_val (((HBaseChainOperation *) chain)->links, link);
}
