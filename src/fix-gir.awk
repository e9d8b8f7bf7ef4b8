# SPDX-License-Identifier: LGPL-2.1-or-later
# Corrects what g-ir-scanner 1.74 gets wrong in the GIR whose C types begin with `prefix`: it leaves out the C types
# of containers' elements. Without them elements aren't pointers in the typelib, and GJS treats an array of pointers
# as one of structures: it crashes in tests/api/test-gjs.js.

function c_type (name) {
  if (name == "utf8")
    return "char*"
  if (name ~ /^g[a-z0-9]+$/)
    return name
  if (sub (/^HBase\./, "HBase", name))
    return name "*"
  if (name ~ /\./)
    return "G" substr (name, index (name, ".") + 1) "*"
  return prefix name "*"
}

is_in_container && match ($0, /<type name="[^"]*"\/>/) {
  name = substr ($0, RSTART + 12, RLENGTH - 15)
  sub (/"\/>/, "\" c:type=\"" c_type(name) "\"/>")
}

{
  is_in_container = /<array / || /<type name="GLib\.S?List"/
  print
}
