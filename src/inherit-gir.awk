# SPDX-License-Identifier: LGPL-2.1-or-later
# Gives the functions of a base to the types that begin with it. In C hbase_mutation_set_durability (HBASE_MUTATION (put), …) sets the durability
# of a put, as of any mutation. Boxed types have no bases, and PyGObject has no other light types with bases before version 3.47; but a typelib
# may name one C function several times. So other languages find the function as a method of Put, of Append, and so on, with the type of each.

BEGIN {
  heirs["Mutation"] = "Append Delete Increment Put"
  heirs["Query"] = "Get Scan"

  # What a type refuses, or ignores, isn't a method of it.
  lacks["Append"] = lacks["Increment"] = "_timestamp$"
  lacks["Delete"] = "_(time_to_live|cell_visibility|return_results)$"
  lacks["Put"] = "_return_results$"
  lacks["Get"] = lacks["Scan"] = "^$"

  # Methods that take a mutation have a name for each type.
  takers["Batch", "add"] = "append:Append delete:Delete increment:Increment put:Put"
  takers["RowMutations", "add"] = "add_delete:Delete add_put:Put"
}

function attribute (line, name) {
  return match (line, " " name "=\"[^\"]*\"") ? substr (line, RSTART + length (name) + 3, RLENGTH - length (name) - 4) : ""
}

# The text with another type in the place of the base.
function retype (text, base, type) {
  gsub ("name=\"" base "\"", "name=\"" type "\"", text)
  gsub ("HBase" base "\\*", "HBase" type "*", text)
  return text
}

function base_of (text, base) {
  for (base in heirs)
    if (text ~ "<type name=\"" base "\"")
      return base
  return ""
}

function inherit (type, base, i) {
  for (base in heirs)
    if ((" " heirs[base] " ") ~ (" " type " "))
      for (i = 1; i <= n_methods[base]; i++)
        if (attribute(methods[base, i], "name") !~ lacks[type])
          printf "%s", retype(methods[base, i], base, type)
}

function print_for_each (text, name, names, i, n, words, pair) {
  n = split (names, words, " ")
  for (i = 1; i <= n; i++) {
    split (words[i], pair, ":")
    method = retype(text, "Mutation", pair[2])
    gsub ("=\"" name, "=\"" pair[1], method)
    printf "%s", method
  }
}

function end_method (name) {
  name = attribute(method_text, "name")
  sub (/_(async|finish)$/, "", name)
  if (owner in heirs)
    methods[owner, ++n_methods[owner]] = method_text
  else if ((owner, name) in takers)
    print_for_each(method_text, name, takers[owner, name])
  else
    printf "%s", method_text
}

# The first time the bases' methods are read, the second time the rest is printed.
{
  is_first = FNR == NR
}

/^    <(record|class|interface) / {
  owner = attribute($0, "name")
}

/^      <method / {
  method_text = ""
  is_in_method = 1
}

is_in_method {
  method_text = method_text $0 "\n"
  if (/^      <\/method>/) {
    is_in_method = 0
    if (is_first == (owner in heirs))
      end_method()
  }
  next
}

!is_first && /^    <\/record>/ {
  inherit(owner)
}

!is_first && !(owner in heirs) {
  print
}

/^    <\/(record|class|interface)>/ {
  owner = ""
}
