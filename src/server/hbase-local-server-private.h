/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-server.h"

#ifndef HBASE_WITH_LOCAL
/* Sets the error of a library that was built without the engine, and returns FALSE. */
gboolean hbase_local_server_set_unsupported_error (GError **error);
#endif
