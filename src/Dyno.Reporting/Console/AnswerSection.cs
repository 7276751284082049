namespace Dyno.Reporting;

/// <summary>The answers per status, and the errors by kind with the first example of each.</summary>
internal static class AnswerSection
{
    private const int MostOnASmallScreen = 3;

    public static IRenderable? Of(RunResult result, ReportStyle style, int most)
    {
        var measured = result.Measured;
        var rows = new List<(string, IRenderable)>();
        if (measured.Statuses.Count > 0) rows.Add(("Statuses", Statuses(measured)));
        var errors = measured.Errors.IsDefault ? [] : measured.Errors;
        var shown = style.IsFull ? errors : [.. errors.Take(Math.Min(most, MostOnASmallScreen))];
        rows.AddRange(shown.Select((error, index) => (index == 0 ? "Errors" : "", (IRenderable)Error(error))));
        if (shown.Length < errors.Length) rows.Add(("", new Line().Quiet($"and {FigureText.Count(errors.Length - shown.Length, "kind")} more")));
        if (errors.IsEmpty && (style.IsFull || measured.Statuses.Count == 0)) rows.Add(("Errors", new Line().Good("none")));
        return ConsoleSection.Rows(rows);
    }

    private static Line Statuses(PhaseResult measured)
    {
        var line = new Line();
        foreach (var (status, count) in measured.Statuses)
        {
            var text = $"{GrpcStatus.Text(status)} × {FigureText.Count(count)}   ";
            if (status >= 400) line.Bad(text);
            else line.Plain(text);
        }
        return line;
    }

    private static Line Error(ErrorResult error) =>
        new Line().Bad($"{error.Kind} × {FigureText.Count(error.Count)}").Plain("   first: ").Quiet(error.FirstExample).Plain(Remedy(error.FirstExample));

    // Advice for errors that new users often meet first.
    private static string Remedy(string example) => example switch
    {
        _ when example.Contains("wrong version number", StringComparison.Ordinal) => "   the server speaks http on this port: write http://",
        _ when example.Contains("self-signed certificate", StringComparison.Ordinal) => "   -k accepts it, --cacert FILE trusts its issuer",
        _ => "",
    };
}
