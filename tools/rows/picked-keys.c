/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements a generator of keys that are chosen from a file. */

#include "config.h"

#include <gio/gunixinputstream.h>
#include <string.h>
#include <unistd.h>

#include "picked-keys.h"
#include "progress.h"

/* The clock is read once for that many keys. */
#define KEYS_A_LOOK 4096

typedef struct {
  GObject parent_instance;
  HBaseKeyGenerator *keys;
  GRand *rand;      /* NULL: all are given */
  guint64 n_left;   /* to be read */
  guint64 n_wanted; /* of these */
  guint64 n_read;
} PickedKeys;
typedef GObjectClass PickedKeysClass;

static GType picked_keys_get_type (void);
static void key_generator_init (HBaseKeyGeneratorInterface *interface);

G_DEFINE_TYPE_WITH_CODE (PickedKeys,
                         picked_keys,
                         G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (HBASE_TYPE_KEY_GENERATOR, key_generator_init))

/* Each key is chosen with the probability (keys still wanted) / (keys left). */
static gboolean
is_picked (PickedKeys *self)
{
  gboolean picked = g_rand_double (self->rand) * (double) self->n_left-- < (double) self->n_wanted;

  self->n_wanted -= picked;
  return picked;
}

static GBytes *
next (HBaseKeyGenerator *generator, GCancellable *cancellable, GError **error)
{
  PickedKeys *self = (PickedKeys *) generator;
  GBytes *key = NULL;

  do
    {
      g_clear_pointer (&key, g_bytes_unref);
      if (++self->n_read % KEYS_A_LOOK == 0)
        progress_show ("read", self->n_read, "keys");
      key = hbase_key_generator_next (self->keys, cancellable, error);
    }
  while (key != NULL && self->rand != NULL && !is_picked (self));
  return key;
}

static void
key_generator_init (HBaseKeyGeneratorInterface *interface)
{
  interface->next = next;
}

static void
picked_keys_finalize (GObject *object)
{
  PickedKeys *self = (PickedKeys *) object;

  g_clear_object (&self->keys);
  g_clear_pointer (&self->rand, g_rand_free);
  G_OBJECT_CLASS (picked_keys_parent_class)->finalize (object);
}

static void
picked_keys_class_init (PickedKeysClass *class)
{
  class->finalize = picked_keys_finalize;
}

static void
picked_keys_init (PickedKeys *self)
{
}

static HBaseKeyGenerator *
open_keys (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GInputStream) input = NULL;
  g_autoptr (GFile) file = NULL;

  if (strcmp (path, "-") == 0)
    {
      input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
      return HBASE_KEY_GENERATOR (hbase_stream_key_generator_new (input));
    }
  file = g_file_new_for_commandline_arg (path);
  return (HBaseKeyGenerator *) hbase_stream_key_generator_new_for_file (file, cancellable, error);
}

HBaseKeyGenerator *
picked_keys_new_all (HBaseKeyGenerator *keys)
{
  PickedKeys *self = g_object_new (picked_keys_get_type (), NULL);

  self->keys = keys;
  return HBASE_KEY_GENERATOR (self);
}

static PickedKeys *
take_all (const char *path, GCancellable *cancellable, GError **error)
{
  HBaseKeyGenerator *keys = open_keys (path, cancellable, error);

  return keys != NULL ? (PickedKeys *) picked_keys_new_all (keys) : NULL;
}

static gboolean
count (const char *path, guint64 *n, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseKeyGenerator) keys = (HBaseKeyGenerator *) take_all (path, cancellable, error);
  GError *problem = NULL;
  GBytes *key;

  if (keys == NULL)
    return FALSE;
  for (*n = 0; (key = hbase_key_generator_next (keys, cancellable, &problem)) != NULL; ++*n)
    g_bytes_unref (key);
  if (problem != NULL)
    g_propagate_error (error, problem);
  return problem == NULL;
}

HBaseKeyGenerator *
picked_keys_new (const char *path, guint64 n, guint32 seed, GCancellable *cancellable, GError **error)
{
  guint64 n_keys = 0;
  PickedKeys *self;

  if (n > 0 && !count (path, &n_keys, cancellable, error))
    return NULL;
  self = take_all (path, cancellable, error);
  if (self == NULL || n >= n_keys)
    return (HBaseKeyGenerator *) self;
  self->rand = g_rand_new_with_seed (seed);
  self->n_left = n_keys;
  self->n_wanted = n;
  return HBASE_KEY_GENERATOR (self);
}
