/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "hbase-slice-private.h"

/* A target is a file here: it takes any bytes, and ends the process where the code under test does what it
 * mustn't. libFuzzer calls it with bytes of its own making (make fuzz); replay.c with those in corpus/. */

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* By SIGABRT, which libFuzzer knows: g_error() ends the process by another signal, and the input would be
 * lost. */
G_GNUC_NORETURN static inline void
fuzz_fail (const char *file, int line, const char *what)
{
  g_printerr ("%s:%d: not so: %s\n", file, line, what);
  abort ();
}

/* What must hold for every input. */
#define fuzz_assert(condition)                                                                               \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    if (G_UNLIKELY (!(condition)))                                                                           \
      fuzz_fail (__FILE__, __LINE__, #condition);                                                            \
  }                                                                                                          \
  G_STMT_END

/* Of every error: one line of UTF-8. */
static inline void
fuzz_assert_message (const char *message)
{
  fuzz_assert (message != NULL && *message != '\0');
  fuzz_assert (g_utf8_validate (message, -1, NULL));
  fuzz_assert (strpbrk (message, "\n\r") == NULL);
}

/* What failed has an error, and nothing else has. */
static inline void
fuzz_assert_error (gboolean ok, const GError *error)
{
  fuzz_assert (ok == (error == NULL));
  if (error != NULL)
    fuzz_assert_message (error->message);
}

/* The input's first bytes choose among a target's ways; 0 where there are no more. */
static inline uint8_t
fuzz_take_byte (HBaseSlice *input)
{
  uint8_t byte = 0;

  if (input->length > 0)
    {
      byte = input->data[0];
      *input = hbase_slice (input->data + 1, input->length - 1);
    }
  return byte;
}

/* What comes before the first `delimiter`, as text with a NUL at its end; the input goes on after it. */
static inline char *
fuzz_take_text (HBaseSlice *input, char delimiter)
{
  const uint8_t *end = input->length > 0 ? memchr (input->data, delimiter, input->length) : NULL;
  size_t length = end != NULL ? (size_t) (end - input->data) : input->length;
  char *text = g_strndup (length > 0 ? (const char *) input->data : "", length);

  *input = end != NULL ? hbase_slice (end + 1, input->length - length - 1) : hbase_slice (input->data, 0);
  return text;
}
