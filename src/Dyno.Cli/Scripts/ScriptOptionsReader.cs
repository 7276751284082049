using System.Collections.Immutable;
using System.CommandLine;
using Dyno.Cli.Parsing;
using Dyno.Inputs;
using Dyno.K6.Options;
using Dyno.Load.Health;
using Dyno.Results.Problems;

namespace Dyno.Cli.Scripts;

/// <summary>Turns a parsed command line into <see cref="ScriptOptions"/>.</summary>
internal static class ScriptOptionsReader
{
    /// <summary>Reads the options.</summary>
    /// <param name="parsed">A command line. A value that the parser refused counts as not given.</param>
    /// <param name="symbols">The symbols of the command line.</param>
    /// <param name="problems">Receives the problems of the values.</param>
    public static ScriptOptions Read(ParseResult parsed, ScriptKind symbols, ICollection<Problem> problems) =>
        new()
        {
            Script = parsed.GetValue(symbols.Target) ?? "",
            Flags = [.. FlagsOf(parsed, symbols)],
            Variables = VariablesOf(parsed.Sound(symbols.Variables) ?? [], problems),
            ConfigFile = parsed.Sound(symbols.Config) ?? Variable("K6_CONFIG"),
            SeesEnvironment = Truth(parsed, symbols.SystemVariables, "K6_INCLUDE_SYSTEM_ENV_VARS", problems) ?? true,
            SecretSources = [.. Many(parsed, symbols.SecretSources) ?? (Variable("K6_SECRET_SOURCE") is { } source ? [source] : [])],
            NoThresholds = Truth(parsed, symbols.NoThresholds, "K6_NO_THRESHOLDS", problems) ?? false,
            HealthLimits = HealthLimitsOf(parsed.Sound(symbols.Shared.HealthLimits) ?? [], problems),
            SampleOutputs = [.. OutputsOf(parsed, symbols).Where(IsOfSamples)],
            Kind = Choice(parsed, symbols.Kind, "K6_TYPE", problems, "js", "archive"),
            Rebase = RebaseOf(parsed.Sound(symbols.Rebase), problems),
            Address = parsed.Sound(symbols.Address) ?? Variable("K6_ADDRESS"),
            IsSummaryMachineReadable = Truth(parsed, symbols.MachineSummary, "K6_NEW_MACHINE_READABLE_SUMMARY", problems) ?? false,
            SummaryMode = Truth(parsed, symbols.NoSummary, "K6_NO_SUMMARY", problems) ?? false ? "disabled"
                : Choice(parsed, symbols.SummaryMode, "K6_SUMMARY_MODE", problems, "compact", "full", "legacy", "disabled") ?? "compact",
            IsVerbose = parsed.Sound(symbols.Shared.Verbose) ?? false,
            HasColour = !(Truth(parsed, symbols.NoColor, "K6_NO_COLOR", problems) ?? false),
            LogFormat = Choice(parsed, symbols.LogFormat, "K6_LOG_FORMAT", problems, "text", "json", "raw"),
            LogOutput = parsed.Sound(symbols.LogOutput) ?? Variable("K6_LOG_OUTPUT"),
            ConsoleFile = parsed.Sound(symbols.ConsoleOutput) ?? Variable("K6_CONSOLE_OUTPUT"),
            Layout = parsed.Sound(symbols.Layout) ?? "auto",
            AsksForTraces = (parsed.Sound(symbols.Traces) ?? Variable("K6_TRACES_OUTPUT") ?? "none") != "none",
        };

    /// <summary>All outputs that <c>--out</c> names, or else the variable <c>K6_OUT</c>.</summary>
    public static string[] OutputsOf(ParseResult parsed, ScriptKind symbols) => Many(parsed, symbols.Outputs) ?? Variable("K6_OUT")?.Split(',') ?? [];

    /// <summary>Whether an output takes every sample, and not a snapshot a second.</summary>
    public static bool IsOfSamples(string output) => output.Split('=')[0] is "json" or "csv";

    private static HealthLimits HealthLimitsOf(string[] limits, ICollection<Problem> problems)
    {
        try
        {
            return InputReader.ReadHealthLimits([.. limits]);
        }
        catch (UserFault wrong)
        {
            foreach (var problem in wrong.Problems) problems.Add(problem);
            return new HealthLimits();
        }
    }

