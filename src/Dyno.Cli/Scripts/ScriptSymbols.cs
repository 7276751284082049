using System.CommandLine;
using System.CommandLine.Parsing;
using Dyno.Cli.Parsing;
using static Dyno.Cli.Parsing.Symbols;

namespace Dyno.Cli.Scripts;

/// <summary>Every option of <c>dyno run SCRIPT</c>: k6's, spelt as k6 spells them, and Dyno's own.</summary>
internal sealed class ScriptSymbols
{
    public Argument<string> Script { get; } = new("SCRIPT") { Description = "A k6 script (.js, .ts), an archive (.tar), or - for standard input" };

    // The load
    public Option<string?> Users { get; } = Text("--vus", "N", "Virtual users", "-u");
    public Option<string?> Length { get; } = Text("--duration", "TIME", "How long: 30s, 1m30s", "-d");
    public Option<string?> Iterations { get; } = Text("--iterations", "N", "Iterations in all, shared by the virtual users", "-i");
    public Option<string[]> Stages { get; } = Many("--stage", "TIME:N", "A stage: from the users before to N in that time; may be repeated", "-s");
    public Option<string?> Segment { get; } = Text("--execution-segment", "FROM:TO", "Only a share of the load, such as 0:1/4");
    public Option<string?> Sequence { get; } = Text("--execution-segment-sequence", "LIST", "All shares, such as 0,1/4,1/2,1");
    public Option<string?> Rps { get; } = Text("--rps", "N", "Most requests per second");
    public Option<string?> MinIteration { get; } = Text("--min-iteration-duration", "TIME", "Iterations that are shorter are followed by a pause");
    public Option<bool?> Paused { get; } = Switch("--paused", "Wait, the users ready, until somebody starts the run; needs --address", "-p");

    // The script
    public Option<string[]> Variables { get; } = Many("--env", "NAME=VALUE", "Variable of __ENV; may be repeated", "-e");
    public Option<string?> Config { get; } = Text("--config", "FILE", "Options from a JSON file", "-c");
    public Option<bool?> SystemVariables { get; } = Switch("--include-system-env-vars", "__ENV has the environment; --include-system-env-vars=false: it has not");
    public Option<string?> Compatibility { get; } = Choice("--compatibility-mode", "Accepted for k6's sake", "base", "extended", "experimental_enhanced");
    public Option<string?> Kind { get; } = Choice("--type", "What the file is (default: by its name)", "js", "archive");
    public Option<bool?> NoSetup { get; } = Switch("--no-setup", "Do not run setup()");
    public Option<bool?> NoTeardown { get; } = Switch("--no-teardown", "Do not run teardown()");
    public Option<string[]> SecretSources { get; } = Many("--secret-source", "SOURCE", "Secrets for k6/secrets: file=NAME, mock=KEY=VALUE,…, url=urlTemplate=URL,…; may be repeated");
    public Option<string?> Layout { get; } = Choice("--vu-layout", "How virtual users are laid out (default: auto)", "auto", "isolated", "dense");

