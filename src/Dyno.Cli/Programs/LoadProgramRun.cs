using System.Diagnostics;
using System.Globalization;
using Dyno.Load.Engine;
using Dyno.Load.Shares;

namespace Dyno.Cli.Programs;

/// <summary>
/// One run of a load program. It leaves its results in a folder; its output goes to stderr, because stdout belongs to the
/// report. It is stopped through its standard input, whose end also tells it that Dyno is gone.
/// </summary>
internal sealed class LoadProgramRun(string assembly, IReadOnlyList<string> arguments, string resultsFolder)
{
    private const string ResultsVariable = "DYNO_RESULTS_FOLDER";

    /// <summary>Environment variables beside the inherited ones.</summary>
    public Dictionary<string, string> Environment { get; } = [];

    /// <summary>
    /// Of a share of a fleet: how long it goes on without a word. It has this process's own streams then, and speaks with the agent itself.
    /// </summary>
    public TimeSpan? Lease { get; init; }

    /// <summary>Runs it to its end.</summary>
    /// <param name="signals">Stop and abort, handed on.</param>
    /// <param name="say">Takes each line it writes.</param>
    /// <returns>Its exit code.</returns>
    public async Task<int> RunAsync(RunSignals signals, Action<string> say)
    {
        var start = new ProcessStartInfo("dotnet", [assembly, .. arguments])
        {
            RedirectStandardInput = Lease is null,
            RedirectStandardOutput = Lease is null,
            RedirectStandardError = Lease is null,
        };
        start.Environment[ResultsVariable] = resultsFolder;
        foreach (var (name, value) in Environment) start.Environment[name] = value;
        if (Lease is { } lease) start.Environment[ShareChannel.Variable] = lease.TotalSeconds.ToString(CultureInfo.InvariantCulture);
        using var program = Process.Start(start)!;
        if (Lease is not null)
        {
            await program.WaitForExitAsync(CancellationToken.None);
            return program.ExitCode;
        }
        using var stop = signals.Stopping.Register(() => Tell(program, "stop"));
        using var abort = signals.Aborting.Register(() => Tell(program, "abort"));
        await Task.WhenAll(PassOnAsync(program.StandardOutput, say), PassOnAsync(program.StandardError, say));
        await program.WaitForExitAsync(CancellationToken.None);
        return program.ExitCode;
    }

    private static async Task PassOnAsync(StreamReader from, Action<string> say)
    {
        while (await from.ReadLineAsync() is { } line) say(line);
    }

    private static void Tell(Process program, string word)
    {
        try
        {
            program.StandardInput.WriteLine(word);
            program.StandardInput.Flush();
        }
        catch (IOException)
        {
            // It has ended already.
        }
    }
}
