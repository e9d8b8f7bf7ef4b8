/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define BROWSER_APPLICATION_ID "org.hbase_glib.Browser"

/* The browser. Its command line has the URIs of databases, each of which is opened in a window. */
#define BROWSER_TYPE_APPLICATION (browser_application_get_type ())
G_DECLARE_FINAL_TYPE (BrowserApplication, browser_application, BROWSER, APPLICATION, AdwApplication)

BrowserApplication *browser_application_new (void);

G_END_DECLS
