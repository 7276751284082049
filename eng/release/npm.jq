# The npm packages that are embedded, of one lock file: what its package needs, and what that brings.
# Left out: what only makes the bundles, and sucrase's command line with what it brings.
def no_part: ["esbuild", "axe-core", "openapi-typescript", "playwright-core", "typescript", "commander", "glob", "mz", "pirates", "tinyglobby"];
. as $lock
| def reached: . as $have
    | ([$have[] | $lock.packages["node_modules/" + .].dependencies // {} | keys[]] - no_part + $have | unique) as $next
    | if $next == $have then $have else $next | reached end;
($lock.packages[""] | (.dependencies // {}) + (.devDependencies // {}) | keys) - no_part | reached
| map($lock.packages["node_modules/" + .] as $package | { name: ., version: $package.version, license: $package.license })
