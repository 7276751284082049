using System.CommandLine;
using System.CommandLine.Parsing;
using Dyno.Cli.Exit;
using Dyno.Cli.Help;
using Dyno.Cli.Loads;
using Dyno.Cli.Parsing;
using Dyno.Cli.Progress;
using Dyno.Cli.Running;
using Dyno.Load.Plans;
using Dyno.Results.Problems;
using static Dyno.Cli.Parsing.Symbols;

namespace Dyno.Cli.Scripts;

/// <summary>k6 scripts: k6's options, spelt as k6 spells them, and Dyno's own.</summary>
internal sealed class ScriptKind : LoadKind
{
    public override Argument<string?> Target { get; } = new("SCRIPT") { Description = "A k6 script (.js, .ts), an archive (.tar), or - for standard input" };

    // The load
    public Option<string?> Users { get; } = Text("--vus", "N", "Virtual users", "-u");
    public Option<string?> Length { get; } = Text("--duration", "TIME", "How long: 30s, 1m30s", "-d");
    public Option<string?> Iterations { get; } = Text("--iterations", "N", "Iterations in all, shared by the virtual users", "-i");
    public Option<string[]> Stages { get; } = Many("--stage", "TIME:N", "A stage: ramp the virtual users to N in this time; may be repeated", "-s");
    public Option<string?> Segment { get; } = Text("--execution-segment", "FROM:TO", "Only a share of the load, such as 0:1/4");
    public Option<string?> Sequence { get; } = Text("--execution-segment-sequence", "LIST", "All shares, such as 0,1/4,1/2,1");
    public Option<string?> Rps { get; } = Text("--rps", "N", "Maximum number of requests per second");
    public Option<string?> MinIteration { get; } = Text("--min-iteration-duration", "TIME", "Minimum time of an iteration; a pause follows a shorter one");
    public Option<bool?> Paused { get; } = Switch("--paused", "Prepare the users, then wait until a client starts the run; needs --address", "-p");

    // The script
    public Option<string[]> Variables { get; } = Many("--env", "NAME=VALUE", "Variable of __ENV; may be repeated", "-e");
    public Option<string?> Config { get; } = Text("--config", "FILE", "Options from a JSON file", "-c");
    public Option<bool?> SystemVariables { get; } = Switch("--include-system-env-vars", "Copy the environment variables into __ENV (--include-system-env-vars=false: do not copy)");
    public Option<string?> Compatibility { get; } = Choice("--compatibility-mode", "Accepted for compatibility with k6", "base", "extended", "experimental_enhanced");
    public Option<string?> Kind { get; } = Choice("--type", "Type of the file (default: from its name)", "js", "archive");
    public Option<bool?> NoSetup { get; } = Switch("--no-setup", "Do not run setup()");
    public Option<bool?> NoTeardown { get; } = Switch("--no-teardown", "Do not run teardown()");
    public Option<string[]> SecretSources { get; } = Many("--secret-source", "SOURCE", "Secrets for k6/secrets: file=NAME or mock=KEY=VALUE,…; may be repeated");
    public Option<string?> Layout { get; } = Choice("--vu-layout", "How virtual users are laid out (default: auto)", "auto", "isolated", "dense");

    // The requests
    public Option<string?> UserAgent { get; } = Text("--user-agent", "TEXT", "User-Agent of every request");
    public Option<string?> Batch { get; } = Text("--batch", "N", "Maximum number of concurrent requests of a batch");
    public Option<string?> BatchPerHost { get; } = Text("--batch-per-host", "N", "Maximum number of these to one host");
    public Option<string?> MaxRedirects { get; } = Text("--max-redirects", "N", "Maximum number of redirects to follow");
    public Option<string?> HttpDebug { get; } = Text("--http-debug", "full", "Log every request and answer; full: with bodies");
    public Option<bool?> Insecure { get; } = Switch("--insecure-skip-tls-verify", "Accept any certificate");
    public Option<bool?> Throw { get; } = Switch("--throw", "Failed requests throw exceptions", "-w");
    public Option<bool?> Discard { get; } = Switch("--discard-response-bodies", "Read response bodies, but do not keep them");
    public Option<bool?> NoReuse { get; } = Switch("--no-connection-reuse", "A new connection for every request");
    public Option<bool?> NoUserReuse { get; } = Switch("--no-vu-connection-reuse", "New connections for every iteration");
    public Option<string[]> Blacklist { get; } = Many("--blacklist-ip", "CIDR", "Never connect to these addresses; may be repeated");
    public Option<string[]> BlockedNames { get; } = Many("--block-hostnames", "NAME", "Never send to these hosts; may be repeated");
    public Option<string?> Dns { get; } = Text("--dns", "SETTINGS", "ttl=5m,select=random,policy=preferIPv4");
    public Option<string?> LocalIps { get; } = Text("--local-ips", "LIST", "Local addresses for the users' requests, in turn: 10.0.0.2,10.0.0.5-10.0.0.9,10.0.1.0/24");

