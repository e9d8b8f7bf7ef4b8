#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# The layers below io are pure: their objects refer to no socket, clock, random number, thread or file. Only splits and
# simulator, whose calculations may take long, ask whether they were cancelled.

set -eu
banned='socket|connect|accept|bind|listen|send|sendto|sendmsg|recv|recvfrom|recvmsg|poll|select|epoll_wait|open|open64|openat|fopen|read|write|fork|system
time|clock_gettime|gettimeofday|nanosleep|sleep|usleep|random|rand|srand|getrandom|getentropy|arc4random|drand48
pthread_create|g_thread_.*|g_socket_.*|g_unix_.*|g_file_.*|g_spawn_.*|g_main_.*|g_source_.*|g_timeout_.*|g_idle_.*|g_io_.*
g_get_monotonic_time|g_get_real_time|g_date_time_new_now.*|g_random_.*|g_rand_.*|g_usleep|g_timer_.*|g_task_.*|g_cancellable_.*'
pattern="^($(echo "$banned" | paste -s -d '|'))\$"

# Prints each of the objects, and what it refers to that is banned.
list_banned () {
  nm -uA "$@" | sed 's/@.*//; s/: *[Uvw] / /' | awk -v pattern="$pattern" '$2 ~ pattern'
}

# The objects of io must be found, so that the search is known to work.
for object in "$top_builddir"/src/io/pump/.libs/*pump.o "$top_builddir"/src/io/channels/.libs/*connector.o; do
  [ -n "$(list_banned "$object")" ] || {
    echo "nothing was found in $object, which has such symbols: the search doesn't work"
    exit 1
  }
done

set --
for folder in keys splits private plan lint wire simulator records operations; do
  for object in "$top_builddir/src/$folder"/.libs/*.o "$top_builddir/src/$folder"/*/.libs/*.o; do
    [ ! -e "$object" ] || set -- "$@" "$object"
  done
done
[ $# -gt 100 ] || { echo "only $# objects found"; exit 1; }
! list_banned "$@" | grep -v -E '/src/(splits|simulator)/.* g_cancellable_set_error_if_cancelled$'
