# `./build release`: everything that a release consists of, in one folder. Read by ./build.
# What this machine cannot make is named at the end with its reason; nothing is left out in silence.

release_systems=(linux-x64 linux-arm64 osx-x64 osx-arm64 win-x64 win-arm64)

release() {
  local version= url= folder=artifacts/release systems=("${release_systems[@]}")
  while (($#)); do
    case $1 in
      --version) version=${2:?build: --version needs a version, such as 0.3.0-rc.1}; shift 2 ;;
      --url) url=${2:?build: --url needs the address of the repository}; shift 2 ;;
      --systems) read -ra systems <<<"${2:?build: --systems needs systems, such as \'linux-x64 win-x64\'}"; shift 2 ;;
      -h|--help) release_help; return ;;
      -*) echo "build: unknown option '$1'; ./build release --help lists what there is" >&2; exit 2 ;;
      *) folder=$1; shift ;;
    esac
  done
  release_check_systems "${systems[@]}"
  require_sdk
  need git=git jq=jq zip=zip
  [[ -n $version ]] && release_check_version "$version" || version=$(release_version)
  [[ -n $url ]] || url=$(release_origin)
  local work=artifacts/pack/release epoch made=() missing=()
  epoch=$(git log -1 --format=%ct)
  [[ $folder == /* ]] || folder=$PWD/$folder
  rm -rf "$folder" "$work"
  mkdir -p "$folder" "$work"
  echo "release $version, from $(git rev-parse --short HEAD), into $folder"
  local possible=()
  release_find_possible
  release_programs
  release_archives
  release_sboms
  release_debs
  release_packages
  release_manifests
  release_checksums
  release_list
}

release_help() {
  cat <<'TEXT'
./build release [FOLDER] [--version VERSION] [--systems 'SYSTEM …'] [--url URL]

Makes all of a release (default: artifacts/release): archives with their own .NET runtime, packages of Debian and NuGet,
manifests for winget and Homebrew, a bill of materials (CycloneDX) and checksums.

VERSION  default: the tag vVERSION at this commit; without a tag a preview, VERSION-preview.COMMITS
SYSTEM   default: linux-x64 linux-arm64 osx-x64 osx-arm64 win-x64 win-arm64
URL      the address of the repository, whose releases the manifests name (default: the remote origin)
TEXT
}

# --- what is released ---------------------------------------------------------------------------------------------------

release_check_systems() {
  local system
  for system; do
    [[ " ${release_systems[*]} " == *" $system "* ]] || { echo "build: '$system' is none of: ${release_systems[*]}" >&2; exit 2; }
  done
}

release_check_version() {
  [[ $1 =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || { echo "build: '$1' is no version: write it like 0.3.0 or 0.3.0-rc.1" >&2; exit 2; }
}

# The tag at this commit; otherwise a preview of what Directory.Build.props says is next.
release_version() {
  local next tag commits
  next=$(sed -n 's:.*<VersionPrefix>\(.*\)</VersionPrefix>.*:\1:p' Directory.Build.props)
  if tag=$(git describe --tags --exact-match --match 'v[0-9]*' 2>/dev/null); then
    tag=${tag#v}
    release_check_version "$tag"
    [[ ${tag%%-*} == "$next" ]] || { echo "build: the tag says ${tag%%-*} and Directory.Build.props $next: put VersionPrefix right, commit, and move the tag" >&2; exit 1; }
    git diff --quiet HEAD -- || { echo "build: the working copy differs from the tag v$tag: git stash, or --version for a trial" >&2; exit 1; }
    echo "$tag"
    return
  fi
  tag=$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null) && commits=$(git rev-list --count "$tag..HEAD") || commits=$(git rev-list --count HEAD)
  echo "$next-preview.$commits"
}

# git@host:owner/name.git and https://host/owner/name.git as a page; nothing without a remote.
release_origin() {
  local origin
  origin=$(git remote get-url origin 2>/dev/null) || return 0
  origin=${origin%.git}
  case $origin in
    https://*@*) echo "https://${origin#*@}" ;;
    https://*) echo "$origin" ;;
    git@*:*) origin=${origin#git@}; echo "https://${origin/://}" ;;
  esac
}

# made FILE WHAT, missing FILE WHY: the lines of the list at the end.
made() { made+=("$1|$2"); echo "made $1"; }
missing() { missing+=("$1|$2"); echo "NOT made: $1: $2"; }

# A step with its output in a file; its first error is the reason why something is missing.
release_log=
release_try() {
  release_log=$work/$1.log
  "${@:2}" >"$release_log" 2>&1 </dev/null
}
release_reason() {
  local line
  line=$(grep -m1 -oE '(error|warning) [A-Z]+[0-9]+: .*' "$release_log" | sed -E 's/ \[[^]]*\]$//' | cut -c1-200) || true
  echo "${line:-see $release_log}"
}

release_host() { dotnet --info | sed -n 's/^ *RID: *//p' | head -1; }

# Which systems' runtime and V8 the package feed has. The first is this one, whose program writes manual pages and completions.
release_find_possible() {
  local system
  for system in "${systems[@]}"; do
    if release_try "restore-$system" dotnet restore src/Dyno.Cli -r "$system" --artifacts-path "artifacts/pack/restore-$system" -v q \
      -p:DynoSystems="$system" -p:SelfContained=true -p:PublishReadyToRun=true "${servers[@]}"; then
      possible+=("$system")
    else
      missing "dyno-$version-$system" "$(release_reason)"
    fi
  done
  ((${#possible[@]})) || { echo 'build: the package feed has the .NET runtime of none of these systems' >&2; exit 1; }
}

# --- programs and archives ----------------------------------------------------------------------------------------------

release_common=(-c Release --artifacts-path artifacts/pack -v q -tl:off -p:DynoRelease=true -p:RunAnalyzers=false)

# One system after the other: each compiles ahead of time for a minute.
release_programs() {
  local system began programs=() joined
  joined=$(IFS=';'; echo "${possible[*]}")
  for system in "${possible[@]}"; do
    began=$SECONDS
    echo "publishing for $system …"
    if release_try "publish-$system" dotnet publish src/Dyno.Cli -r "$system" --self-contained -o "$work/dyno-$version-$system" \
      "${release_common[@]}" -p:Version="$version" -p:DynoSystems="${joined//;/%3B}" -p:PublishReadyToRun=true "${servers[@]}"; then
      echo "published after $((SECONDS - began)) s"
      programs+=("$system")
    else
      missing "dyno-$version-$system" "$(release_reason)"
    fi
  done
  possible=("${programs[@]}")
  release_share
}

# Manual pages, completions and schemas, from the program of this system.
release_share() {
  local host dyno=() share=$work/share system
  host=$(release_host)
  dyno=("$work/dyno-$version-$host/dyno")
  if [[ ! -x ${dyno[0]} ]]; then
    release_try share-program dotnet build src/Dyno.Cli "${release_common[@]}" -p:Version="$version" || { missing 'manual pages' "$(release_reason)"; return; }
    dyno=(dotnet artifacts/pack/bin/Dyno.Cli/release/dyno.dll)
  fi
  mkdir -p "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d"
  "${dyno[@]}" man "$share/man/man1" >"$work/man.log"
  "${dyno[@]}" completion bash >"$share/bash-completion/completions/dyno"
  # As a file of zsh's function path it is the function's body: it defines the function anew, and calls it the first time.
  { echo '#compdef dyno'; "${dyno[@]}" completion zsh; echo '_dyno "$@"'; } >"$share/zsh/site-functions/_dyno"
  "${dyno[@]}" completion fish >"$share/fish/vendor_completions.d/dyno.fish"
  "${dyno[@]}" completion pwsh >"$share/dyno.ps1"
  for system in "${possible[@]}"; do
    cp LICENSE CHANGELOG.md "$work/dyno-$version-$system/"
    cp -R "$share" "$work/dyno-$version-$system/share"
  done
}

# The same files make the same bytes: sorted, with the time of the commit, owned by nobody in particular.
release_archives() {
  local system name
  for system in "${possible[@]}"; do
    name=dyno-$version-$system
    find "$work/$name" -type f -exec chmod 644 {} +
    find "$work/$name" -type f \( -name dyno -o -name createdump \) -exec chmod 755 {} +
    find "$work/$name" -exec touch -h -d "@$epoch" {} +
    if [[ $system == win-* ]]; then
      (cd "$work" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -X -q -9 "$folder/$name.zip" -@)
      made "$name.zip" "the program with its .NET runtime"
    else
      tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$epoch" -cf - "$name" | gzip -9n >"$folder/$name.tar.gz"
      made "$name.tar.gz" "the program with its .NET runtime"
    fi
  done
}

# --- bill of materials --------------------------------------------------------------------------------------------------

# NuGet packages with licences and hashes by the tool of CycloneDX; what it does not see is added: the .NET runtime in an archive, and the
# npm packages that are embedded.
release_sboms() {
  local system name
  release_try sbom-tool dotnet tool restore || { missing "dyno-$version.cdx.json" "$(release_reason)"; return; }
  for system in "${possible[@]}"; do
    name=dyno-$version-$system
    if release_try "sbom-$system" dotnet tool run dotnet-CycloneDX src/Dyno.Cli/Dyno.Cli.csproj --disable-package-restore --runtime "$system" \
      --base-intermediate-output-path artifacts/pack --exclude-dev --no-serial-number --set-name dyno --set-version "$version" \
      --spec-version 1.6 --output-format Json --output "$work" --filename "$name.packages.json" \
      && release_try "sbom-components-$system" jq -e '.components | length > 0' "$work/$name.packages.json"; then
      release_bom_of "$name" >"$folder/$name.cdx.json"
      made "$name.cdx.json" "bill of materials, CycloneDX 1.6: $(jq '.components | length' "$folder/$name.cdx.json") components"
    else
      missing "$name.cdx.json" "$(release_reason)"
    fi
  done
}

release_bom_of() {
  local npm
  npm=$(for lock in eng/*/package-lock.json web/package-lock.json; do jq -f eng/release/npm.jq "$lock"; done \
    | jq -s 'add | unique_by(.name + "@" + .version)')
  jq --argjson npm "$npm" --arg time "$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)" --slurpfile deps "$work/$1/dyno.deps.json" -f eng/release/bom.jq "$work/$1.packages.json"
}

# --- Debian -------------------------------------------------------------------------------------------------------------

release_debs() {
  local pair system
  for pair in linux-x64=amd64 linux-arm64=arm64; do
    system=${pair%%=*}
    [[ " ${possible[*]} " == *" $system "* ]] || continue
    if ! command -v dpkg-deb >/dev/null; then missing "dyno_${version}_${pair#*=}.deb" 'dpkg-deb is missing: make it on Debian or Ubuntu'; continue; fi
    release_deb "$system" "${pair#*=}"
  done
}

release_deb() {
  local system=$1 architecture=$2 number=${version/-/"~"} root=$work/deb-$2 doc file size
  file=dyno_${number}_$architecture.deb
  doc=$root/usr/share/doc/dyno
  install -d "$root/DEBIAN" "$root/usr/bin" "$root/usr/lib" "$doc" "$root/usr/share/lintian/overrides" "$root/usr/share/zsh/vendor-completions"
  cp -R "$work/dyno-$version-$system" "$root/usr/lib/dyno"
  rm -rf "$root/usr/lib/dyno/share" "$root/usr/lib/dyno/LICENSE" "$root/usr/lib/dyno/CHANGELOG.md"
  ln -s ../lib/dyno/dyno "$root/usr/bin/dyno"
  cp -R "$work/share/man" "$work/share/bash-completion" "$work/share/fish" "$root/usr/share/"
  cp "$work/share/zsh/site-functions/_dyno" "$root/usr/share/zsh/vendor-completions/_dyno"
  find "$root/usr/share/man" -name '*.1' -exec gzip -9n {} +
  cp eng/release/debian/copyright "$doc/copyright"
  cp eng/release/debian/overrides "$root/usr/share/lintian/overrides/dyno"
  gzip -9nc CHANGELOG.md >"$doc/NEWS.md.gz"
  release_deb_changelog "$number" | gzip -9n >"$doc/changelog.gz"
  size=$(du -sk --apparent-size "$root/usr" | cut -f1)
  release_fill eng/release/debian/control | sed -e "s|@ARCHITECTURE@|$architecture|; s|@NUMBER@|$number|; s|@SIZE@|$size|; s|@MAINTAINER@|$(git log -1 --format='%aN <%aE>')|" \
    | sed '/^Homepage: *$/d' >"$root/DEBIAN/control"
  find "$root" -type d -exec chmod 755 {} +
  find "$root" -type f ! -path '*/usr/lib/dyno/dyno' ! -path '*/usr/lib/dyno/createdump' -exec chmod 644 {} +
  (cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
  SOURCE_DATE_EPOCH=$epoch dpkg-deb --root-owner-group -Zxz --build "$root" "$folder/$file" >"$work/deb-$architecture.log"
  release_lint "$file"
}

release_deb_changelog() {
  printf 'dyno (%s) stable; urgency=medium\n\n  * What changed is in /usr/share/doc/dyno/NEWS.md.gz.\n\n -- %s  %s\n' \
    "$1" "$(git log -1 --format='%aN <%aE>')" "$(LC_ALL=C date -u -R -d "@$epoch")"
}

# Debian's own judge: an error or a warning that eng/release/debian/overrides does not explain is a fault of the package.
release_lint() {
  if ! command -v lintian >/dev/null; then made "$1" 'package of Debian; lintian is missing here and did not judge it'; return; fi
  if lintian --fail-on error,warning --allow-root "$folder/$1" >"$work/$1.lintian" 2>&1; then
    made "$1" 'package of Debian, judged by lintian'
  else
    cat "$work/$1.lintian" >&2
    mv "$folder/$1" "$work/$1"
    missing "$1" 'lintian found faults (above)'
  fi
}

# --- NuGet --------------------------------------------------------------------------------------------------------------

release_packages() {
  local joined package
  joined=$(IFS=';'; echo "${possible[*]}")
  if release_try packages pack_all "$folder" -p:DynoSystems="${joined//;/%3B}" -p:Version="$version" -p:DynoRelease=true; then
    for package in "$folder"/*.nupkg; do made "${package##*/}" 'package of NuGet'; done
    for package in "$folder"/*.snupkg; do [[ ! -e $package ]] || made "${package##*/}" 'its symbols'; done
  else
    missing "dyno.$version.nupkg" "$(release_reason)"
  fi
}

# --- manifests ----------------------------------------------------------------------------------------------------------

# release_fill FILE: the template with version, address and checksums; fails where an archive is missing.
release_fill() {
  local system archive sum script="s|@VERSION@|$version|g; s|@URL@|$url|g"
  for system in "${release_systems[@]}"; do
    archive=dyno-$version-$system.tar.gz
    [[ $system == win-* ]] && archive=dyno-$version-$system.zip
    [[ -f $folder/$archive ]] || continue
    sum=$(sha256sum "$folder/$archive" | cut -d' ' -f1)
    script+="; s|@DOWNLOAD:$system@|$url/releases/download/v$version/$archive|g; s|@SHA256:$system@|$sum|g; s|@UPPER_SHA256:$system@|${sum^^}|g"
  done
  sed -e "$script" "$1"
}

release_manifests() {
  release_manifest eng/release/dyno.rb dyno.rb 'formula of Homebrew' "$(release_missing_of linux-x64 linux-arm64 osx-x64 osx-arm64)"
  local part
  for part in version installer locale; do
    release_manifest "eng/release/winget/$part.yaml" "winget/Dyno.Dyno$(case $part in installer) echo .installer ;; locale) echo .locale.en-US ;; esac).yaml" \
      'manifest of winget' "$(release_missing_of win-x64 win-arm64)"
  done
}

release_missing_of() {
  local system
  for system; do [[ " ${possible[*]} " == *" $system "* ]] || printf '%s ' "$system"; done
}

# release_manifest TEMPLATE FILE WHAT WITHOUT
release_manifest() {
  if [[ -z $url ]]; then missing "$2" 'where releases are published is not known: --url https://github.com/OWNER/dyno'; return; fi
  if [[ -n $4 ]]; then missing "$2" "there is no archive of ${4% }"; return; fi
  mkdir -p "$(dirname "$folder/$2")"
  release_fill "$1" >"$folder/$2"
  if grep -qE '@[A-Z0-9_:]+[a-z0-9-]*@' "$folder/$2"; then echo "build: $1: not all of it is filled" >&2; exit 1; fi
  made "$2" "$3"
}

# --- the end ------------------------------------------------------------------------------------------------------------

release_checksums() {
  (cd "$folder" && find . -type f ! -name SHA256SUMS -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum >SHA256SUMS && sha256sum --quiet -c SHA256SUMS)
  made SHA256SUMS 'checksums of all files'
}

release_list() {
  local line host
  host=$(release_host)
  {
    echo "Dyno $version, commit $(git rev-parse HEAD)"
    echo
    echo 'Made:'
    for line in "${made[@]}"; do printf '  %-44s %s\n' "${line%%|*}" "${line#*|}"; done
    echo
    echo 'Not made here:'
    for line in "${missing[@]}"; do printf '  %-44s %s\n' "${line%%|*}" "${line#*|}"; done
    echo '  images                                       docker build -f deploy/Containerfile -t dyno:VERSION . (needs a builder and its registry)'
    echo '  signatures                                   of Windows and macOS programs: they need certificates of the publisher'
    echo
    echo "Run here: the program of $host. Programs of other systems were compiled for them, and have to be tried there."
  } >"$folder/CONTENTS.txt"
  cat "$folder/CONTENTS.txt"
}