    // The program under test
    public Option<string?> Rebase { get; } = Text("--rebase", "URL", "Send the script's requests for this URL's host and port to the program instead");

    // The verdict
    public Option<bool?> NoThresholds { get; } = Switch("--no-thresholds", "Do not evaluate thresholds");

    // The result
    public Option<string[]> Outputs { get; } = Many("--out", "TYPE=FILE", "Every sample: json=FILE[.gz], csv=FILE[.gz]; a snapshot a second: prometheus=HOST:PORT, otlp=URL, statsd=HOST:PORT, influxdb=URL; may be repeated", "-o");
    public Option<bool?> MachineSummary { get; } = Switch("--new-machine-readable-summary", "Write the file of --summary-export in k6's newer, versioned form");
    public Option<string?> SummaryMode { get; } = Choice("--summary-mode", "How much the summary shows (default: compact)", "compact", "full", "legacy", "disabled");
    public Option<bool?> NoSummary { get; } = Switch("--no-summary", "The same as --summary-mode=disabled");
    public Option<string?> TrendStats { get; } = Text("--summary-trend-stats", "LIST", "Statistics of trends: avg,min,med,max,p(95),p(99),count");
    public Option<string?> TimeUnit { get; } = Choice("--summary-time-unit", "Unit of all times (default: a fitting unit)", "s", "ms", "us");
    public Option<string[]> Tags { get; } = Many("--tag", "NAME=VALUE", "Tag of every sample; may be repeated");
    public Option<string?> SystemTags { get; } = Text("--system-tags", "LIST", "System tags that every sample carries");

    // Log and screen
    public Option<bool?> NoColor { get; } = Switch("--no-color", "No colours");
    public Option<string?> LogFormat { get; } = Choice("--log-format", "How log lines look", "text", "json", "raw");
    public Option<string?> LogOutput { get; } = Text("--log-output", "WHERE", "stderr, stdout, none or file=NAME[,level=LEVEL] (default: stderr)");
    public Option<string?> ConsoleOutput { get; } = Text("--console-output", "FILE", "Write the script's console output to this file");
    public Option<bool?> Linger { get; } = Switch("--linger", "Stay after the run until Ctrl-C; with --address its metrics can be read until then", "-l");
    public Option<string?> Features { get; } = Text("--features", "LIST", "Features of k6: merge-run-tags, freeze-env");
    public Option<bool?> NoUsageReport { get; } = Switch("--no-usage-report", "Accepted for compatibility with k6: Dyno sends no usage reports");
    public Option<string?> Address { get; } = Text("--address", "HOST:PORT", "Listen here for k6's REST interface: localhost:6565", "-a");
    public Option<bool?> Profiling { get; } = Switch("--profiling-enabled", "Accepted for compatibility with k6: Dyno has no Go profiles");
    public Option<string?> Traces { get; } = Text("--traces-output", "WHERE", "Accepted for compatibility with k6, with a warning: Dyno writes no traces");

    // dyno inspect
    private readonly Option<bool> _requirements = Flag("--execution-requirements",
        "Merge configuration, variables and flags, and add the scenarios, totalDuration and maxVUs");

    public override SharedOptions Shared { get; } = new("A report of Dyno beside k6's summary", "Debug lines, and the stack trace of an error");

    public override string Name => "k6 scripts";

    public override string WhyNot(string option) => "a script defines this in its options";

    public override string RunPurpose => "Run a k6 script, and print a result that can be trusted, or why it cannot.";

