/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HBASE_GLIB_INSIDE) && !defined(HBASE_COMPILATION)
#error "Only <hbase-glib.h> can be included directly."
#endif

#include <glib-object.h>

/* Sources are compiled with hidden visibility: the functions that carry one of these are the library's
 * interface. */
#define HBASE_EXPORT __attribute__ ((visibility ("default"))) extern
#define HBASE_AVAILABLE_IN_0_1 HBASE_EXPORT
