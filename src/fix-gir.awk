# SPDX-License-Identifier: LGPL-2.1-or-later
# Says in the GIR what C type the elements of containers have, which g-ir-scanner 1.74 leaves out. Without it the typelib
# has elements that aren't pointers, and GJS takes an array of pointers for one of structures: it crashes, as
# tests/api/test-gjs.js shows.

function c_type (name) {
  if (name == "utf8")
    return "char*"
  if (name ~ /^g[a-z0-9]+$/)
    return name
  if (name ~ /\./)
    return "G" substr (name, index (name, ".") + 1) "*"
  return "HBase" name "*"
}

is_in_container && match ($0, /<type name="[^"]*"\/>/) {
  name = substr ($0, RSTART + 12, RLENGTH - 15)
  sub (/"\/>/, "\" c:type=\"" c_type(name) "\"/>")
}

{
  is_in_container = /<array / || /<type name="GLib\.S?List"/
  print
}