    private static Uri? RebaseOf(string? text, ICollection<Problem> problems)
    {
        if (text is null) return null;
        if (Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https") return url;
        problems.Add(Wrong("--rebase", $"'{text}' is not the URL of a server", "write the URL that the script uses, such as http://localhost:5000"));
        return null;
    }

    private static IEnumerable<(string Option, string Flag, string Value)> FlagsOf(ParseResult parsed, ScriptKind s)
    {
        (string Name, Option<string?> Option)[] texts =
        [
            ("vus", s.Users), ("duration", s.Length), ("iterations", s.Iterations), ("executionSegment", s.Segment),
            ("executionSegmentSequence", s.Sequence), ("rps", s.Rps), ("minIterationDuration", s.MinIteration), ("userAgent", s.UserAgent),
            ("batch", s.Batch), ("batchPerHost", s.BatchPerHost), ("maxRedirects", s.MaxRedirects), ("httpDebug", s.HttpDebug),
            ("dns", s.Dns), ("summaryTrendStats", s.TrendStats), ("summaryTimeUnit", s.TimeUnit), ("systemTags", s.SystemTags),
            ("localIPs", s.LocalIps), ("features", s.Features),
        ];
        foreach (var (name, option) in texts)
            if (parsed.Sound(option) is { } value) yield return (name, option.Name, value);
        (string Name, Option<bool?> Option)[] switches =
        [
            ("noSetup", s.NoSetup), ("noTeardown", s.NoTeardown), ("insecureSkipTLSVerify", s.Insecure), ("throw", s.Throw),
            ("discardResponseBodies", s.Discard), ("noConnectionReuse", s.NoReuse), ("noVUConnectionReuse", s.NoUserReuse),
            ("paused", s.Paused), ("linger", s.Linger),
        ];
        foreach (var (name, option) in switches)
            if (parsed.Sound(option) is { } isOn) yield return (name, option.Name, isOn ? "true" : "false");
        foreach (var stage in parsed.Sound(s.Stages) ?? []) yield return ("stages", "--stage", stage);
        foreach (var tag in parsed.Sound(s.Tags) ?? []) yield return ("tags", "--tag", tag);
        if (parsed.Sound(s.Blacklist) is { Length: > 0 } blacklist) yield return ("blacklistIPs", "--blacklist-ip", string.Join(',', blacklist));
        if (parsed.Sound(s.BlockedNames) is { Length: > 0 } blocked) yield return ("blockHostnames", "--block-hostnames", string.Join(',', blocked));
    }

    private static ImmutableSortedDictionary<string, string> VariablesOf(string[] entries, ICollection<Problem> problems)
    {
        var variables = ImmutableSortedDictionary.CreateBuilder<string, string>(StringComparer.Ordinal);
        foreach (var entry in entries)
        {
            var equals = entry.IndexOf('=', StringComparison.Ordinal);
            if (equals == 0) problems.Add(Wrong("--env", "a variable needs a name", "write --env NAME=VALUE"));
            // A name alone passes the environment's value on, as k6 does.
            else if (equals > 0) variables[entry[..equals]] = entry[(equals + 1)..];
            else variables[entry] = Variable(entry) ?? "";
        }
        return variables.ToImmutable();
    }

    // Null when the option was not given, where the parser returns an empty list.
    private static string[]? Many(ParseResult parsed, Option<string[]> option) => parsed.Sound(option) is { Length: > 0 } given ? given : null;

    private static bool? Truth(ParseResult parsed, Option<bool?> option, string variable, ICollection<Problem> problems)
    {
        if (parsed.Sound(option) is { } given) return given;
        if (Variable(variable) is not { } text) return null;
        var truth = TruthText.Read(text);
        if (truth is null) problems.Add(Wrong(variable, $"'{text}' is neither true nor false", "write true or false"));
        return truth;
    }

    private static string? Choice(ParseResult parsed, Option<string?> option, string variable, ICollection<Problem> problems, params string[] values)
    {
        if (parsed.Sound(option) is { } given) return given;
        if (Variable(variable) is not { } text || values.Contains(text)) return Variable(variable);
        problems.Add(Wrong(variable, $"'{text}' is unknown", $"write {string.Join(" or ", values)}"));
        return null;
    }

    private static Problem Wrong(string source, string what, string instead) => new(source, null, null, what, instead);

    /// <summary>A variable of the environment; null when it is not set, or empty.</summary>
    public static string? Variable(string name) => Environment.GetEnvironmentVariable(name) is { Length: > 0 } value ? value : null;
}
