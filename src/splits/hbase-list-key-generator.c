/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-list-key-generator.h"
#include "hbase-object-private.h"
#include "hbase-split-calculator-private.h"

/* This file implements HBaseListKeyGenerator, which returns the keys of a list. */

/**
 * HBaseListKeyGenerator:
 *
 * Returns the keys of a list, in order.
 */
struct _HBaseListKeyGenerator {
  GObject parent_instance;

  GPtrArray *keys;
  guint n_returned;
};

static void key_generator_init (HBaseKeyGeneratorInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HBaseListKeyGenerator,
                               hbase_list_key_generator,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (HBASE_TYPE_KEY_GENERATOR, key_generator_init))

static GBytes *
next (HBaseKeyGenerator *generator, GCancellable *cancellable, GError **error)
{
  HBaseListKeyGenerator *list = HBASE_LIST_KEY_GENERATOR (generator);

  return list->n_returned < list->keys->len ? g_bytes_ref (g_ptr_array_index (list->keys, list->n_returned++))
                                            : NULL;
}

static void
key_generator_init (HBaseKeyGeneratorInterface *interface)
{
  interface->next = next;
}

static void
hbase_list_key_generator_finalize (GObject *object)
{
  g_ptr_array_unref (HBASE_LIST_KEY_GENERATOR (object)->keys);
  G_OBJECT_CLASS (hbase_list_key_generator_parent_class)->finalize (object);
}

static void
hbase_list_key_generator_class_init (HBaseListKeyGeneratorClass *class)
{
  G_OBJECT_CLASS (class)->finalize = hbase_list_key_generator_finalize;
}

static void
hbase_list_key_generator_init (HBaseListKeyGenerator *list)
{
  list->keys = hbase_splits_new ();
}

/**
 * hbase_list_key_generator_new:
 * @keys: (element-type GBytes): keys of 1 to 32,767 bytes
 *
 * Makes a generator that returns each of these keys once, in this order. It holds references to the keys;
 * the array may be changed afterwards.
 *
 * Returns: (transfer full): the generator
 */
HBaseListKeyGenerator *
hbase_list_key_generator_new (GPtrArray *keys)
{
  HBaseListKeyGenerator *list;

  g_return_val_if_fail (keys != NULL, NULL);
  g_return_val_if_fail (hbase_elements_check (keys->pdata, keys->len, NULL), NULL);

  list = g_object_new (HBASE_TYPE_LIST_KEY_GENERATOR, NULL);
  hbase_splits_add (list->keys, keys);
  return list;
}