    // The requests
    public Option<string?> UserAgent { get; } = Text("--user-agent", "TEXT", "User-Agent of every request");
    public Option<string?> Batch { get; } = Text("--batch", "N", "Most requests of a batch at once");
    public Option<string?> BatchPerHost { get; } = Text("--batch-per-host", "N", "Of these, to one host");
    public Option<string?> MaxRedirects { get; } = Text("--max-redirects", "N", "Redirects to follow at most");
    public Option<string?> HttpDebug { get; } = Text("--http-debug", "full", "Log every request and answer; full: with bodies");
    public Option<bool?> Insecure { get; } = Switch("--insecure-skip-tls-verify", "Accept any certificate");
    public Option<bool?> Throw { get; } = Switch("--throw", "Failed requests throw", "-w");
    public Option<bool?> Discard { get; } = Switch("--discard-response-bodies", "Read bodies and forget them");
    public Option<bool?> NoReuse { get; } = Switch("--no-connection-reuse", "A new connection for every request");
    public Option<bool?> NoUserReuse { get; } = Switch("--no-vu-connection-reuse", "New connections for every iteration");
    public Option<string[]> Blacklist { get; } = Many("--blacklist-ip", "CIDR", "Never connect to these addresses; may be repeated");
    public Option<string[]> BlockedNames { get; } = Many("--block-hostnames", "NAME", "Never send to these hosts; may be repeated");
    public Option<string?> Dns { get; } = Text("--dns", "SETTINGS", "ttl=5m,select=random,policy=preferIPv4");
    public Option<string?> LocalIps { get; } = Text("--local-ips", "LIST", "Addresses that users' requests come from, in turn: 10.0.0.2,10.0.0.5-10.0.0.9,10.0.1.0/24");

    // The program under test
    public Option<string?> Subject { get; } = Text("--subject", "PATH", "Build, start and stop this project; the script finds it in __ENV.BASE_URL");
    public Option<string?> Rebase { get; } = Text("--rebase", "URL", "Requests that the script sends to this URL's host and port go to the program instead");
    public Option<string?> Framework { get; } = Text("--framework", "TFM", "Its target framework (default: the highest)");
    public Option<string[]> SubjectEnvironment { get; } = Many("--subject-env", "NAME=VALUE", "Environment variable of the program; may be repeated");
    public Option<string?> Ready { get; } = Text("--ready", "PATH", "Path that answers when the program is ready (default: any answer)");
    public Option<string?> ReadyTimeout { get; } = Text("--ready-timeout", "TIME", "Longest time to wait for that (default: 60s)");
    public Option<int?> Instances { get; } = Number("--instances", "N", "Run N instances of it side by side: __ENV.BASE_URL_1 to BASE_URL_N (default: 1)");
    public Option<string?> Observe { get; } = Choice("--observe", "How much its .NET runtime is asked while it is loaded (default: full)", "full", "minimal", "off");
    public Option<bool> NoPin { get; } = Flag("--no-pin", "Leave program and generator on all CPUs instead of disjoint ones");

    // The verdict
    public Option<bool?> NoThresholds { get; } = Switch("--no-thresholds", "Do not judge thresholds");
    public Option<string[]> FailOn { get; } = ManyOf("--fail-on", "Exit with 97 when the run is void, with 99 when a check failed; may be repeated", "void", "check");
    public Option<string[]> HealthLimits { get; } = Many("--health-limit", "NAME=LIMIT", "Limit of a rule of health, by the name it prints: dropped-starts=0.5%, start-lag=5ms; may be repeated");

    // What comes out
    public Option<string[]> Outputs { get; } = Many("--out", "TYPE=FILE", "Every sample: json=FILE[.gz], csv=FILE[.gz]; a snapshot a second: prometheus=HOST:PORT, otlp=URL, statsd=HOST:PORT, influxdb=URL; may be repeated", "-o");
    public Option<string?> SummaryExport { get; } = Text("--summary-export", "FILE", "Write k6's summary data (JSON) to this file");
    public Option<bool?> MachineSummary { get; } = Switch("--new-machine-readable-summary", "That file in k6's newer, versioned form");
    public Option<string?> SummaryMode { get; } = Choice("--summary-mode", "How much the summary shows (default: compact)", "compact", "full", "legacy", "disabled");
    public Option<bool?> NoSummary { get; } = Switch("--no-summary", "The same as --summary-mode=disabled");
    public Option<string?> TrendStats { get; } = Text("--summary-trend-stats", "LIST", "Figures of trends: avg,min,med,max,p(95),p(99),count");
    public Option<string?> TimeUnit { get; } = Choice("--summary-time-unit", "Unit of all times (default: what fits)", "s", "ms", "us");
    public Option<string[]> Tags { get; } = Many("--tag", "NAME=VALUE", "Tag of every sample; may be repeated");
    public Option<string?> SystemTags { get; } = Text("--system-tags", "LIST", "Which tags samples carry of themselves");
    public Option<string[]> Format { get; } = ReportSymbols.FormatOption("A report of Dyno beside k6's summary", ReportSymbols.Formats);
    public Option<string?> Result { get; } = Text("--result", "FILE", "Write the result (JSON) to this file");
    public Option<bool> NoStore { get; } = Flag("--no-store", "Do not keep the result in .dyno/runs");
    public Option<string?> RunName { get; } = Text("--name", "NAME", "Name of the run in reports");

