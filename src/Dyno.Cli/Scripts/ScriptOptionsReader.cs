using System.Collections.Immutable;
using System.CommandLine;
using Dyno.Cli.Parsing;
using Dyno.Cli.Running;
using Dyno.Inputs;
using Dyno.Inputs.Problems;
using Dyno.K6.Options;
using Dyno.Observation.Runtime;
using Dyno.Outputs.Kinds;

namespace Dyno.Cli.Scripts;

/// <summary>Turns a parsed command line into <see cref="ScriptOptions"/>.</summary>
internal static class ScriptOptionsReader
{
    /// <summary>Reads the options.</summary>
    /// <exception cref="InputException">A variable has no name, a limit is none.</exception>
    public static ScriptOptions Read(ParseResult parsed, ScriptSymbols symbols, IReadOnlyList<string>? programArguments = null)
    {
        var outputs = Many(parsed, symbols.Outputs) ?? Variable("K6_OUT")?.Split(',') ?? [];
        var failOn = parsed.GetValue(symbols.FailOn) ?? [];
        return new ScriptOptions
        {
            Script = parsed.GetValue(symbols.Script)!,
            Flags = [.. FlagsOf(parsed, symbols)],
            Variables = VariablesOf(parsed.GetValue(symbols.Variables) ?? []),
            ConfigFile = parsed.GetValue(symbols.Config) ?? Variable("K6_CONFIG"),
            SeesEnvironment = Truth(parsed, symbols.SystemVariables, "K6_INCLUDE_SYSTEM_ENV_VARS") ?? true,
            SecretSources = [.. Many(parsed, symbols.SecretSources) ?? (Variable("K6_SECRET_SOURCE") is { } source ? [source] : [])],
            NoThresholds = Truth(parsed, symbols.NoThresholds, "K6_NO_THRESHOLDS") ?? false,
            HealthLimits = InputReader.ReadHealthLimits([.. parsed.GetValue(symbols.HealthLimits) ?? []]),
            FailsOnVoid = failOn.Contains("void"),
            FailsOnCheck = failOn.Contains("check"),
            SampleOutputs = [.. outputs.Where(o => !IsLive(o))],
            LiveOutputs = [.. outputs.Where(IsLive)],
            Kind = Choice(parsed, symbols.Kind, "K6_TYPE", "js", "archive"),
            Subject = SubjectOf(parsed, symbols, programArguments ?? []),
            Observe = Enum.Parse<ObserveLevel>(parsed.GetValue(symbols.Observe) ?? "full", ignoreCase: true),
            Rebase = RebaseOf(parsed.GetValue(symbols.Rebase)),
            Address = parsed.GetValue(symbols.Address) ?? Variable("K6_ADDRESS"),
            SummaryFile = parsed.GetValue(symbols.SummaryExport) ?? Variable("K6_SUMMARY_EXPORT"),
            IsSummaryMachineReadable = Truth(parsed, symbols.MachineSummary, "K6_NEW_MACHINE_READABLE_SUMMARY") ?? false,
            SummaryMode = Truth(parsed, symbols.NoSummary, "K6_NO_SUMMARY") ?? false ? "disabled"
                : Choice(parsed, symbols.SummaryMode, "K6_SUMMARY_MODE", "compact", "full", "legacy", "disabled") ?? "compact",
            Reports = ReportSymbols.TargetsOf(parsed, symbols.Format),
            ResultFile = parsed.GetValue(symbols.Result),
            IsStored = !parsed.GetValue(symbols.NoStore),
            Name = parsed.GetValue(symbols.RunName),
            IsQuiet = parsed.GetValue(symbols.Quiet) ?? false,
            IsVerbose = parsed.GetValue(symbols.Verbose) ?? false,
            HasColour = !(Truth(parsed, symbols.NoColor, "K6_NO_COLOR") ?? false),
            LogFormat = Choice(parsed, symbols.LogFormat, "K6_LOG_FORMAT", "text", "json", "raw"),
            LogOutput = parsed.GetValue(symbols.LogOutput) ?? Variable("K6_LOG_OUTPUT"),
            ConsoleFile = parsed.GetValue(symbols.ConsoleOutput) ?? Variable("K6_CONSOLE_OUTPUT"),
            Layout = parsed.GetValue(symbols.Layout) ?? "auto",
            AsksForTraces = (parsed.GetValue(symbols.Traces) ?? Variable("K6_TRACES_OUTPUT") ?? "none") != "none",
        };
    }

