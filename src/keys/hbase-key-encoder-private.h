/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-buffer-private.h"
#include "hbase-key-fields-private.h"

/* Encodes the values of a key, one field after the other. */
typedef struct {
  const struct _HBaseKeySchema *schema;
  GError *error; /* the first error; afterwards nothing is added */
  HBaseKeyBuffer buffer;
  guint field; /* the next field */
  guint32 random;
  gboolean has_random;
  guint16 starts[HBASE_KEY_MAX_FIELDS + 1];
} HBaseKeyEncoder;

/* The schema must exist as long as the encoder is used. */
void hbase_key_encoder_init (HBaseKeyEncoder *encoder, const struct _HBaseKeySchema *schema);
void hbase_key_encoder_clear (HBaseKeyEncoder *encoder);
void hbase_key_encoder_set_random (HBaseKeyEncoder *encoder, guint32 random);
/* Adds the value of the next field, and may change its kind. */
void hbase_key_encoder_add (HBaseKeyEncoder *encoder, HBaseKeyValue *value);
/* Adds all values of a tuple. */
void hbase_key_encoder_add_tuple (HBaseKeyEncoder *encoder, GVariant *values);
/* Gets the bytes of the fields so far, which the encoder owns; the bytes of salts are undefined. FALSE: an
 * error. */
gboolean hbase_key_encoder_get_parts (HBaseKeyEncoder *encoder, HBaseSlice *parts, GError **error);
/* Computes the salts, and gets the whole key, which the encoder owns. FALSE: an error. */
gboolean hbase_key_encoder_finish (HBaseKeyEncoder *encoder, HBaseSlice *key, GError **error);
/* Computes the salts, and returns the key; or the prefix of the fields so far. */
GBytes *hbase_key_encoder_end (HBaseKeyEncoder *encoder, gboolean prefix, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseKeyEncoder, hbase_key_encoder_clear)
