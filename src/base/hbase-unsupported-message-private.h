/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

/* How the embedded engine begins to say that it can't do what HBase can. Thrift has no code for that, so the
 * client knows it by these words. */
#define HBASE_UNSUPPORTED_MESSAGE "hbase-glib's embedded engine has no "

/* How a gateway's answer to a call that it can't make sense of begins, before the method's name. Gateways say
 * nothing else; the engine adds ": " and the reason. */
#define HBASE_INTERNAL_ERROR "Internal error processing "