    private static bool IsLive(string output) => output.Split('=')[0] is var kind && kind is not ("json" or "csv") && OutputKinds.Names.Contains(kind);

    private static SubjectRequest? SubjectOf(ParseResult parsed, ScriptSymbols symbols, IReadOnlyList<string> programArguments) =>
        parsed.GetValue(symbols.Subject) is not { } path ? null : new SubjectRequest
        {
            Path = path,
            Framework = parsed.GetValue(symbols.Framework),
            Environment = [.. parsed.GetValue(symbols.SubjectEnvironment) ?? []],
            Arguments = [.. programArguments],
            ReadyPath = parsed.GetValue(symbols.Ready),
            ReadyTimeout = parsed.GetValue(symbols.ReadyTimeout),
            IsPinned = !parsed.GetValue(symbols.NoPin),
        };

    private static Uri? RebaseOf(string? text)
    {
        if (text is null) return null;
        if (Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https") return url;
        throw new InputException([new InputProblem("--rebase", null, null, $"'{text}' is not the URL of a server", "write what the script says: http://localhost:5000")]);
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
            if (parsed.GetValue(option) is { } value) yield return (name, option.Name, value);
        (string Name, Option<bool?> Option)[] switches =
        [
            ("noSetup", s.NoSetup), ("noTeardown", s.NoTeardown), ("insecureSkipTLSVerify", s.Insecure), ("throw", s.Throw),
            ("discardResponseBodies", s.Discard), ("noConnectionReuse", s.NoReuse), ("noVUConnectionReuse", s.NoUserReuse),
            ("paused", s.Paused), ("linger", s.Linger),
        ];
        foreach (var (name, option) in switches)
            if (parsed.GetValue(option) is { } isOn) yield return (name, option.Name, isOn ? "true" : "false");
        foreach (var stage in parsed.GetValue(s.Stages) ?? []) yield return ("stages", "--stage", stage);
        foreach (var tag in parsed.GetValue(s.Tags) ?? []) yield return ("tags", "--tag", tag);
        if (parsed.GetValue(s.Blacklist) is { Length: > 0 } blacklist) yield return ("blacklistIPs", "--blacklist-ip", string.Join(',', blacklist));
        if (parsed.GetValue(s.BlockedNames) is { Length: > 0 } blocked) yield return ("blockHostnames", "--block-hostnames", string.Join(',', blocked));
    }

    private static ImmutableSortedDictionary<string, string> VariablesOf(string[] entries)
    {
        var variables = ImmutableSortedDictionary.CreateBuilder<string, string>(StringComparer.Ordinal);
        foreach (var entry in entries)
        {
            var equals = entry.IndexOf('=', StringComparison.Ordinal);
            if (equals == 0) throw new InputException([new InputProblem("--env", null, null, "a variable needs a name", "write --env NAME=VALUE")]);
            // A name alone passes the environment's value on, as k6 does.
            if (equals > 0) variables[entry[..equals]] = entry[(equals + 1)..];
            else variables[entry] = Variable(entry) ?? "";
        }
        return variables.ToImmutable();
    }

    // Null where nothing was given: the parser makes an empty list of it.
    private static string[]? Many(ParseResult parsed, Option<string[]> option) => parsed.GetValue(option) is { Length: > 0 } given ? given : null;

    private static bool? Truth(ParseResult parsed, Option<bool?> option, string variable)
    {
        if (parsed.GetValue(option) is { } given) return given;
        if (Variable(variable) is not { } text) return null;
        return TruthText.Read(text) ?? throw Wrong(variable, $"'{text}' is neither true nor false", "write true or false");
    }

    private static string? Choice(ParseResult parsed, Option<string?> option, string variable, params string[] values)
    {
        if (parsed.GetValue(option) is { } given) return given;
        if (Variable(variable) is not { } text || values.Contains(text)) return Variable(variable);
        throw Wrong(variable, $"'{text}' is unknown", $"write {string.Join(" or ", values)}");
    }

    private static InputException Wrong(string variable, string what, string instead) => new([new InputProblem(variable, null, null, what, instead)]);

    private static string? Variable(string name) => Environment.GetEnvironmentVariable(name) is { Length: > 0 } value ? value : null;
}
