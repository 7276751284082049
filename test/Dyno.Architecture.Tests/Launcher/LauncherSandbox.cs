using System.Diagnostics;
using Dyno.Testing;

namespace Dyno.Architecture.Tests.Launcher;

/// <summary>A checkout in miniature: the real launcher, one source file, and a dotnet that only pretends to compile.</summary>
internal sealed class LauncherSandbox : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno launcher ").FullName;

    public LauncherSandbox()
    {
        File.Copy(Path.Combine(RepositoryRoot.Path, "dyno"), Path.Combine(_folder, "dyno"));
        foreach (var file in (string[])["Directory.Build.props", "Directory.Packages.props", "global.json", ".globalconfig"])
            File.WriteAllText(Path.Combine(_folder, file), "");
        foreach (var folder in (string[])["src", "eng", "bin"]) Directory.CreateDirectory(Path.Combine(_folder, folder));
        File.WriteAllText(Source, "class Program;");
    }

    public string Source => Path.Combine(_folder, "src/Program.cs");

    /// <summary>How often the pretended compiler was called.</summary>
    public int Builds => File.Exists(Calls) ? File.ReadAllLines(Calls).Length : 0;

    private string Calls => Path.Combine(_folder, "calls");

    /// <summary>Puts a dotnet on the PATH; <paramref name="onPublish"/> sees the arguments as <c>$@</c>.</summary>
    public void InstallDotnet(string onPublish = "")
    {
        var dotnet = Path.Combine(_folder, "bin/dotnet");
        File.WriteAllText(dotnet, $$"""
            #!/bin/bash
            [[ $1 == publish ]] || { echo 10.0.100; exit 0; }
            echo "$*" >>"{{Calls}}"
            {{onPublish}}
            while [[ $1 != -o ]]; do shift; done
            mkdir -p "$2"
            printf '#!/bin/bash\necho "ran $*"\nexit 7\n' >"$2/dyno"
            chmod +x "$2/dyno"
            """);
        if (OperatingSystem.IsWindows()) return;
        File.SetUnixFileMode(dotnet, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    /// <summary>Starts the launcher with a PATH that holds the system's tools and only our dotnet.</summary>
    public async Task<(int Code, string Output, string Errors)> RunAsync(params string[] arguments)
    {
        var start = new ProcessStartInfo("bash", [Path.Combine(_folder, "dyno"), .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = "/",
        };
        start.Environment["PATH"] = Path.Combine(_folder, "bin") + ":" + LinkTools();
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, await output, await errors);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>The system's folders without the dotnet that may live in them.</summary>
    private string LinkTools()
    {
        var tools = Path.Combine(_folder, "tools");
        if (Directory.Exists(tools)) return tools;
        Directory.CreateDirectory(tools);
        foreach (var folder in (string[])["/bin", "/usr/bin"])
            foreach (var program in Directory.EnumerateFiles(folder).Where(file => Path.GetFileName(file) != "dotnet"))
                if (!Path.Exists(Path.Combine(tools, Path.GetFileName(program))))
                    File.CreateSymbolicLink(Path.Combine(tools, Path.GetFileName(program)), program);
        return tools;
    }
}
