/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Shows the tables of HBase in windows:
 *
 *   hbase-browser [URI…]
 *
 * It uses the public interface of hbase-glib only. */

#include "config.h"

#include <locale.h>

#include "browser-application.h"

int
main (int argc, char **argv)
{
  g_autoptr (BrowserApplication) application = NULL;

  setlocale (LC_ALL, "");
  application = browser_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
