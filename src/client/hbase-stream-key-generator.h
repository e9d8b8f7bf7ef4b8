/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include "hbase-key-generator.h"

G_BEGIN_DECLS

#define HBASE_TYPE_STREAM_KEY_GENERATOR (hbase_stream_key_generator_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (
    HBaseStreamKeyGenerator, hbase_stream_key_generator, HBASE, STREAM_KEY_GENERATOR, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseStreamKeyGenerator *hbase_stream_key_generator_new (GInputStream *stream);
HBASE_AVAILABLE_IN_0_1
HBaseStreamKeyGenerator *
hbase_stream_key_generator_new_for_file (GFile *file, GCancellable *cancellable, GError **error);

G_END_DECLS
