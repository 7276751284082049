using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary>The symbols that <c>dyno compare</c> and <c>dyno tune</c> share: both run an experiment, and a search is one with a sweep.</summary>
internal abstract class ExperimentSymbols
{
    protected ExperimentSymbols(string length, string dryRun, string resume, string result)
    {
        Length = Table.On(Text("--duration", "TIME", length, "-d"), (o, text) => With(o, all => all with { Duration = Time("--duration", text) }));
        HealthLimits = Table.On(HealthLimitOption()!, (o, limits) => With(o, all => all with { HealthLimits = [.. limits] }));
        KeepFiles = Table.On(SharedOptions.KeepFilesOption(), o => With(o, all => all with { KeepsFiles = true }));
        DryRun = Table.On(Flag("--dry-run", dryRun), o => o with { IsDryRun = true });
        Resume = Table.On(Flag("--resume", resume), o => o with { Run = o.Run with { Resumes = true } });
        Result = Table.On(Text("--result", "FILE", result), (o, file) => o with { ResultFile = file });
        Format = Table.On(ReportSymbols.FormatOption("Report (default: console)", ReportSymbols.ComparisonFormats)!,
            (o, reports) => o with { Reports = [.. reports.Select(ReportTarget.Parse)] });
        Full = Table.On(ReportSymbols.FullOption(), o => o with { IsFull = true });
        NoStore = Table.On(Flag("--no-store", "Do not keep the result in .dyno/experiments"), o => o with { Run = o.Run with { IsStored = false } });
        Quiet = Table.On(Flag("--quiet", "No progress; warnings and errors only", "-q"), o => o with { IsQuiet = true });
    }

    /// <summary>Each option with what it sets.</summary>
    protected OptionTable<CompareOptions> Table { get; } = new();

    public Option Length { get; }
    public Option HealthLimits { get; }
    public Option KeepFiles { get; }
    public Option DryRun { get; }
    public Option Resume { get; }
    public Option Result { get; }
    public Option Format { get; }
    public Option Full { get; }
    public Option NoStore { get; }
    public Option Quiet { get; }
    public Option<bool> Verbose { get; } = Flag("--verbose", "Show the stack trace of an error");

    public abstract IReadOnlyList<OptionGroup> Groups { get; }

    /// <summary>Whether an option was given.</summary>
    public static bool IsGiven(ParseResult parsed, Option option) => parsed.GetResult(option) is { Implicit: false };

    /// <summary>The options of an experiment with the settings that override its file changed.</summary>
    protected static CompareOptions With(CompareOptions options, Func<ExperimentOverrides, ExperimentOverrides> change) =>
        options with { Overrides = change(options.Overrides) };

    /// <summary>A time above zero.</summary>
    /// <exception cref="UserFault">The text is none.</exception>
    protected static TimeSpan Time(string option, string text) => DurationText.TryParseTyped(text, out var length) && length > TimeSpan.Zero
        ? length : throw new UserFault([new Problem(option, null, null, $"'{text}' is not a time above zero", "write 10s")]);
}
