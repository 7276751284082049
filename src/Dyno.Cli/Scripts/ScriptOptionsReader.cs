using System.Collections.Immutable;
using System.CommandLine;
using Dyno.Cli.Parsing;
using Dyno.Cli.Running;
using Dyno.Inputs;
using Dyno.K6.Options;
using Dyno.Load.Health;
using Dyno.Observation.Runtime;
using Dyno.Results.Problems;

namespace Dyno.Cli.Scripts;

/// <summary>Turns a parsed command line into <see cref="ScriptOptions"/>.</summary>
internal static class ScriptOptionsReader
{
    /// <summary>Reads the options.</summary>
    /// <exception cref="UserFault">All that is wrong with their values.</exception>
    public static ScriptOptions Read(ParseResult parsed, ScriptSymbols symbols, IReadOnlyList<string>? programArguments = null)
    {
        var problems = new List<Problem>();
        var options = Read(parsed, symbols, problems, programArguments);
        return problems.Count == 0 ? options : throw new UserFault([.. problems, .. ScriptProblems.Of(options)]);
    }

    /// <summary>Reads the options.</summary>
    /// <param name="parsed">A command line. What its parser refused counts as not given.</param>
    /// <param name="symbols">Its symbols.</param>
    /// <param name="problems">Takes what is wrong with their values.</param>
    /// <param name="programArguments">The words after <c>--</c>.</param>
    public static ScriptOptions Read(
        ParseResult parsed, ScriptSymbols symbols, ICollection<Problem> problems, IReadOnlyList<string>? programArguments)
    {
        var outputs = Many(parsed, symbols.Outputs) ?? Variable("K6_OUT")?.Split(',') ?? [];
        var failOn = parsed.Sound(symbols.FailOn) ?? [];
        return new ScriptOptions
        {
            Script = parsed.GetValue(symbols.Script) ?? "",
            Flags = [.. FlagsOf(parsed, symbols)],
            Variables = VariablesOf(parsed.Sound(symbols.Variables) ?? [], problems),
            ConfigFile = parsed.Sound(symbols.Config) ?? Variable("K6_CONFIG"),
            SeesEnvironment = Truth(parsed, symbols.SystemVariables, "K6_INCLUDE_SYSTEM_ENV_VARS", problems) ?? true,
            SecretSources = [.. Many(parsed, symbols.SecretSources) ?? (Variable("K6_SECRET_SOURCE") is { } source ? [source] : [])],
            NoThresholds = Truth(parsed, symbols.NoThresholds, "K6_NO_THRESHOLDS", problems) ?? false,
            HealthLimits = HealthLimitsOf(parsed.Sound(symbols.HealthLimits) ?? [], problems),
            FailsOnVoid = failOn.Contains("void"),
            FailsOnCheck = failOn.Contains("check"),
            SampleOutputs = [.. outputs.Where(IsOfSamples)],
            LiveOutputs = [.. outputs.Where(o => !IsOfSamples(o))],
            Kind = Choice(parsed, symbols.Kind, "K6_TYPE", problems, "js", "archive"),
            Subject = SubjectOf(parsed, symbols, programArguments ?? []),
            Observe = Enum.Parse<ObserveLevel>(parsed.Sound(symbols.Observe) ?? "full", ignoreCase: true),
            Rebase = RebaseOf(parsed.Sound(symbols.Rebase), problems),
            Address = parsed.Sound(symbols.Address) ?? Variable("K6_ADDRESS"),
            SummaryFile = parsed.Sound(symbols.SummaryExport) ?? Variable("K6_SUMMARY_EXPORT"),
            IsSummaryMachineReadable = Truth(parsed, symbols.MachineSummary, "K6_NEW_MACHINE_READABLE_SUMMARY", problems) ?? false,
            SummaryMode = Truth(parsed, symbols.NoSummary, "K6_NO_SUMMARY", problems) ?? false ? "disabled"
                : Choice(parsed, symbols.SummaryMode, "K6_SUMMARY_MODE", problems, "compact", "full", "legacy", "disabled") ?? "compact",
            Reports = ReportSymbols.TargetsOf(parsed, symbols.Format),
            ResultFile = parsed.Sound(symbols.Result),
            IsStored = !parsed.Sound(symbols.NoStore),
            Name = parsed.Sound(symbols.RunName),
            IsQuiet = parsed.Sound(symbols.Quiet) ?? false,
            IsVerbose = parsed.Sound(symbols.Verbose) ?? false,
            HasColour = !(Truth(parsed, symbols.NoColor, "K6_NO_COLOR", problems) ?? false),
            LogFormat = Choice(parsed, symbols.LogFormat, "K6_LOG_FORMAT", problems, "text", "json", "raw"),
            LogOutput = parsed.Sound(symbols.LogOutput) ?? Variable("K6_LOG_OUTPUT"),
            ConsoleFile = parsed.Sound(symbols.ConsoleOutput) ?? Variable("K6_CONSOLE_OUTPUT"),
            Layout = parsed.Sound(symbols.Layout) ?? "auto",
            AsksForTraces = (parsed.Sound(symbols.Traces) ?? Variable("K6_TRACES_OUTPUT") ?? "none") != "none",
        };
    }

    private static bool IsOfSamples(string output) => output.Split('=')[0] is "json" or "csv";

    private static SubjectRequest? SubjectOf(ParseResult parsed, ScriptSymbols symbols, IReadOnlyList<string> programArguments) =>
        parsed.Sound(symbols.Subject) is not { } path ? null : new SubjectRequest
        {
            Path = path,
            Framework = parsed.Sound(symbols.Framework),
            Environment = [.. parsed.Sound(symbols.SubjectEnvironment) ?? []],
            Arguments = [.. programArguments],
            ReadyPath = parsed.Sound(symbols.Ready),
            ReadyTimeout = parsed.Sound(symbols.ReadyTimeout),
            Instances = parsed.Sound(symbols.Instances) ?? 1,
            IsPinned = !parsed.Sound(symbols.NoPin),
        };

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
        problems.Add(Wrong("--rebase", $"'{text}' is not the URL of a server", "write what the script says: http://localhost:5000"));
        return null;
    }

    private static IEnumerable<(string Option, string Flag, string Value)> FlagsOf(ParseResult parsed, ScriptSymbols s)
    {
        (string Name, Option<string?> Option)[] texts =
        [
            ("vus", s.Users), ("duration", s.Length), ("iterations", s.Iterations), ("executionSegment", s.Segment),
            ("executionSegmentSequence", s.Sequence), ("rps", s.Rps), ("minIterationDuration", s.MinIteration), ("userAgent", s.UserAgent),
            ("batch", s.Batch), ("batchPerHost", s.BatchPerHost), ("maxRedirects", s.MaxRedirects), ("httpDebug", s.HttpDebug),
            ("dns", s.Dns), ("summaryTrendStats", s.TrendStats), ("summaryTimeUnit", s.TimeUnit), ("systemTags", s.SystemTags),
            ("localIPs", s.LocalIps),
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

    // Null where nothing was given: the parser makes an empty list of it.
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

    private static string? Variable(string name) => Environment.GetEnvironmentVariable(name) is { Length: > 0 } value ? value : null;
}
