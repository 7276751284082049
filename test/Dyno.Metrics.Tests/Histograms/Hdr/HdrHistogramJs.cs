using System.ComponentModel;
using System.Diagnostics;
using System.Text.Json;

namespace Dyno.Metrics.Tests;

/// <summary>
/// The npm package hdr-histogram-js, run by node in the folder <c>node</c> beside these tests; installed on first use.
/// </summary>
public sealed class HdrHistogramJs
{
    private static readonly string Folder = Path.Combine(RepositoryRoot.Path, "test", "Dyno.Metrics.Tests", "node");

    public HdrHistogramJs()
    {
        // Another test process may be installing, too.
        using var gate = Lock(Path.Combine(Path.GetTempPath(), "dyno-metrics-tests-npm.lock"));
        if (!File.Exists(Path.Combine(Folder, "node_modules", "hdr-histogram-js", "package.json")))
            Run(OperatingSystem.IsWindows() ? "npm.cmd" : "npm", ["ci", "--no-audit", "--no-fund"], "");
    }

    internal static JsonElement Ask(object job)
    {
        var answer = Run("node", ["interop.js"], JsonSerializer.Serialize(new[] { job }));
        return JsonDocument.Parse(answer).RootElement[0];
    }

    private static string Run(string program, string[] arguments, string input)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = Folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Start(start);
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEndAsync();
        process.StandardInput.Write(input);
        process.StandardInput.Close();
        process.WaitForExit();
        return process.ExitCode == 0
            ? output.Result
            : throw new InvalidOperationException($"{program} {string.Join(' ', arguments)} failed: {errors.Result}");
    }

    private static Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception e)
        {
            throw new InvalidOperationException(
                $"{start.FileName} was not found, and the tests against hdr-histogram-js need it: "
                + "install Node.js 18 or newer with npm (Debian, Ubuntu: apt-get install nodejs npm)",
                e);
        }
    }

    private static FileStream Lock(string path)
    {
        for (var spin = new SpinWait(); ; spin.SpinOnce())
        {
            try
            {
                return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException)
            {
                // Held by the other process: until it has installed.
            }
        }
    }
}
