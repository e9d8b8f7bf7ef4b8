/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"

/* Renders a response as text, with one line for each element of a list:
 *
 *   ok                                  nothing is returned
 *   r1 f:a@100=v g:b@now=\x00           a row; "now" is a timestamp of the last ten minutes
 *   r1 f:a@100=v (partial)              a part of a row, which further parts follow
 *   -                                   a row that doesn't exist
 *   []                                  an empty list
 *   {qualifier=t ns=default}            any other struct; free attributes aren't shown
 *   TIOError(retry=true): message       an exception of the service; the first line of its message
 *   TApplicationException(6): message */
char *rendering_of (const HBaseBlock *reply);
