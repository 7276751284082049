#!/bin/bash
# .NET SDK 10.0.401: each "dotnet build" and "dotnet publish" leaves two empty folders with names of six random characters in the folder for
# temporary files, also where the build is up to date and nothing is compiled; "dotnet restore", "dotnet clean" and "dotnet msbuild" leave none.
# A tool that builds two revisions for every comparison leaves a folder of hundreds of them.
# Seen with SDK 10.0.401 on Linux: build 2, publish 2, restore 0, clean 0.
# Needs: the .NET SDK 10.0.401.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 DOTNET_CLI_USE_MSBUILD_SERVER=0 MSBUILDDISABLENODEREUSE=1
mkdir app; cd app
echo '{ "sdk": { "version": "10.0.401", "rollForward": "disable" } }' > global.json
echo '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>' > app.csproj
echo 'public class C;' > C.cs
dotnet build -v q > build.log
left() {
  mkdir "$dir/$1"
  TMPDIR="$dir/$1" dotnet "$@" -v q > "$1.log"
  find "$dir/$1" -mindepth 1 -maxdepth 1 -type d -empty -name '??????' | wc -l
}
build=$(left build) publish=$(left publish) restore=$(left restore) clean=$(left clean)
echo "empty folders left: build $build, publish $publish, restore $restore, clean $clean"
[ "$build $publish $restore $clean" = "2 2 0 0" ] || { echo "CHANGED"; exit 1; }
