/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include "hbase-macros.h"

G_BEGIN_DECLS

#define HBASE_TYPE_KEY_GENERATOR (hbase_key_generator_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_INTERFACE (HBaseKeyGenerator, hbase_key_generator, HBASE, KEY_GENERATOR, GObject)

/**
 * HBaseKeyGeneratorInterface:
 * @parent_interface: the parent
 * @next: gets the next key; NULL without an error if there are no more; see [method@HBase.KeyGenerator.next]
 *
 * The functions that a generator implements.
 */
struct _HBaseKeyGeneratorInterface {
  GTypeInterface parent_interface;

  GBytes *(*next) (HBaseKeyGenerator *generator, GCancellable *cancellable, GError **error);
};

HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_generator_next (HBaseKeyGenerator *generator, GCancellable *cancellable, GError **error);

G_END_DECLS
