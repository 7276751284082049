namespace Dyno.Reporting;

/// <summary>The body of the page: header, verdict, key figures, sections.</summary>
internal static class HtmlSheet
{
    public static string Render(Sheet sheet)
    {
        var html = new HtmlText();
        html.Raw("<header class=\"top\"><div class=\"page\"><p class=\"brand\"><span class=\"mark\" aria-hidden=\"true\"></span>Dyno</p>"
            + "<button type=\"button\" id=\"theme\" class=\"ghost\" hidden>Dark</button></div></header>\n<main class=\"page\">\n");
        html.Raw(RenderMain(sheet));
        return html.Raw("</main>\n<footer class=\"page\"><p>Every figure on this page comes from the stored result; the page computes none.</p></footer>\n").ToString();
    }

    /// <summary>The part between the page's header and its footer.</summary>
    public static string RenderMain(Sheet sheet)
    {
        var html = new HtmlText();
        html.Element("h1", sheet.Title).Element("p", sheet.Subtitle, "subtitle").Raw("\n");
        WriteVerdict(html, sheet.Verdict);
        WriteKeyFigures(html, sheet);
        WriteContents(html, sheet);
        foreach (var (index, section) in sheet.Sections.Index()) WriteSection(html, section, index);
        return html.ToString();
    }

    private static void WriteVerdict(HtmlText html, SheetVerdict verdict)
    {
        html.Raw($"<section class=\"verdict {ClassOf(verdict.Tone)}\" aria-label=\"Verdict\">");
        html.Element("p", verdict.Word, "word").Raw("<div>").Element("p", verdict.Sentence, "sentence");
        if (verdict.Findings.Length > 0)
        {
            html.Raw("<ul class=\"findings\">");
            foreach (var finding in verdict.Findings)
            {
                html.Raw($"<li class=\"{ClassOf(finding.Tone)}\">").Text(finding.Text);
                if (finding.Rule.Length > 0) html.Raw(" ").Element("span", finding.Rule, "rule");
                html.Raw("</li>");
            }
            html.Raw("</ul>");
        }
        html.Raw("</div></section>\n");
    }

    private static void WriteKeyFigures(HtmlText html, Sheet sheet)
    {
        if (sheet.KeyFigures.IsEmpty) return;
        html.Raw("<dl class=\"tiles\">");
        foreach (var figure in sheet.KeyFigures)
            html.Raw($"<div class=\"tile {ClassOf(figure.Tone)}\">").Element("dt", figure.Label).Element("dd", figure.Value, "value").Element("dd", figure.Note, "note").Raw("</div>");
        html.Raw("</dl>\n");
    }

    private static void WriteContents(HtmlText html, Sheet sheet)
    {
        html.Raw("<nav class=\"contents\" aria-label=\"Sections\"><ul>");
        foreach (var (index, section) in sheet.Sections.Index()) html.Raw($"<li><a href=\"#s{index}\">").Text(section.Title).Raw("</a></li>");
        html.Raw("</ul></nav>\n");
    }

    private static void WriteSection(HtmlText html, Section section, int index)
    {
        html.Raw($"<section class=\"part\" id=\"s{index}\">").Element("h2", section.Title);
        if (section.Lead.Length > 0) html.Element("p", section.Lead, "lead");
        var isInGrid = false;
        foreach (var block in WithoutGaps(section.Blocks))
        {
            if (block is ChartBlock != isInGrid) html.Raw(isInGrid ? "</div>" : "<div class=\"charts\">");
            isInGrid = block is ChartBlock;
            HtmlBlock.Write(html, block, section.Title);
        }
        html.Raw(isInGrid ? "</div></section>\n" : "</section>\n");
    }

    // A chart that would be alone in a row of two gets the whole row.
    private static IEnumerable<Block> WithoutGaps(ImmutableArray<Block> blocks)
    {
        var isSecond = false;
        foreach (var (index, block) in blocks.Index())
        {
            if (block is not ChartBlock { Chart: { IsWide: false } chart })
            {
                isSecond = false;
                yield return block;
                continue;
            }

            var isAlone = !isSecond && (index == blocks.Length - 1 || blocks[index + 1] is not ChartBlock { Chart.IsWide: false });
            isSecond = !isSecond && !isAlone;
            yield return isAlone ? new ChartBlock(chart with { IsWide = true }) : block;
        }
    }

    internal static string ClassOf(Tone tone) => tone switch
    {
        Tone.Good => "good",
        Tone.Doubtful => "doubtful",
        Tone.Bad => "bad",
        Tone.Quiet => "quiet",
        _ => "plain",
    };
}
