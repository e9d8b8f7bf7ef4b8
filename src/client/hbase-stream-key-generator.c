/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes-private.h"
#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-object-private.h"
#include "hbase-stream-key-generator.h"

/* This file implements HBaseStreamKeyGenerator, which reads keys from the lines of a stream. */

/**
 * HBaseStreamKeyGenerator:
 *
 * Reads keys from a file or another stream, one on each line, in printable escapes: as
 * [func@HBase.bytes_to_escaped] writes them and `hbase-glib` prints them. Lines end in LF or CR LF; empty
 * lines are ignored.
 *
 * [method@HBase.KeyGenerator.next] fails with %HBASE_ERROR_INVALID_ARGUMENT and the line's number if a line
 * isn't a key.
 *
 * ```c
 * g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data ("row\\x01\nrow\\x02\n", -1, NULL);
 * g_autoptr (HBaseStreamKeyGenerator) keys = hbase_stream_key_generator_new (stream);
 * g_autoptr (GBytes) first = hbase_key_generator_next (HBASE_KEY_GENERATOR (keys), NULL, &error);
 *
 * g_assert_cmpuint (g_bytes_get_size (first), ==, 4);
 * ```
 */
struct _HBaseStreamKeyGenerator {
  GObject parent_instance;

  GInputStream *stream; /* NULL: not set */
  GDataInputStream *lines;
  guint64 line; /* the number of the last line that was read */
};

enum {
  PROP_STREAM = 1,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void key_generator_init (HBaseKeyGeneratorInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HBaseStreamKeyGenerator,
                               hbase_stream_key_generator,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (HBASE_TYPE_KEY_GENERATOR, key_generator_init))

/* Removes the byte order mark before the first line. */
static void
remove_mark (char *line, gsize *length)
{
  gsize mark = hbase_text_measure_mark (line, *length);

  *length -= mark;
  memmove (line, line + mark, *length + 1);
}

/* Reads a line, without its line terminator. */
static char *
read_line (HBaseStreamKeyGenerator *generator, GCancellable *cancellable, GError **error)
{
  gsize length;
  g_autofree char *line = NULL;

  if (!hbase_object_check_property (generator, "stream", generator->stream, error))
    return NULL;
  line = g_data_input_stream_read_line (generator->lines, &length, cancellable, error);
  if (line == NULL)
    return NULL;
  if (generator->line++ == 0)
    remove_mark (line, &length);
  if (length > 0 && line[length - 1] == '\r')
    line[--length] = '\0';
  if (strlen (line) == length)
    return g_steal_pointer (&line);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "line %" G_GUINT64_FORMAT " of the keys contains a NUL: write \\x00 for that byte",
                   generator->line);
  return NULL;
}

static GBytes *
next (HBaseKeyGenerator *self, GCancellable *cancellable, GError **error)
{
  HBaseStreamKeyGenerator *generator = HBASE_STREAM_KEY_GENERATOR (self);
  g_autofree char *line = NULL;
  GBytes *key;

  do
    {
      g_free (line);
      line = read_line (generator, cancellable, error);
    }
  while (line != NULL && *line == '\0');
  if (line == NULL)
    return NULL;
  key = hbase_bytes_from_escaped (line, error);
  if (key == NULL)
    hbase_error_prefix (error, "line %" G_GUINT64_FORMAT " of the keys: ", generator->line);
  return key;
}

static void
key_generator_init (HBaseKeyGeneratorInterface *interface)
{
  interface->next = next;
}

static void
hbase_stream_key_generator_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (id == PROP_STREAM)
    g_value_set_object (value, HBASE_STREAM_KEY_GENERATOR (object)->stream);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
set_stream (HBaseStreamKeyGenerator *generator, GInputStream *stream)
{
  if (!g_set_object (&generator->stream, stream))
    return;
  generator->lines = g_data_input_stream_new (stream);
  g_data_input_stream_set_newline_type (generator->lines, G_DATA_STREAM_NEWLINE_TYPE_LF);
  g_buffered_input_stream_set_buffer_size (G_BUFFERED_INPUT_STREAM (generator->lines), 64 * 1024);
}

static void
hbase_stream_key_generator_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  if (id == PROP_STREAM)
    set_stream (HBASE_STREAM_KEY_GENERATOR (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
hbase_stream_key_generator_finalize (GObject *object)
{
  HBaseStreamKeyGenerator *generator = HBASE_STREAM_KEY_GENERATOR (object);

  g_clear_object (&generator->lines);
  g_clear_object (&generator->stream);
  G_OBJECT_CLASS (hbase_stream_key_generator_parent_class)->finalize (object);
}

static void
hbase_stream_key_generator_class_init (HBaseStreamKeyGeneratorClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = hbase_stream_key_generator_get_property;
  object_class->set_property = hbase_stream_key_generator_set_property;
  object_class->finalize = hbase_stream_key_generator_finalize;

  /**
   * HBaseStreamKeyGenerator:stream:
   *
   * The stream from which the keys are read. It is required: without it, [method@HBase.KeyGenerator.next]
   * fails with %HBASE_ERROR_INVALID_ARGUMENT.
   */
  properties[PROP_STREAM]
      = g_param_spec_object ("stream", NULL, NULL, G_TYPE_INPUT_STREAM,
                             G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_stream_key_generator_init (HBaseStreamKeyGenerator *generator)
{
}

/**
 * hbase_stream_key_generator_new:
 * @stream: the stream from which the keys are read
 *
 * Creates a generator that reads keys from a stream when they are needed. Reading blocks. The stream must
 * not be used otherwise, because it is read ahead.
 *
 * Returns: (transfer full): the generator
 */
HBaseStreamKeyGenerator *
hbase_stream_key_generator_new (GInputStream *stream)
{
  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);

  return g_object_new (HBASE_TYPE_STREAM_KEY_GENERATOR, "stream", stream, NULL);
}

/**
 * hbase_stream_key_generator_new_for_file:
 * @file: the file from which the keys are read
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * Opens a file and creates a generator that reads keys from it.
 *
 * Errors: those of [method@Gio.File.read], among them %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): the generator
 */
HBaseStreamKeyGenerator *
hbase_stream_key_generator_new_for_file (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileInputStream) stream = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  stream = g_file_read (file, cancellable, error);
  return stream != NULL ? hbase_stream_key_generator_new (G_INPUT_STREAM (stream)) : NULL;
}
