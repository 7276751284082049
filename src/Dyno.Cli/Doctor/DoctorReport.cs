namespace Dyno.Cli;

/// <summary>The doctor's findings as text for a person: the worst first, and at the end a line for each check that passed.</summary>
internal static class DoctorReport
{
    private const int Indent = 6;

    public static string Render(IReadOnlyCollection<MachineFinding> findings, int width, bool hasColour)
    {
        if (findings.Count == 0)
            return "Dyno cannot check anything on this system. Check these yourself: other programs, power plan, antivirus, Docker, background updates.\n";
        var page = new StringBuilder();
        foreach (var finding in findings.Where(finding => finding.State != CheckState.Ok).OrderByDescending(finding => finding.State))
        {
            Append(page, Word(finding.State, hasColour), $"{finding.Check}: {finding.Seen}", width);
            Append(page, "", $"why: {finding.Why}", width);
            Append(page, "", $"fix: {finding.Fix}", width);
        }
        foreach (var finding in findings.Where(finding => finding.State == CheckState.Ok))
            Append(page, Word(finding.State, hasColour), $"{finding.Check}: {finding.Seen}", width);
        return page.Append('\n').Append(Summary(findings)).Append('\n').ToString();
    }

    private static string Summary(IReadOnlyCollection<MachineFinding> findings)
    {
        var (voids, warnings) = (findings.Count(f => f.State == CheckState.Void), findings.Count(f => f.State == CheckState.Warn));
        var verdict = voids > 0 ? "do not measure now" : warnings > 0 ? "measure with care" : "fit for a measurement";
        return $"{verdict}: {FigureText.Count(findings.Count, "check")}, {FigureText.Count(warnings, "warning")}, {voids} void";
    }

    private static string Word(CheckState state, bool hasColour)
    {
        var (word, colour) = state switch { CheckState.Ok => ("ok", 32), CheckState.Warn => ("warn", 33), _ => ("void", 31) };
        return hasColour ? $"\e[{colour}m{word}\e[0m{new string(' ', Indent - word.Length)}" : word.PadRight(Indent);
    }

    // The mark fills the margin of the first line. Colour codes occupy no columns.
    private static void Append(StringBuilder page, string mark, string text, int width)
    {
        page.Append(mark.Length > 0 ? mark : new string(' ', Indent));
        var column = Indent;
        foreach (var word in text.Split(' '))
        {
            if (column > Indent && column + 1 + word.Length > width)
            {
                page.Append('\n').Append(' ', Indent);
                column = Indent;
            }
            if (column > Indent) page.Append(' ');
            page.Append(word);
            column += word.Length + (column > Indent ? 1 : 0);
        }
        page.Append('\n');
    }
}
