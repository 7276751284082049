using System.CommandLine;
using Dyno.Cli.Fleets;
using Dyno.Cli.Loads;
using Dyno.Cli.Observing;
using Dyno.Cli.Parsing;
using Dyno.Observation.Runtime;

namespace Dyno.Cli.Running;

/// <summary>Turns the options that every kind of load has into <see cref="RunOptions"/>.</summary>
internal static class RunOptionsReader
{
    /// <summary>Reads the options.</summary>
    /// <param name="parsed">A command line. A value that the parser refused counts as not given.</param>
    /// <param name="shared">The options that every kind has.</param>
    /// <param name="load">The load that was read.</param>
    /// <param name="subjectArguments">Arguments of the program under test.</param>
    public static RunOptions Read(ParseResult parsed, SharedOptions shared, AskedLoad load, IReadOnlyList<string> subjectArguments)
    {
        var failOn = parsed.Sound(shared.FailOn) ?? [];
        var asked = shared.Fleet.Read(parsed);
        return new RunOptions
        {
            Load = asked is { IsLoadHere: false } fleet ? new AskedFleet(load, fleet with { Words = FleetWords.Of(parsed, shared) }) : load,
            Subject = ReadSubject(parsed, shared, subjectArguments),
            SubjectFleet = asked?.SubjectOn is null ? null : asked,
            Observe = Enum.TryParse<ObserveLevel>(parsed.Sound(shared.Observe), ignoreCase: true, out var level) ? level : null,
            Elsewhere = ReadElsewhere(parsed.Sound(shared.ServerMetrics), parsed.Sound(shared.ServerOtlp)),
            Name = parsed.Sound(shared.RunName),
            Reports = ReportSymbols.TargetsOf(parsed, shared.Format),
            ResultFile = parsed.Sound(shared.Result),
            SummaryFile = parsed.Sound(shared.SummaryExport),
            IsStored = !parsed.Sound(shared.NoStore),
            FailsOnVoid = failOn.Contains("void"),
            FailsOnCheck = failOn.Contains("check"),
            FailsOnGrowth = failOn.Contains("growth"),
            Profiles = parsed.Sound(shared.Profile),
            IsQuiet = parsed.Sound(shared.Quiet) ?? false,
            IsVerbose = parsed.Sound(shared.Verbose) ?? false,
        };
    }

    private static ServerElsewhere? ReadElsewhere(string? page, string? listening) =>
        page is null && listening is null ? null : new ServerElsewhere(page, listening);

    private static SubjectRequest? ReadSubject(ParseResult parsed, SharedOptions shared, IReadOnlyList<string> arguments) =>
        parsed.Sound(shared.Subject) is not { } path ? null : new SubjectRequest
        {
            Path = path,
            Framework = parsed.Sound(shared.Framework),
            Runtime = parsed.Sound(shared.Runtime),
            Environment = [.. parsed.Sound(shared.SubjectEnvironment) ?? []],
            Arguments = [.. arguments],
            Port = parsed.Sound(shared.SubjectPort),
            ReadyPath = parsed.Sound(shared.Ready),
            ReadyTimeout = parsed.Sound(shared.ReadyTimeout),
            Instances = parsed.Sound(shared.Instances) ?? 1,
            IsPinned = !parsed.Sound(shared.NoPin),
            KeepsFiles = parsed.Sound(shared.KeepFiles),
        };
}
