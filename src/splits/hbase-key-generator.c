/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-key-generator.h"
#include "hbase-key-schema-private.h"

/* This file implements HBaseKeyGenerator, an interface, and checks the keys that implementations return. */

/**
 * HBaseKeyGenerator:
 *
 * A source of row keys like those that a table will have. [class@HBase.SampledSplits] uses such keys to
 * compute splits.
 *
 * [class@HBase.ListKeyGenerator] returns the keys of a list, [class@HBase.StreamKeyGenerator] the keys of a
 * file, and [class@HBase.SchemaKeyGenerator] random keys of a schema. For other keys, implement `next()`; if
 * they are random, use a #GRand with a given seed, so that the keys can be reproduced.
 */
G_DEFINE_INTERFACE (HBaseKeyGenerator, hbase_key_generator, G_TYPE_OBJECT)

static void
hbase_key_generator_default_init (HBaseKeyGeneratorInterface *interface)
{
}

/**
 * hbase_key_generator_next:
 * @generator: a generator
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * Returns the next key, of 1 to 32,767 bytes. A generator may return a key more than once. The call may
 * block, if an implementation reads from a file or a network.
 *
 * Errors: %G_IO_ERROR_CANCELLED if @cancellable was cancelled; %HBASE_ERROR_INVALID_ARGUMENT if the
 * implementation returned a key that is empty or too long; %HBASE_ERROR_UNSUPPORTED if it doesn't implement
 * `next()`; errors of the implementation.
 *
 * Returns: (transfer full) (nullable): the key; %NULL without an error if there are no more keys
 */
GBytes *
hbase_key_generator_next (HBaseKeyGenerator *generator, GCancellable *cancellable, GError **error)
{
  HBaseKeyGeneratorInterface *interface;
  g_autoptr (GBytes) key = NULL;
  gsize length;

  g_return_val_if_fail (HBASE_IS_KEY_GENERATOR (generator), NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  interface = HBASE_KEY_GENERATOR_GET_IFACE (generator);
  if (interface->next == NULL)
    {
      hbase_error_set (error, HBASE_ERROR_UNSUPPORTED, "%s doesn't implement next()",
                       G_OBJECT_TYPE_NAME (generator));
      return NULL;
    }
  key = interface->next (generator, cancellable, error);
  length = key != NULL ? g_bytes_get_size (key) : 1;
  if (length >= 1 && length <= HBASE_MAX_ROW_LENGTH)
    return g_steal_pointer (&key);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "%s returned a key of %" G_GSIZE_FORMAT " bytes: a row key has 1 to %d bytes",
                   G_OBJECT_TYPE_NAME (generator), length, HBASE_MAX_ROW_LENGTH);
  return NULL;
}
