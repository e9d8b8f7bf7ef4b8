/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file gives requests over HTTP a user and a password ("basic authentication").
 *
 *  1. The function is called without a lock, so it may be called in several threads at a time. It is called
 *     only in the thread that waits for a response, never in that of a finalizer.
 *  2. Each authorization has a number. Of several requests that were refused with the same one, the first
 *     that comes asks for another one, and the others take it.
 *  3. What a function gives after it was replaced is forgotten. A function that gives nothing doesn't cost
 *     what it gave in another thread meanwhile.
 *  4. What was given is kept in memory, and is neither logged nor a part of errors. */

#include "config.h"

#include "hbase-authenticator-private.h"

#include <string.h>

/* The function and its data, which stay while they are used. */
typedef struct {
  HBaseAuthenticatorFunc func;
  gpointer data;
  GDestroyNotify destroy;
} Source;

struct _HBaseAuthenticator {
  GMutex lock;
  Source *source;      /* NULL: none */
  char *authorization; /* what its function gave; NULL: nothing */
  guint number;        /* is increased with each change of `authorization` */
};

HBaseAuthenticator *
hbase_authenticator_new (void)
{
  HBaseAuthenticator *self = g_atomic_rc_box_new0 (HBaseAuthenticator);

  g_mutex_init (&self->lock);
  return self;
}

HBaseAuthenticator *
hbase_authenticator_ref (HBaseAuthenticator *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
source_clear (Source *source)
{
  if (source->destroy != NULL)
    source->destroy (source->data);
}

static void
source_unref (Source *source)
{
  if (source != NULL)
    g_atomic_rc_box_release_full (source, (GDestroyNotify) source_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Source, source_unref)

static void
authenticator_clear (HBaseAuthenticator *self)
{
  source_unref (self->source);
  g_free (self->authorization);
  g_mutex_clear (&self->lock);
}

void
hbase_authenticator_unref (HBaseAuthenticator *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify) authenticator_clear);
}

static void
replace_authorization (HBaseAuthenticator *self, char *authorization)
{
  g_free (self->authorization);
  self->authorization = authorization;
  self->number++;
}

void
hbase_authenticator_set_func (HBaseAuthenticator *self,
                              HBaseAuthenticatorFunc func,
                              gpointer user_data,
                              GDestroyNotify destroy)
{
  Source *source = g_atomic_rc_box_new0 (Source), *old;

  *source = (Source){ func, user_data, destroy };
  g_mutex_lock (&self->lock);
  old = self->source;
  self->source = source;
  replace_authorization (self, NULL);
  g_mutex_unlock (&self->lock);
  source_unref (old);
}

/* ---- authorizations ---- */

static char *
encode (const char *user, const char *password)
{
  g_autofree char *plain = g_strconcat (user, ":", password != NULL ? password : "", NULL);
  g_autofree char *coded = g_base64_encode ((const guchar *) plain, strlen (plain));

  return g_strconcat ("Basic ", coded, NULL);
}

static gboolean
has_func (const HBaseAuthenticator *self)
{
  return self->source != NULL && self->source->func != NULL;
}

char *
hbase_authenticator_dup_authorization (HBaseAuthenticator *self, guint *number)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  const char *user = g_getenv ("HBASE_HTTP_USER");

  *number = self->number;
  if (self->authorization != NULL || has_func (self))
    return g_strdup (self->authorization);
  return user != NULL ? encode (user, g_getenv ("HBASE_HTTP_PASSWORD")) : NULL;
}

/* Returns NULL if the program gives none. */
static char *
ask (const Source *source, const char *gateway, const char *realm, gboolean was_refused)
{
  g_autofree char *user = NULL, *password = NULL;
  gboolean has_given = source->func (gateway, realm, was_refused, &user, &password, source->data);

  return has_given && user != NULL ? encode (user, password) : NULL;
}

/* Takes what the source gave. Returns whether there is an authorization that isn't the refused one. */
static gboolean
take_authorization (HBaseAuthenticator *self, const Source *source, guint refused, char *given)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  gboolean has_changed = self->number != refused;

  if (self->source != source || (has_changed ? given == NULL : g_strcmp0 (given, self->authorization) == 0))
    {
      g_free (given);
      return has_changed && self->authorization != NULL;
    }
  replace_authorization (self, given);
  return given != NULL;
}

/* Returns whether the authorization of that number has been replaced. The function is stored, if there is
 * one. */
static gboolean
has_newer (HBaseAuthenticator *self, guint number, Source **source)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (has_func (self))
    *source = g_atomic_rc_box_acquire (self->source);
  return self->number != number && self->authorization != NULL;
}

gboolean
hbase_authenticator_renew (
    HBaseAuthenticator *self, guint number, gboolean was_authorized, const char *gateway, const char *realm)
{
  g_autoptr (Source) source = NULL;

  if (has_newer (self, number, &source))
    return TRUE;
  return source != NULL
         && take_authorization (self, source, number, ask (source, gateway, realm, was_authorized));
}
