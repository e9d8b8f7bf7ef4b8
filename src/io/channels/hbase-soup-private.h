/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <libsoup/soup.h>

/* The functions of libsoup that HTTP channels and HTTP sessions call. This library isn't linked with libsoup,
 * which needs those of Kerberos, HTTP/2 and others: to load them takes longer than many commands, and few
 * URIs are http. */

#define HBASE_SOUP_FUNCTIONS(F)                                                                              \
  F (auth_manager_get_type)                                                                                  \
  F (content_decoder_get_type)                                                                               \
  F (header_free_list)                                                                                       \
  F (header_free_param_list)                                                                                 \
  F (header_parse_list)                                                                                      \
  F (header_parse_param_list)                                                                                \
  F (message_add_flags)                                                                                      \
  F (message_body_append_bytes)                                                                              \
  F (message_body_set_accumulate)                                                                            \
  F (message_get_reason_phrase)                                                                              \
  F (message_get_request_headers)                                                                            \
  F (message_get_response_headers)                                                                           \
  F (message_get_status)                                                                                     \
  F (message_get_tls_peer_certificate_errors)                                                                \
  F (message_headers_get_content_length)                                                                     \
  F (message_headers_get_content_type)                                                                       \
  F (message_headers_get_list)                                                                               \
  F (message_headers_get_one)                                                                                \
  F (message_headers_replace)                                                                                \
  F (message_headers_set_content_length)                                                                     \
  F (message_headers_set_content_type)                                                                       \
  F (message_new_from_uri)                                                                                   \
  F (message_set_request_body_from_bytes)                                                                    \
  F (message_set_tls_client_certificate)                                                                     \
  F (server_accept_iostream)                                                                                 \
  F (server_add_early_handler)                                                                               \
  F (server_add_handler)                                                                                     \
  F (server_disconnect)                                                                                      \
  F (server_listen_socket)                                                                                   \
  F (server_message_get_method)                                                                              \
  F (server_message_get_request_body)                                                                        \
  F (server_message_get_request_headers)                                                                     \
  F (server_message_get_response_body)                                                                       \
  F (server_message_get_response_headers)                                                                    \
  F (server_message_get_uri)                                                                                 \
  F (server_message_set_response)                                                                            \
  F (server_message_set_status)                                                                              \
  F (server_new)                                                                                             \
  F (session_abort)                                                                                          \
  F (session_new_with_options)                                                                               \
  F (session_preconnect_async)                                                                               \
  F (session_preconnect_finish)                                                                              \
  F (session_remove_feature_by_type)                                                                         \
  F (session_send_async)                                                                                     \
  F (session_send_finish)                                                                                    \
  F (session_set_tls_database)

typedef struct {
#define HBASE_SOUP_DECLARE(name) __typeof__ (soup_##name) *name;
  HBASE_SOUP_FUNCTIONS (HBASE_SOUP_DECLARE)
#undef HBASE_SOUP_DECLARE
} HBaseSoup;

/* Loads libsoup, which stays loaded. Returns NULL with UNSUPPORTED if it isn't installed, or can't be used in
 * this process. Any thread. */
const HBaseSoup *hbase_soup_load (GError **error);
/* Finds the functions in the library of that name, which stays loaded then. */
gboolean hbase_soup_find (HBaseSoup *soup, const char *file, GError **error);
