# SPDX-License-Identifier: LGPL-2.1-or-later
# Completes the words of hbase-glib in fish: the program itself knows what can follow.

function __hbase_glib_words
    set -l tool (commandline -opc)[1]
    set -l words ($tool complete -- (commandline -cp) 2>/dev/null)
    # fish quotes what it inserts, so quotes are removed. A word that isn't whole has no closing quote.
    string replace --regex "^('.*[=:,])\$" "\$1'" -- $words | string unescape
end

# Where no word can follow, files do.
complete --command hbase-glib --condition 'count (__hbase_glib_words) >/dev/null' --no-files --arguments '(__hbase_glib_words)'
