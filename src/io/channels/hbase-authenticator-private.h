/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* The user and password that gateways in HTTP mode get from a connection object: those that a function of
 * the program gave last; without a function, those of the environment. Any thread. */

typedef struct _HBaseAuthenticator HBaseAuthenticator;

/* The same as HBaseCredentialsFunc. */
typedef gboolean (*HBaseAuthenticatorFunc) (const char *gateway,
                                            const char *realm,
                                            gboolean was_refused,
                                            char **user,
                                            char **password,
                                            gpointer user_data);

HBaseAuthenticator *hbase_authenticator_new (void);
HBaseAuthenticator *hbase_authenticator_ref (HBaseAuthenticator *authenticator);
void hbase_authenticator_unref (HBaseAuthenticator *authenticator);

/* `func` NULL: there is no function. */
void hbase_authenticator_set_func (HBaseAuthenticator *authenticator,
                                   HBaseAuthenticatorFunc func,
                                   gpointer user_data,
                                   GDestroyNotify destroy);

/* Returns the value of the header Authorization, NULL: a request has none. `number` is stored for the next
 * function. */
char *hbase_authenticator_dup_authorization (HBaseAuthenticator *authenticator, guint *number);
/* The gateway wants "basic" authentication, in that realm unless it is NULL, and has refused a request with
 * the authorization of that number, or without one. Returns whether there is another one now, after it has
 * called the function if that is needed. */
gboolean hbase_authenticator_renew (HBaseAuthenticator *authenticator,
                                    guint number,
                                    gboolean was_authorized,
                                    const char *gateway,
                                    const char *realm);
