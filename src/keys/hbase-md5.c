/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file computes MD5 sums by nettle, or by GLib where nettle isn't installed: GChecksum takes a third
 * more time for one of a short key, as it prints the sum, too. nettle is loaded by the first sum, since most
 * processes compute none. */

#include "config.h"

#include "hbase-md5-private.h"

#include <gmodule.h>
#include <nettle/md5.h>

/* The name of the ABI of nettle 3. */
#define NETTLE_FILE "libnettle.so.8"

static struct {
  __typeof__ (nettle_md5_init) *init;
  __typeof__ (nettle_md5_update) *update;
  __typeof__ (nettle_md5_digest) *digest;
  gboolean is_loaded;
} nettle;

static void
find_functions (void)
{
  GModule *module = g_module_open (NETTLE_FILE, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);

  if (module == NULL)
    return;
  nettle.is_loaded = g_module_symbol (module, "nettle_md5_init", (gpointer *) &nettle.init)
                     && g_module_symbol (module, "nettle_md5_update", (gpointer *) &nettle.update)
                     && g_module_symbol (module, "nettle_md5_digest", (gpointer *) &nettle.digest);
  g_module_make_resident (module);
}

/* Returns whether nettle is there. */
static gboolean
load_nettle (void)
{
  static gsize was_tried;

  if (g_once_init_enter (&was_tried))
    {
      find_functions ();
      g_once_init_leave (&was_tried, 1);
    }
  return nettle.is_loaded;
}

static void
sum_by_nettle (HBaseSlice material, guint8 *sum)
{
  struct md5_ctx md5;

  nettle.init (&md5);
  nettle.update (&md5, material.length, hbase_slice_bytes (material));
  nettle.digest (&md5, HBASE_MD5_LENGTH, sum);
}

static void
sum_by_glib (HBaseSlice material, guint8 *sum)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_MD5);
  gsize length = HBASE_MD5_LENGTH;

  g_checksum_update (checksum, hbase_slice_bytes (material), (gssize) material.length);
  g_checksum_get_digest (checksum, sum, &length);
}

void
hbase_md5 (HBaseSlice material, guint8 *sum)
{
  if (load_nettle ())
    sum_by_nettle (material, sum);
  else
    sum_by_glib (material, sum);
}
