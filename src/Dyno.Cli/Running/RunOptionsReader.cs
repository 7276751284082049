namespace Dyno.Cli;

/// <summary>Turns the options that every kind of load has into <see cref="RunOptions"/>.</summary>
internal static class RunOptionsReader
{
    /// <summary>Reads the options.</summary>
    /// <param name="parsed">A command line. A value that the parser refused counts as not given.</param>
    /// <param name="subjectArguments">Arguments of the program under test.</param>
    public static RunOptions Read(ParseResult parsed, SharedOptions shared, RequestedLoad load, IReadOnlyList<string> subjectArguments)
    {
        var failOn = parsed.ValidValue(shared.FailOn) ?? [];
        var asked = shared.Fleet.Read(parsed);
        return new RunOptions
        {
            Load = asked is { IsLoadHere: false } fleet ? new AskedFleet(load, fleet with { Words = FleetWords.Of(parsed, shared) }) : load,
            Subject = ReadSubject(parsed, shared, subjectArguments),
            SubjectFleet = asked?.SubjectOn is null ? null : asked,
            Observe = Enum.TryParse<ObserveLevel>(parsed.ValidValue(shared.Observe), ignoreCase: true, out var level) ? level : null,
            Elsewhere = ReadElsewhere(parsed.ValidValue(shared.ServerMetrics), parsed.ValidValue(shared.ServerOtlp)),
            Name = parsed.ValidValue(shared.RunName),
            Reports = ReportSymbols.TargetsOf(parsed, shared.Format),
            ResultFile = parsed.ValidValue(shared.Result),
            SummaryFile = parsed.ValidValue(shared.SummaryExport),
            IsStored = !parsed.ValidValue(shared.NoStore),
            FailsOnVoid = failOn.Contains("void"),
            FailsOnCheck = failOn.Contains("check"),
            FailsOnGrowth = failOn.Contains("growth"),
            Profiles = parsed.ValidValue(shared.Profile),
            IsQuiet = parsed.ValidValue(shared.Quiet) ?? false,
            IsVerbose = parsed.ValidValue(shared.Verbose) ?? false,
        };
    }

    private static ServerElsewhere? ReadElsewhere(string? page, string? listening) =>
        page is null && listening is null ? null : new ServerElsewhere(page, listening);

    private static SubjectRequest? ReadSubject(ParseResult parsed, SharedOptions shared, IReadOnlyList<string> arguments) =>
        parsed.ValidValue(shared.Subject) is not { } path ? null : new SubjectRequest
        {
            Path = path,
            Framework = parsed.ValidValue(shared.Framework),
            Runtime = parsed.ValidValue(shared.Runtime),
            Environment = [.. parsed.ValidValue(shared.SubjectEnvironment) ?? []],
            Arguments = [.. arguments],
            Port = parsed.ValidValue(shared.SubjectPort),
            ReadyPath = parsed.ValidValue(shared.Ready),
            ReadyTimeout = parsed.ValidValue(shared.ReadyTimeout),
            Instances = parsed.ValidValue(shared.Instances) ?? 1,
            IsPinned = !parsed.ValidValue(shared.NoPin),
            KeepsFiles = parsed.ValidValue(shared.KeepFiles),
        };
}
