namespace Dyno.Reporting;

/// <summary>The list of all formats that a comparison can be shown in.</summary>
public static class ComparisonExporters
{
    /// <summary>The formats, the default first.</summary>
    public static ImmutableArray<Exporter<Comparison>> All { get; } =
    [
        new("console", ".txt", ComparisonReport.Render),
        new("md", ".md", (comparison, _) => MarkdownSheet.Render(ComparisonSheet.Of(comparison))),
        new("html", ".html", (comparison, _) => HtmlPage.Render(ComparisonSheet.Of(comparison))) { IsForScreen = false },
        new("json", ".json", (comparison, _) => ResultDocument.Write(comparison)),
    ];
}
