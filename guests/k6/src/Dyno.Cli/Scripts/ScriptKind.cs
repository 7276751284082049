using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary>k6 scripts: k6's options, spelt as k6 spells them, and Dyno's own.</summary>
internal sealed class ScriptKind : LoadKind
{
    public override Argument<string?> Target { get; } = new("SCRIPT") { Description = "A k6 script (.js, .ts), an archive (.tar), or - for standard input" };

    private readonly OptionTable<ScriptOptions> _table = new();
    private readonly Option<string?> _rebase;
    private readonly Option<string?> _baseUrl;

    private const string BaseUrl = "BASE_URL";

    // dyno inspect
    private readonly Option<bool> _requirements = Flag("--execution-requirements",
        "Merge configuration, variables and flags, and add the scenarios, totalDuration and maxVUs");

    public ScriptKind()
    {
        Users = OfK6("vus", Text("--vus", "N", "Virtual users", "-u"));
        Length = OfK6("duration", Text("--duration", "TIME", "How long: 30s, 1m30s", "-d"));
        Iterations = OfK6("iterations", Text("--iterations", "N", "Iterations in all, shared by the virtual users", "-i"));
        Stages = OfK6("stages", Many("--stage", "TIME:N", "A stage: ramp the virtual users to N in this time; may be repeated", "-s"));
        Rps = OfK6("rps", Text("--rps", "N", "Maximum number of requests per second"));
        Tags = OfK6("tags", Many("--tag", "NAME=VALUE", "Tag of every sample; may be repeated"));
        Variables = _table.On(Many("--env", "NAME=VALUE", "Variable of __ENV; may be repeated", "-e")!, (script, all) => script with { Variables = VariablesOf(all) });
        _baseUrl = _table.On(Text("--base-url", "URL", "The server that the script finds in __ENV.BASE_URL, as with --subject"),
            (script, url) => script.Variables.ContainsKey(BaseUrl) ? script
                : script with { Variables = script.Variables.Add(BaseUrl, ServerOf("--base-url", url, "write http://localhost:5000").AbsoluteUri.TrimEnd('/')) });
        Config = _table.On(Text("--config", "FILE", "Options from a JSON file", "-c"), (script, file) => script with { ConfigFile = file });
        Compatibility = Choice("--compatibility-mode", "Accepted for compatibility with k6", "base", "extended", "experimental_enhanced");
        SystemVariables = Switch("--include-system-env-vars", "Copy the environment variables into __ENV (--include-system-env-vars=false: do not copy)");
        _table.On(SystemVariables, (script, isOn) => script with { SeesEnvironment = isOn });
        Scenarios = _table.On(Text("--scenario", "NAMES", "Run only these scenarios of the script, as they are; with commas between them"),
            (script, names) => script with { Scenarios = [.. names.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)] });
        Once = _table.On(Switch("--once", "One iteration of one user, with the scenario's function, variables and tags; several scenarios need --scenario"),
            (script, isOn) => script with { Once = isOn });
        var segment = OfK6("executionSegment", Text("--execution-segment", "FROM:TO", "Only a share of the load, such as 0:1/4"));
        var sequence = OfK6("executionSegmentSequence", Text("--execution-segment-sequence", "LIST", "All shares, such as 0,1/4,1/2,1"));
        var kind = _table.On(Choice("--type", "Type of the file (default: from its name)", "js", "archive"), (script, kind) => script with { Kind = kind });
        _rebase = _table.On(Text("--rebase", "URL", "Send the script's requests for this URL's host and port to the program instead"), (script, url) => script with { Rebase = ServerOf("--rebase", url, "write the URL that the script uses, such as http://localhost:5000") });
        _table.On(Shared.HealthLimits!, (script, all) => script with { HealthLimits = InputReader.ReadHealthLimits([.. all]) });
        _table.On(Shared.Verbose, (script, isOn) => script with { IsVerbose = isOn });
        _table.Add("Load",
            Users,
            Length,
            Iterations,
            Stages,
            Scenarios,
            Once,
            Rps,
            OfK6("minIterationDuration", Text("--min-iteration-duration", "TIME", "Minimum time of an iteration; a pause follows a shorter one")),
            segment,
            sequence,
            OfK6("paused", Switch("--paused", "Prepare the users, then wait until a client starts the run; needs --address", "-p")));
        _table.Add("Script",
            Variables,
            _baseUrl,
            Config,
            OfK6("noSetup", Switch("--no-setup", "Do not run setup()")),
            OfK6("noTeardown", Switch("--no-teardown", "Do not run teardown()")),
            _table.On(Many("--secret-source", "SOURCE", "Secrets for k6/secrets: file=NAME or mock=KEY=VALUE,…; may be repeated")!, (script, all) => script with { SecretSources = [.. all] }),
            _table.On(Choice("--vu-layout", "How virtual users are laid out (default: auto)", "auto", "isolated", "dense"), (script, layout) => script with { Layout = layout }),
            SystemVariables,
            kind,
            Compatibility,
            OfK6("features", Text("--features", "LIST", "Features of k6: merge-run-tags, freeze-env, async-metric-context")));
        _table.Add("Program under test (the script finds it in __ENV.BASE_URL)",
            Shared.Subject, _rebase, Shared.Framework, Shared.Runtime, Shared.SubjectEnvironment, Shared.SubjectPort, Shared.Ready,
            Shared.ReadyTimeout, Shared.Instances, Shared.Observe, Shared.ServerMetrics, Shared.ServerOtlp, Shared.NoPin, Shared.KeepFiles, Shared.Profile);
        _table.Add("Verdict",
            _table.On(Switch("--no-thresholds", "Do not evaluate thresholds"), (script, isOn) => script with { NoThresholds = isOn }),
            Shared.FailOn,
            Shared.HealthLimits);
        _table.Add("Result", ResultOptions());
        _table.Add("Several machines", [.. Shared.Fleet.Options]);
        _table.Add("Requests", RequestOptions());
        _table.Add("Log", LogOptions());
        InspectGroups = [new("Options", _requirements, Variables, Config, Users, Length, Iterations, Stages, segment, sequence, SystemVariables, kind, Compatibility)];
    }

    // dyno archive has these, too.
    public Option Users { get; }

    public Option Length { get; }

    public Option Iterations { get; }

    public Option Stages { get; }

    public Option Rps { get; }

    public Option Scenarios { get; }

    public Option Once { get; }

    public Option Tags { get; }

    public Option Variables { get; }

    public Option Config { get; }

    public Option Compatibility { get; }

    public Option<bool?> SystemVariables { get; }

    public override SharedOptions Shared { get; } = new("A report of Dyno beside k6's summary", "Debug lines, and the stack trace of an error");

    public override string Name => "k6 scripts";

    public override string WhyNot(string option) => "a script defines this in its options";

    public override string RunPurpose => "Run a k6 script, and print a result that can be trusted, or why it cannot.";

    public override string InspectPurpose => "Print the options of a k6 script as JSON. Runs its init stage, and sends nothing.";

    public override IReadOnlyList<OptionGroup> RunGroups => _table.Groups;

    public override IReadOnlyList<OptionGroup> InspectGroups { get; }

    public override IReadOnlyList<Example> RunExamples { get; } =
    [
        new("Run a script as its options say", "dyno run script.js"),
        new("10 virtual users for 30 s, with a variable", "dyno run script.js -u 10 -d 30s -e BASE_URL=http://localhost:5000"),
        new("Build and start a project, and load it: the script finds it in __ENV.BASE_URL", "dyno run script.js --subject src/Api"),
        new("The same for a script with a fixed URL", "dyno run script.js --subject src/Api --rebase http://localhost:5000"),
        new("Fail a build when a check fails; keep the summary", "dyno run script.ts --fail-on check --summary-export summary.json"),
    ];

    public override IReadOnlyList<Example> InspectExamples { get; } =
    [
        new("The options of a script", "dyno inspect script.js"),
        new("How long a script takes at most, and how many virtual users it needs", "dyno inspect script.js --execution-requirements | jq '{totalDuration, maxVUs}'"),
    ];

    public override string Epilogue => ScriptExitCodes.Text;

    public override string HelpCommand(string command) => $"dyno {command} script.js --help";

    public override bool Takes(string target) => target == "-" || LoadFiles.IsScript(target);

    /// <summary>
    /// The words, with the value of a bare <c>--http-debug</c> added: in k6 this value is optional, and a word other than full or headers
    /// is not the value.
    /// </summary>
    public override string[] WithOptionalValues(string[] words)
    {
        var spelt = (string[])words.Clone();
        for (var i = 0; i < words.Length; i++)
            if (words[i] == "--http-debug" && (i + 1 == words.Length || words[i + 1] is not ("full" or "headers"))) spelt[i] = "--http-debug=headers";
        return spelt;
    }

    public override IEnumerable<string> Contradictions(CommandResult command)
    {
        if (command.Command.Name is not ("run" or "soak")) yield break;
        foreach (var needless in Shared.WithoutSubject(command, _rebase)) yield return needless;
        if (command.GetResult(_baseUrl) is { Implicit: false } && command.GetResult(Shared.Subject) is { Implicit: false })
            yield return BaseUrlOrSubject;
    }

    public override RunOptions Read(ParseResult parsed, IReadOnlyList<string> programArguments, ICollection<Problem> problems)
    {
        var script = OptionsOf(parsed, problems);
        var outputs = script.Outputs;
        if (parsed.CommandResult.Command.Name == "inspect")
            // Inspection leaves out the environment unless it is asked for, because the output should not depend on who inspects.
            script = script with
            {
                SeesEnvironment = parsed.GetValue(SystemVariables) ?? false,
                Outputs = [],
                InspectsRequirements = parsed.GetValue(_requirements),
            };
        return RunOptionsReader.Read(parsed, Shared, new AskedScript(script), programArguments) with
        {
            Outputs = [.. outputs.Where(output => !ScriptOptions.IsOfSamples(output))],
            SummaryFile = parsed.ValidValue(Shared.SummaryExport) ?? ScriptVariables.Get("K6_SUMMARY_EXPORT"),
        };
    }

    /// <summary>The options of a command line, over those of the environment.</summary>
    /// <param name="parsed">A command line. A value that the parser refused counts as not given.</param>
    public ScriptOptions OptionsOf(ParseResult parsed, ICollection<Problem> problems) =>
        _table.Read(parsed, ScriptVariables.Read(new ScriptOptions { Script = parsed.GetValue(Target) ?? "" }, problems), problems);

    public override RequestedLoad AskedForTrials(string target) => new AskedScript(ScriptLoad.OptionsForTrials with { Script = target });

    public override ILoad ForTrials(ProgressLines progress) => ScriptLoad.ForTrials(progress);

    private Option[] ResultOptions() =>
    [
        _table.On(Choice("--summary-mode", "How much the summary shows (default: compact)", "compact", "full", "legacy", "disabled"), (script, mode) => script with { SummaryMode = mode }),
        _table.On(Switch("--no-summary", "The same as --summary-mode=disabled"), (script, isOn) => script with { HasNoSummary = isOn }),
        OfK6("summaryTrendStats", Text("--summary-trend-stats", "LIST", "Statistics of trends: avg,min,med,max,p(95),p(99),count")),
        OfK6("summaryTimeUnit", Choice("--summary-time-unit", "Unit of all times (default: a fitting unit)", "s", "ms", "us")),
        Shared.SummaryExport,
        _table.On(Switch("--new-machine-readable-summary", "Write the file of --summary-export in k6's newer, versioned form"), (script, isOn) => script with { IsSummaryMachineReadable = isOn }),
        _table.On(Many("--out", "TYPE=FILE", "Every sample: json=FILE[.gz]; a snapshot a second: csv=FILE, prometheus=HOST:PORT, otlp=URL, influxdb=URL; may be repeated", "-o")!, (script, all) => script with { Outputs = [.. all] }),
        Shared.Format,
        Shared.Result,
        Shared.NoStore,
        Shared.RunName,
        Tags,
        OfK6("systemTags", Text("--system-tags", "LIST", "System tags that every sample carries")),
    ];

    private Option[] RequestOptions() =>
    [
        OfK6("userAgent", Text("--user-agent", "TEXT", "User-Agent of every request")),
        OfK6("batch", Text("--batch", "N", "Maximum number of concurrent requests of a batch")),
        OfK6("batchPerHost", Text("--batch-per-host", "N", "Maximum number of these to one host")),
        OfK6("maxRedirects", Text("--max-redirects", "N", "Maximum number of redirects to follow")),
        OfK6("httpDebug", Text("--http-debug", "full", "Log every request and answer; full: with bodies")),
        OfK6("insecureSkipTLSVerify", Switch("--insecure-skip-tls-verify", "Accept any certificate")),
        OfK6("throw", Switch("--throw", "Failed requests throw exceptions", "-w")),
        OfK6("discardResponseBodies", Switch("--discard-response-bodies", "Read response bodies, but do not keep them")),
        OfK6("noConnectionReuse", Switch("--no-connection-reuse", "A new connection for every request")),
        OfK6("noVUConnectionReuse", Switch("--no-vu-connection-reuse", "New connections for every iteration")),
        OfK6("blacklistIPs", Many("--blacklist-ip", "CIDR", "Never connect to these addresses; may be repeated"), isOneList: true),
        OfK6("blockHostnames", Many("--block-hostnames", "NAME", "Never send to these hosts; may be repeated"), isOneList: true),
        OfK6("dns", Text("--dns", "SETTINGS", "ttl=5m,select=random,policy=preferIPv4")),
        OfK6("localIPs", Text("--local-ips", "LIST", "Local addresses for the users' requests, in turn: 10.0.0.2,10.0.0.5-10.0.0.9,10.0.1.0/24")),
    ];

    private Option[] LogOptions() =>
    [
        Shared.Quiet,
        Shared.Verbose,
        _table.On(Switch("--no-color", "No colours"), (script, isOn) => script with { HasColour = !isOn }),
        _table.On(Choice("--log-format", "How log lines look", "text", "json", "raw"), (script, format) => script with { LogFormat = format }),
        _table.On(Text("--log-output", "WHERE", "stderr, stdout, none or file=NAME[,level=LEVEL] (default: stderr)"), (script, where) => script with { LogOutput = where }),
        _table.On(Text("--console-output", "FILE", "Write the script's console output to this file"), (script, file) => script with { ConsoleFile = file }),
        OfK6("linger", Switch("--linger", "Stay after the run until Ctrl-C; with --address its metrics can be read until then", "-l")),
        Switch("--no-usage-report", "Accepted for compatibility with k6: Dyno sends no usage reports"),
        _table.On(Text("--address", "HOST:PORT", "Listen here for k6's REST interface: localhost:6565", "-a"), (script, address) => script with { Address = address }),
        Switch("--profiling-enabled", "Accepted for compatibility with k6: Dyno has no Go profiles"),
        _table.On(Text("--traces-output", "WHERE", "Accepted for compatibility with k6, with a warning: Dyno writes no traces"), (script, where) => script with { AsksForTraces = where != "none" }),
    ];

    // Options that k6 has in scripts, too, go to it by their names there.
    private Option<string?> OfK6(string name, Option<string?> option) =>
        _table.On(option, (script, text) => script with { Flags = script.Flags.Add((name, option.Name, text)) });

    private Option<bool?> OfK6(string name, Option<bool?> option) =>
        _table.On(option, (script, isOn) => script with { Flags = script.Flags.Add((name, option.Name, isOn ? "true" : "false")) });

    private Option<string[]> OfK6(string name, Option<string[]> option, bool isOneList = false) =>
        _table.On(option!, (script, all) => script with
        {
            Flags = script.Flags.AddRange((isOneList ? [string.Join(',', all)] : all).Select(value => (name, option.Name, value))),
        })!;

    private static ImmutableSortedDictionary<string, string> VariablesOf(string[] entries)
    {
        var variables = ImmutableSortedDictionary.CreateBuilder<string, string>(StringComparer.Ordinal);
        foreach (var entry in entries)
        {
            var equals = entry.IndexOf('=', StringComparison.Ordinal);
            if (equals == 0) throw new UserFault([new Problem("--env", null, null, "a variable needs a name", "write --env NAME=VALUE")]);
            // A name alone passes the environment's value on, as k6 does.
            if (equals > 0) variables[entry[..equals]] = entry[(equals + 1)..];
            else variables[entry] = ScriptVariables.Get(entry) ?? "";
        }
        return variables.ToImmutable();
    }

    private static Uri ServerOf(string option, string text, string instead) => Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https"
        ? url
        : throw new UserFault([new Problem(option, null, null, $"'{text}' is not the URL of a server", instead)]);
}
