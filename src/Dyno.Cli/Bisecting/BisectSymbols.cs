using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary>Every symbol of <c>dyno bisect</c>.</summary>
internal sealed class BisectSymbols
{
    public Argument<string> Good { get; } = new("GOOD") { Description = "A commit, tag or branch that is fast" };
    public Argument<string> Bad { get; } = new("BAD") { Description = "A later one that is slow" };

    public Option<string?> Project { get; } = Text("--project", "PATH", "The project (default: the one in this folder)");
    public Option<string?> Load { get; } = Text("--load", "FILE|PATH", "The load: a file, or a path such as /hello");
    public Option<string?> Metric { get; } = Text("--metric", "METRIC", "What got slower: rate, p99, server.cpuPerRequest, server.allocatedPerRequest … (default: rate, or p99 where the load offers a rate)");
    public Option<string?> Confidence { get; } = Text("--confidence", "SHARE", "The probability at which the search ends (default: 95%)");
    public Option<int?> Most { get; } = Number("--most", "N", "Comparisons between the first and the confirming one, at most (default: half more than a search without noise needs, and four)");
    public Option<string?> For { get; } = Text("--for", "TIME", "The longest time of one comparison, builds not counted (default: 4m)");
    public Option<string?> Length { get; } = Text("--duration", "TIME", "How long each launch is measured (default: 3s, or what suits a verdict)", "-d");
    public Option<bool> Why { get; } = Flag("--why", "At the end: profile the commit and its parent, and name the methods that cost the difference");
    public Option<bool> Resume { get; } = Flag("--resume", "Resume the latest interrupted search of the same commits and options");
    public Option<string[]> HealthLimits { get; } = HealthLimitOption();
    public Option<bool> AllowOutsideFiles { get; } = Flag("--allow-outside-files", "Allow the load to use files outside its repository (without a repository: outside its folder)");
    public Option<bool> DryRun { get; } = Flag("--dry-run", "Check everything, describe the search, and stop");
    public Option<string?> Format { get; } = Choice("--format", "Report (default: console)", ["console", "json"], "-f");
    public Option<string?> Result { get; } = Text("--result", "FILE", "Write the result (JSON) to this file");
    public Option<bool> Quiet { get; } = Flag("--quiet", "No progress; warnings and errors only", "-q");
    public Option<bool> Verbose { get; } = Flag("--verbose", "Show the stack trace of an error");

    public IReadOnlyList<OptionGroup> Groups => field ??=
    [
        new("The question", Project, Load, Metric, Confidence, Why),
        new("The search", For, Length, Most, Resume, HealthLimits, AllowOutsideFiles, DryRun),
        new("Result", Format, Result, Quiet, Verbose),
    ];
}
