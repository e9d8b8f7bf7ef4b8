/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-key-generator.h"
#include "hbase-key-schema-private.h"

/**
 * HBaseKeyGenerator:
 *
 * A source of row keys, such as a table will have: [class@HBase.SampledSplits] finds by them where to split it.
 *
 * [class@HBase.ListKeyGenerator] gives the keys of a list, [class@HBase.StreamKeyGenerator] those of a file. For
 * keys that are made up, implement `next()`; take chance from a #GRand with a seed that the program was given, so
 * that it gives the same keys again.
 *
 * Since: 0.1
 */
G_DEFINE_INTERFACE (HBaseKeyGenerator, hbase_key_generator, G_TYPE_OBJECT)

static void
hbase_key_generator_default_init (HBaseKeyGeneratorInterface *interface)
{
}

/**
 * hbase_key_generator_next:
 * @generator: a generator
 * @error: return location for an error
 *
 * Gives a key, of 1 to 32,767 bytes. A generator may give the same key more than once.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT where the generator gave a key of no bytes, or of too many;
 * %HBASE_ERROR_UNSUPPORTED where it doesn't implement `next()`; what an implementation reports.
 *
 * Returns: (transfer full) (nullable): a key; %NULL without an error: there are no more
 *
 * Since: 0.1
 */
GBytes *
hbase_key_generator_next (HBaseKeyGenerator *generator, GError **error)
{
  HBaseKeyGeneratorInterface *interface;
  g_autoptr (GBytes) key = NULL;
  gsize length;

  g_return_val_if_fail (HBASE_IS_KEY_GENERATOR (generator), NULL);

  interface = HBASE_KEY_GENERATOR_GET_IFACE (generator);
  if (interface->next == NULL)
    {
      hbase_error_set (error, HBASE_ERROR_UNSUPPORTED, "%s doesn't implement next()",
                       G_OBJECT_TYPE_NAME (generator));
      return NULL;
    }
  key = interface->next (generator, error);
  length = key != NULL ? g_bytes_get_size (key) : 1;
  if (length >= 1 && length <= HBASE_MAX_ROW_LENGTH)
    return g_steal_pointer (&key);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "%s gave a key of %" G_GSIZE_FORMAT " bytes: a row key has 1 to %d",
                   G_OBJECT_TYPE_NAME (generator), length, HBASE_MAX_ROW_LENGTH);
  return NULL;
}
