/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"

/* An answer as people read it, a line for each element of a list:
 *
 *   ok                                  nothing is returned
 *   r1 f:a@100=v g:b@now=\x00           a row; "now" is a stamp of the last ten minutes
 *   r1 f:a@100=v (partial)              a piece of a row, more of which follow
 *   -                                   a row that isn't there
 *   []                                  an empty list
 *   {qualifier=t ns=default}            any other struct; free attributes aren't shown
 *   TIOError(retry=true): message       an exception of the service; the first line of its message
 *   TApplicationException(6): message
 */
char *rendering_of (const HBaseBlock *reply);
