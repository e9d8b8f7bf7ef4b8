/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-md5-private.h"

/* This file computes MD5 sums (RFC 1321) of salts. GChecksum computes those of long material; for a single
   block,
 * as nearly all keys are, its copies and its hexadecimal digits take longer than the sum. */

#define BLOCK 64
#define LONGEST (BLOCK - 9) /* the padding has at least one byte, and the length has eight */

#define F(b, c, d) ((d) ^ ((b) & ((c) ^ (d))))
#define G(b, c, d) (((c) & ~(d)) + ((b) & (d)))
#define H(b, c, d) ((b) ^ ((c) ^ (d)))
#define I(b, c, d) ((c) ^ ((b) | ~(d)))

#define STEP(f, a, b, c, d, word, shift, constant)                                                           \
  a += (word) + (guint32) constant;                                                                          \
  a += f (b, c, d);                                                                                          \
  a = (a << shift | a >> (32 - shift)) + b;

#define FOUR(f, i, j, k, l, s1, s2, s3, s4, t1, t2, t3, t4)                                                  \
  STEP (f, a, b, c, d, x[i], s1, t1)                                                                         \
  STEP (f, d, a, b, c, x[j], s2, t2)                                                                         \
  STEP (f, c, d, a, b, x[k], s3, t3)                                                                         \
  STEP (f, b, c, d, a, x[l], s4, t4)

/* The sum of the only block of a message. */
static void
transform (const guint32 *x, guint32 *sum)
{
  guint32 a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;

  FOUR (F, 0, 1, 2, 3, 7, 12, 17, 22, 0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee)
  FOUR (F, 4, 5, 6, 7, 7, 12, 17, 22, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501)
  FOUR (F, 8, 9, 10, 11, 7, 12, 17, 22, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be)
  FOUR (F, 12, 13, 14, 15, 7, 12, 17, 22, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821)
  FOUR (G, 1, 6, 11, 0, 5, 9, 14, 20, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa)
  FOUR (G, 5, 10, 15, 4, 5, 9, 14, 20, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8)
  FOUR (G, 9, 14, 3, 8, 5, 9, 14, 20, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed)
  FOUR (G, 13, 2, 7, 12, 5, 9, 14, 20, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a)
  FOUR (H, 5, 8, 11, 14, 4, 11, 16, 23, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c)
  FOUR (H, 1, 4, 7, 10, 4, 11, 16, 23, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70)
  FOUR (H, 13, 0, 3, 6, 4, 11, 16, 23, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05)
  FOUR (H, 9, 12, 15, 2, 4, 11, 16, 23, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665)
  FOUR (I, 0, 7, 14, 5, 6, 10, 15, 21, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039)
  FOUR (I, 12, 3, 10, 1, 6, 10, 15, 21, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1)
  FOUR (I, 8, 15, 6, 13, 6, 10, 15, 21, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1)
  FOUR (I, 4, 11, 2, 9, 6, 10, 15, 21, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391)
  sum[0] = GUINT32_TO_LE (0x67452301 + a);
  sum[1] = GUINT32_TO_LE (0xefcdab89 + b);
  sum[2] = GUINT32_TO_LE (0x98badcfe + c);
  sum[3] = GUINT32_TO_LE (0x10325476 + d);
}

static void
compute_long (HBaseSlice material, guint8 *sum)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_MD5);
  gsize length = HBASE_MD5_LENGTH;

  g_checksum_update (checksum, hbase_slice_bytes (material), (gssize) material.length);
  g_checksum_get_digest (checksum, sum, &length);
}

void
hbase_md5 (HBaseSlice material, guint8 *sum)
{
  guint32 words[BLOCK / 4] = { 0 }, result[HBASE_MD5_LENGTH / 4];

  if (material.length > LONGEST)
    {
      compute_long (material, sum);
      return;
    }
  memcpy (words, hbase_slice_bytes (material), material.length);
  ((guint8 *) words)[material.length] = 0x80;
  for (guint i = 0; i < 14; i++)
    words[i] = GUINT32_FROM_LE (words[i]);
  words[14] = (guint32) (8 * material.length);
  transform (words, result);
  memcpy (sum, result, HBASE_MD5_LENGTH);
}