    // Log and screen
    public Option<bool?> Quiet { get; } = Switch("--quiet", "No progress", "-q");
    public Option<bool?> Verbose { get; } = Switch("--verbose", "Debug lines, and the stack trace of an error", "-v");
    public Option<bool?> NoColor { get; } = Switch("--no-color", "No colours");
    public Option<string?> LogFormat { get; } = Choice("--log-format", "How log lines look", "text", "json", "raw");
    public Option<string?> LogOutput { get; } = Text("--log-output", "WHERE", "stderr, stdout, none, file=NAME or loki=URL[,label.NAME=VALUE] (default: stderr)");
    public Option<string?> ConsoleOutput { get; } = Text("--console-output", "FILE", "What the script prints goes to this file");
    public Option<bool?> Linger { get; } = Switch("--linger", "Stay after the run until Ctrl-C; with --address its figures can be read until then", "-l");
    public Option<bool?> NoUsageReport { get; } = Switch("--no-usage-report", "Accepted for k6's sake: Dyno reports nothing to anybody");
    public Option<string?> Address { get; } = Text("--address", "HOST:PORT", "Listen here for k6's REST interface: localhost:6565", "-a");
    public Option<bool?> Profiling { get; } = Switch("--profiling-enabled", "Accepted for k6's sake: there are no profiles of Go in Dyno");
    public Option<string?> Traces { get; } = Text("--traces-output", "WHERE", "Accepted for k6's sake with a warning: Dyno writes no traces");

    /// <summary>The options that only make sense for a program that Dyno starts.</summary>
    public IEnumerable<string> WithoutSubject(CommandResult command)
    {
        if (command.GetResult(Subject) is not null) yield break;
        foreach (var option in (Option[])[Rebase, Framework, SubjectEnvironment, Ready, ReadyTimeout, Instances, Observe, NoPin])
            if (command.GetResult(option) is { Implicit: false }) yield return $"{option.Name} needs a program to start: add --subject PATH";
    }

    /// <summary>The options as the help page shows them: the ones that matter first.</summary>
    public IReadOnlyList<OptionGroup> Groups => field ??=
    [
        new("Load", Users, Length, Iterations, Stages, Rps, MinIteration, Segment, Sequence, Paused),
        new("Script", Variables, Config, NoSetup, NoTeardown, SecretSources, Layout, SystemVariables, Kind, Compatibility),
        new("Program under test", Subject, Rebase, Framework, SubjectEnvironment, Ready, ReadyTimeout, Instances, Observe, NoPin),
        new("Verdict", NoThresholds, FailOn, HealthLimits),
        new("Result", SummaryMode, NoSummary, TrendStats, TimeUnit, SummaryExport, MachineSummary, Outputs, Format, Result, NoStore, RunName, Tags, SystemTags),
        new("Requests", UserAgent, Batch, BatchPerHost, MaxRedirects, HttpDebug, Insecure, Throw, Discard, NoReuse, NoUserReuse, Blacklist, BlockedNames, Dns, LocalIps),
        new("Log", Quiet, Verbose, NoColor, LogFormat, LogOutput, ConsoleOutput, Linger, NoUsageReport, Address, Profiling, Traces),
    ];
}
