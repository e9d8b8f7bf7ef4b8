/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

/* How the embedded engine begins to say that it can't do what HBase can. Thrift has no code for that, so the
 * client knows it by these words. */
#define HBASE_ENGINE_HAS_NO "hbase-glib's embedded engine has no "
