namespace Dyno.Reporting;

/// <summary>The list of all formats that a trend can be shown in.</summary>
public static class TrendExporters
{
    /// <summary>The formats, the default first.</summary>
    public static ImmutableArray<Exporter<TrendResult>> All { get; } =
    [
        new("console", ".txt", TrendReport.Render),
        new("md", ".md", (trend, _) => MarkdownSheet.Render(TrendSheet.Of(trend))),
        new("html", ".html", (trend, _) => HtmlPage.Render(TrendSheet.Of(trend))) { IsForScreen = false },
        new("json", ".json", (trend, _) => ResultDocument.Write(trend)),
    ];
}
