@echo off
rem Runs Dyno from this checkout on Windows: builds it when a source is newer than the build, then starts it.
setlocal
set "root=%~dp0"
set "target=%root%artifacts\dyno"
powershell -NoProfile -Command "$b = Get-Item '%target%\dyno.exe' -ErrorAction Ignore; $n = Get-ChildItem -ErrorAction Ignore '%root%src','%root%guests','%root%Directory.*.props','%root%global.json' -Recurse -File | Where-Object FullName -NotMatch '\\(bin|obj)\\' | Sort-Object LastWriteTimeUtc | Select-Object -Last 1; if ($b -and $b.LastWriteTimeUtc -ge $n.LastWriteTimeUtc) { exit 0 } else { exit 1 }"
if not errorlevel 1 goto run
where dotnet >nul 2>nul
if errorlevel 1 (
  echo dyno: the .NET 10 SDK is needed to build Dyno: https://dotnet.microsoft.com/download/dotnet/10.0 1>&2
  exit /b 1
)
echo dyno: building Dyno, once after each change 1>&2
dotnet publish "%root%src\Dyno.Cli" -c Release --use-current-runtime --self-contained false --artifacts-path "%root%artifacts\launch" -o "%target%" -p:DynoLauncher=true -p:PublishReadyToRun=true --disable-build-servers --nologo -v q 1>&2
if errorlevel 1 exit /b 1
copy /b "%target%\dyno.exe"+,, "%target%\dyno.exe" >nul
:run
"%target%\dyno.exe" %*
exit /b %errorlevel%
