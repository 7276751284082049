using System.Runtime.InteropServices;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>
/// A command line of Dyno in the process of the tests, which is warm, and beside those of other tests. What needs a process of its own
/// (signals, a terminal, limits, closed streams, variables) starts a <see cref="DynoProcess"/>.
/// </summary>
internal static class DynoCommand
{
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(4);

    /// <summary>Runs a command line to its end.</summary>
    public static async Task<DynoOutcome> RunAsync(Workspace workspace, params string[] args)
    {
        return NeedsProcess(workspace, args) ? await DynoProcess.RunAsync(workspace, args) : await RunAsync(workspace, terminal => terminal, args);
    }

    /// <summary>Runs a command line whose experiments have fake trials, and its clock.</summary>
    public static Task<DynoOutcome> RunAsync(Workspace workspace, FakeTrials trials, params string[] args) => RunAsync(workspace, terminal => terminal with
    {
        Time = trials.Time,
        ConfigureRun = trials.In,
        Listen = handle =>
        {
            trials.Interrupt = () => handle(new PosixSignalContext(PosixSignal.SIGINT));
            return Stream.Null;
        },
    }, args);

    private static async Task<DynoOutcome> RunAsync(Workspace workspace, Func<Terminal, Terminal> changed, string[] args)
    {
        using var output = new MemoryStream();
        await using var text = new StreamWriter(output, new UTF8Encoding(false)) { AutoFlush = true };
        await using var error = new StringWriter();
        var terminal = changed(TerminalOf(workspace, TextWriter.Synchronized(text), TextWriter.Synchronized(error), output));
        // A command may hold its thread from the first to the last line.
        var exitCode = await Task.Run(() => CommandLine.Create(terminal, args).InvokeAsync()).WaitAsync(Longest);
        return new DynoOutcome(exitCode, InFolder(workspace, Encoding.UTF8.GetString(output.ToArray())), InFolder(workspace, error.ToString().TrimEnd('\n')));
    }

    // Files of the workspace as a process whose current folder it is names them.
    private static string InFolder(Workspace workspace, string text) =>
        text.Replace(workspace.Folder + Path.DirectorySeparatorChar, "", StringComparison.Ordinal);

    /// <summary>A terminal in the workspace's folder, without a screen.</summary>
    public static Terminal TerminalOf(Workspace workspace, TextWriter output, TextWriter error, Stream bytes)
    {
        var width = workspace.Environment.TryGetValue("COLUMNS", out var columns) ? int.Parse(columns) : Terminal.DefaultWidth;
        return new Terminal
        {
            Folder = workspace.Folder,
            IsElsewhere = true,
            Variable = name => workspace.Environment.GetValueOrDefault(name) ?? Environment.GetEnvironmentVariable(name),
            Time = TimeProvider.System,
            Listen = _ => Stream.Null, // signals belong to processes
            OpenIn = () => Stream.Null,
            OpenOut = () => bytes,
            Out = output,
            Error = error,
            Width = width,
            OutHasColour = false,
            ErrorIsLive = false,
            ErrorWidth = width,
        };
    }

    // Variables; and what has a lock on the machine, pins itself to processors, or starts Dyno again.
    private static bool NeedsProcess(Workspace workspace, string[] args) =>
        workspace.Environment.Keys.Any(name => name is not ("COLUMNS" or "TMPDIR"))
        || (Measures(args) && !args.Any(word => word is "--dry-run" or "--help"))
        || args.Contains("--fleet") || (args.Contains("--subject") && args[0] != "inspect");

    private static bool Measures(string[] args) =>
        args is ["compare" or "tune" or "why" or "bisect" or "agent" or "fleet" or "mcp" or "ui" or "doctor", ..] or ["study", "run", ..];
}
