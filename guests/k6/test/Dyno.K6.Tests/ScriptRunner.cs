using System.Collections.Immutable;

namespace Dyno.K6.Tests;

/// <summary>What a script did, seen from outside.</summary>
internal sealed record ScriptOutcome
{
    public RunResult? Result { get; init; }

    /// <summary>As the command line would end it.</summary>
    public int ExitCode { get; init; }

    public string Log { get; init; } = "";

    public string Summary { get; init; } = "";

    public IReadOnlyList<SummaryOutput> Outputs { get; init; } = [];

    public string ExportJson { get; init; } = "";

    public IReadOnlyList<string> Warnings { get; init; } = [];

    public string Error { get; init; } = "";

    public string[] LogLines => Log.Split('\n', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>A figure of a metric.</summary>
    public double Metric(string name, string figure) => Result!.Measured.Metrics.Single(m => m.Name == name).Values[figure];

    public bool Has(string name) => Result!.Measured.Metrics.Any(m => m.Name == name);
}

/// <summary>Runs scripts in this process, as the command line does.</summary>
internal static class ScriptRunner
{
    public static async Task<ScriptOutcome> RunAsync(string script, KestrelServer? server = null, Action<Dictionary<string, string>>? environment = null,
        Func<K6Request, K6Request>? change = null, SummaryRequest? summary = null)
    {
        var log = new StringWriter();
        var variables = new Dictionary<string, string>(StringComparer.Ordinal);
        if (server is not null) variables["BASE"] = server.Url.AbsoluteUri.TrimEnd('/');
        var fromEnvironment = new Dictionary<string, string>(StringComparer.Ordinal);
        environment?.Invoke(fromEnvironment);
        var request = new K6Request
        {
            Script = "script.js",
            Text = script,
            Folder = Path.GetTempPath(),
            Variables = variables.ToImmutableSortedDictionary(),
            Environment = fromEnvironment.ToImmutableSortedDictionary(),
            Log = new ScriptLog(log, LogFormat.Raw, isVerbose: false, TimeProvider.System),
        };
        if (change is not null) request = change(request);
        if (summary?.Mode == "full") request = request with { KeepsParts = true };
        var warnings = new List<string>();
        try
        {
            using var session = await K6Session.OpenAsync(request, warnings);
            var result = await RunAsync(session, request);
            var written = await session.FinishAsync(result, summary ?? new SummaryRequest());
            return new ScriptOutcome
            {
                Result = written.Result,
                ExitCode = session.Failure?.ExitsWith ?? (result.Thresholds.Any(t => !t.Passed) ? 99 : 0),
                Error = session.Failure?.Message ?? "",
                Log = log.ToString(),
                Summary = string.Concat(written.Outputs.Where(o => o.Target == "stdout").Select(o => o.Text)),
                Outputs = written.Outputs,
                ExportJson = written.ExportJson,
                Warnings = warnings,
            };
        }
        catch (UserFault failure)
        {
            return new ScriptOutcome { ExitCode = failure.ExitsWith, Error = failure.Message, Log = log.ToString(), Warnings = warnings };
        }
    }

    private static async Task<RunResult> RunAsync(K6Session session, K6Request request)
    {
        try
        {
            return await Runner.RunAsync(session.Plan, session.With(new RunnerOptions { Machine = new QuietMachine(), Signals = request.Signals }));
        }
        catch (UserFault) when (session.Failure is { } failure)
        {
            throw failure;
        }
    }

    private sealed class QuietMachine : IMachineProbe
    {
        public void Begin()
        {
        }

        public EnvironmentRecord End() => new() { OperatingSystem = "test", Architecture = "X64", LogicalCpus = 2 };
    }
}
