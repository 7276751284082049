namespace Dyno.Cli;

/// <summary>Every symbol of <c>dyno report</c>, and those of reports that other commands share.</summary>
internal sealed class ReportSymbols
{
    /// <summary>The formats in which a run can be shown.</summary>
    public static string[] Formats { get; } = [.. RunExporters.All.Select(exporter => exporter.Format)];

    /// <summary>The formats in which a comparison can be shown.</summary>
    public static string[] ComparisonFormats { get; } = [.. ComparisonExporters.All.Select(exporter => exporter.Format)];

    public Argument<string[]> Results { get; } = new("RESULT...")
    {
        Description = "A result file, or a run in .dyno/runs: 'last', its ID or ID prefix, or a tag. Several runs are merged into one",
        Arity = ArgumentArity.OneOrMore,
    };

    public Option<string[]> Format { get; } = FormatOption("What to show (default: console)", Formats);

    public Option<string?> Layout { get; } = LayoutOption();

    public Option<bool> Full { get; } = FullOption();

    public IReadOnlyList<OptionGroup> Groups => field ??= [new("Options", Format, Full, Layout)];

    /// <summary><c>-f</c> of a command.</summary>
    public static Option<string[]> FormatOption(string what, string[] formats) => ReportTarget.Option(formats,
        $"{what}: {string.Join(", ", formats)}; written to FILE, otherwise printed"
        + (formats.Contains("html") ? " (html: written to a file beside the result)" : "") + "; may be repeated");

    /// <summary><c>--layout</c> of a command.</summary>
    public static Option<string?> LayoutOption() =>
        Symbols.Choice("--layout", "steps: Markdown as a table per request; series: CSV with a row per interval (default: summary)", "summary", "steps", "series");

    /// <summary><c>--full</c> of a command.</summary>
    public static Option<bool> FullOption() => Symbols.Flag("--full", "Print the whole report, not only what fits a small screen");

    /// <summary>The reports that were asked for.</summary>
    public static ImmutableArray<ReportTarget> TargetsOf(ParseResult parsed, Option<string[]> option) =>
        [.. (parsed.ValidValue(option) ?? []).Select(ReportTarget.Parse)];

    /// <summary>The layout that was asked for.</summary>
    public static ReportLayout LayoutOf(ParseResult parsed, Option<string?> option, Option<bool> full) =>
        parsed.ValidValue(option) is { } name ? Enum.Parse<ReportLayout>(name, ignoreCase: true)
        : parsed.ValidValue(full) ? ReportLayout.Full : ReportLayout.Summary;
}