    public override string InspectPurpose => "Print the options of a k6 script as JSON. Runs its init stage, and sends nothing.";

    public override IReadOnlyList<OptionGroup> RunGroups => field ??=
    [
        new("Load", Users, Length, Iterations, Stages, Rps, MinIteration, Segment, Sequence, Paused),
        new("Script", Variables, Config, NoSetup, NoTeardown, SecretSources, Layout, SystemVariables, Kind, Compatibility, Features),
        new("Program under test (the script finds it in __ENV.BASE_URL)",
            Shared.Subject, Rebase, Shared.Framework, Shared.Runtime, Shared.SubjectEnvironment, Shared.SubjectPort, Shared.Ready,
            Shared.ReadyTimeout, Shared.Instances, Shared.Observe, Shared.NoPin, Shared.KeepFiles, Shared.Profile),
        new("Verdict", NoThresholds, Shared.FailOn, Shared.HealthLimits),
        new("Result", SummaryMode, NoSummary, TrendStats, TimeUnit, Shared.SummaryExport, MachineSummary, Outputs, Shared.Format, Shared.Result, Shared.NoStore,
            Shared.RunName, Tags, SystemTags),
        new("Several machines", [.. Shared.Fleet.Options]),
        new("Requests", UserAgent, Batch, BatchPerHost, MaxRedirects, HttpDebug, Insecure, Throw, Discard, NoReuse, NoUserReuse, Blacklist, BlockedNames, Dns, LocalIps),
        new("Log", Shared.Quiet, Shared.Verbose, NoColor, LogFormat, LogOutput, ConsoleOutput, Linger, NoUsageReport, Address, Profiling, Traces),
    ];

    public override IReadOnlyList<OptionGroup> InspectGroups => field ??=
    [
        new("Options", _requirements, Variables, Config, Users, Length, Iterations, Stages, Segment, Sequence, SystemVariables, Kind, Compatibility),
    ];

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

    public override string Epilogue => ExitCodeTable.ScriptText;

    public override string HelpCommand(string command) => $"dyno {command} script.js --help";

    public override bool Takes(string target) => target == "-" || LoadFiles.IsScript(target);

    /// <summary>
    /// The words, with the value of a bare <c>--http-debug</c> added: in k6 this value is optional, and a word other than full or headers
    /// is not the value.
    /// </summary>
    public override string[] SpeltOut(string[] words)
    {
        var spelt = (string[])words.Clone();
        for (var i = 0; i < words.Length; i++)
            if (words[i] == "--http-debug" && (i + 1 == words.Length || words[i + 1] is not ("full" or "headers"))) spelt[i] = "--http-debug=headers";
        return spelt;
    }

    public override IEnumerable<string> Contradictions(CommandResult command)
    {
        if (command.Command.Name is not ("run" or "soak")) yield break;
        foreach (var needless in Shared.WithoutSubject(command, Rebase)) yield return needless;
    }

    public override RunOptions Read(ParseResult parsed, IReadOnlyList<string> programArguments, ICollection<Problem> problems)
    {
        var script = ScriptOptionsReader.Read(parsed, this, problems);
        var outputs = ScriptOptionsReader.OutputsOf(parsed, this);
        if (parsed.CommandResult.Command.Name == "inspect")
            // Inspection leaves out the environment unless it is asked for, because the output should not depend on who inspects.
            script = script with
            {
                SeesEnvironment = parsed.GetValue(SystemVariables) ?? false,
                SampleOutputs = [],
                InspectsRequirements = parsed.GetValue(_requirements),
            };
        return RunOptionsReader.Read(parsed, Shared, new AskedScript(script), programArguments) with
        {
            Outputs = [.. outputs.Where(o => !ScriptOptionsReader.IsOfSamples(o))],
            SummaryFile = parsed.Sound(Shared.SummaryExport) ?? ScriptOptionsReader.Variable("K6_SUMMARY_EXPORT"),
        };
    }

    public override AskedLoad AskedForTrials(string target) => new AskedScript(ScriptLoad.OptionsForTrials with { Script = target });

    public override ILoad ForTrials(ProgressLines progress) => ScriptLoad.ForTrials(progress);
}
