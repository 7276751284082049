namespace Dyno.Reporting;

/// <summary>
/// A sheet as one page that needs only a browser. The markup holds every figure and is readable without the script. The points of the
/// charts are JSON; script and style are inline. The page fetches nothing, and a text from a result cannot become markup.
/// </summary>
internal static class HtmlPage
{
    public static ImmutableArray<Chart> ChartsOf(Sheet sheet) =>
        [.. sheet.Sections.SelectMany(section => section.Blocks).OfType<ChartBlock>().Select(block => block.Chart)];

    public static string Render(Sheet sheet)
    {
        return new HtmlText()
            .Raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"")
            .Raw(HtmlAssets.Policy)
            .Raw("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n")
            .Raw("<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"generator\" content=\"Dyno\">\n")
            .Element("title", $"{sheet.Title}: {sheet.Verdict.Word}")
            .Raw("\n<style>").Raw(HtmlAssets.Style).Raw("</style>\n</head>\n<body>\n")
            .Raw(HtmlSheet.Render(sheet))
            .Raw("<script type=\"application/json\" id=\"charts\">").Raw(ChartJson.Write(ChartsOf(sheet))).Raw("</script>\n")
            .Raw("<script>").Raw(HtmlAssets.Script).Raw("</script>\n</body>\n</html>\n")
            .ToString();
    }
}
