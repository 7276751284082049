using System.ComponentModel;
using System.Diagnostics;
using System.Text.Json.Serialization;

namespace Dyno.Reporting.Tests;

/// <summary>Headless Chromium, driven by playwright-core from the folder <c>web</c>, whose npm packages are installed on first use.</summary>
internal static class Browser
{
    /// <summary>Where the pictures of the pages are kept.</summary>
    public static readonly string Screenshots = Path.Combine(RepositoryRoot.Path, "artifacts", "screenshots");

    private static readonly string Web = Path.Combine(RepositoryRoot.Path, "web");
    private static readonly JsonSerializerOptions Spelling = new(JsonSerializerDefaults.Web) { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };

    /// <summary>Opens each page in a window of its own.</summary>
    public static IReadOnlyList<PageAnswer> Open(params IEnumerable<PageJob> jobs)
    {
        Directory.CreateDirectory(Screenshots);
        return JsonSerializer.Deserialize<List<PageAnswer>>(Node("test/browser.mjs", JsonSerializer.Serialize(jobs, Spelling)), Spelling)!;
    }

    /// <summary>Runs a script in <c>web</c>.</summary>
    public static string Node(string script, string input = "", params string[] arguments)
    {
        Install();
        return Run("node", [script, .. arguments], input);
    }

    private static void Install()
    {
        // Another test process may be installing, too.
        using var gate = Lock(Path.Combine(Path.GetTempPath(), "dyno-web-npm.lock"));
        if (!File.Exists(Path.Combine(Web, "node_modules", ".package-lock.json")))
            Run(OperatingSystem.IsWindows() ? "npm.cmd" : "npm", ["ci", "--no-audit", "--no-fund"], "");
    }

    private static string Run(string program, string[] arguments, string input)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = Web,
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
            : throw new InvalidOperationException($"{program} {string.Join(' ', arguments)} failed: {output.Result}{errors.Result}");
    }

    private static Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception missing)
        {
            throw new InvalidOperationException(
                $"{start.FileName} was not found, and the tests of the HTML report need it: install Node.js 18 or newer with npm (Debian, Ubuntu: apt-get install nodejs npm)", missing);
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

/// <summary>A page to open.</summary>
internal sealed record PageJob(string File)
{
    public string Scheme { get; init; } = "light";

    public int Width { get; init; } = 1280;

    /// <summary>Where its picture is kept.</summary>
    public string? Screenshot { get; init; }

    /// <summary>Where it is printed to.</summary>
    public string? Pdf { get; init; }

    /// <summary>An expression to evaluate in the page.</summary>
    public string? Script { get; init; }

    public bool WantsAxe { get; init; }

    public bool HasScripts { get; init; } = true;
}

/// <summary>What a page did.</summary>
internal sealed record PageAnswer
{
    /// <summary>Errors and warnings of the console, and exceptions.</summary>
    public required string[] Errors { get; init; }

    /// <summary>Everything it fetched, itself included.</summary>
    public required string[] Requests { get; init; }

    /// <summary>What it said in dialogs.</summary>
    public required string[] Dialogs { get; init; }

    /// <summary>What axe-core found.</summary>
    public AxeFinding[] Axe { get; init; } = [];

    /// <summary>What the job's script returned.</summary>
    public JsonElement Value { get; init; }
}

/// <summary>A finding of axe-core.</summary>
internal sealed record AxeFinding(string Id, string Impact, string Help, string[] Nodes);
