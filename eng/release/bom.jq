# The bill of materials of an archive: that of the tool of CycloneDX, and what the tool does not see.
# $deps: the list of what the program loads; $npm: packages that are embedded; $time: of the commit.
def runtimes: $deps[0].libraries | to_entries | map(select(.value.type == "runtimepack") | .key | ltrimstr("runtimepack.") | split("/")
  | { type: "framework", "bom-ref": "pkg:nuget/\(.[0])@\(.[1])", name: .[0], version: .[1], purl: "pkg:nuget/\(.[0])@\(.[1])",
      licenses: [{ license: { id: "MIT" } }] });
def embedded: $npm | map({ type: "library", "bom-ref": "pkg:npm/\(.name | sub("^@"; "%40"))@\(.version)", name, version,
  purl: "pkg:npm/\(.name | sub("^@"; "%40"))@\(.version)", licenses: [{ license: { id: .license } }] });
# Packages that name their licence by a file in them.
def licence: if .licenses then . elif .name | startswith("Microsoft.ClearScript.V8.Native.") then .licenses = [{ expression: "MIT AND BSD-3-Clause" }]
  elif .name | startswith("Microsoft.ClearScript.") then .licenses = [{ license: { id: "MIT" } }] else . end;
.metadata.timestamp = $time
| .components |= map(licence)
| .components += runtimes + embedded
| (($deps[0].libraries | to_entries | map(select(.value.type == "package") | .key | ascii_downcase))
    - (.components | map("\(.name)/\(.version)" | ascii_downcase))) as $left_out
| if $left_out == [] then . else error("the bill lacks what the program loads: \($left_out | join(", "))") end
