namespace Dyno.Cli;

/// <summary>One report that was asked for: <c>-f FORMAT</c> or <c>-f FORMAT=FILE</c>.</summary>
/// <param name="File">The file; null for the usual place of the format: stdout, or for html a file beside the result.</param>
internal sealed record ReportTarget(string Format, string? File)
{
    /// <summary>The file name that means stdout.</summary>
    public const string Stdout = "-";

    /// <summary>The formats that go to stdout only when the user asks for it.</summary>
    private static readonly string[] FileFormats = [.. RunExporters.All.Where(exporter => !exporter.IsForScreen).Select(exporter => exporter.Format)];

    /// <summary>Whether the report is printed to stdout.</summary>
    public bool IsOnStdout => File is null ? !FileFormats.Contains(Format, StringComparer.Ordinal) : File == Stdout;

    /// <summary>Reads the value of <c>-f</c>.</summary>
    public static ReportTarget Parse(string text)
    {
        var end = text.IndexOf('=', StringComparison.Ordinal);
        return end < 0 ? new ReportTarget(text, null) : new ReportTarget(text[..end], text[(end + 1)..]);
    }

    /// <summary>Declares the option, whose values are checked while the command line is parsed.</summary>
    /// <param name="formats">The formats that may stand before the equals sign.</param>
    public static Option<string[]> Option(string[] formats, string description)
    {
        var option = Symbols.Many("--format", "FORMAT[=FILE]", description, "-f");
        option.CompletionSources.Add(formats);
        option.Validators.Add(result =>
        {
            var targets = result.Tokens.Select(token => Parse(token.Value)).ToList();
            foreach (var problem in targets.Select(target => ProblemOf(target, formats)).OfType<string>()) result.AddError(problem);
            var printed = targets.Where(target => target.IsOnStdout).ToList();
            if (printed.Count > 1)
                result.AddError($"--format: {string.Join(" and ", printed.Select(p => p.Format))} cannot both be printed; name a file: -f {printed[^1].Format}=FILE");
            var twice = targets.Where(t => t.File is not (null or Stdout)).GroupBy(t => t.File).FirstOrDefault(group => group.Count() > 1);
            if (twice is not null) result.AddError($"--format: {twice.Key} is named twice; name a file for each report");
        });
        return option;
    }

    private static string? ProblemOf(ReportTarget target, string[] formats)
    {
        if (!formats.Contains(target.Format, StringComparer.Ordinal))
        {
            var meant = NearestWord.Find(target.Format, formats) is { } near ? $"did you mean {near}? " : "";
            return $"--format: '{target.Format}' is unknown; {meant}write {string.Join(" or ", formats)}";
        }
        return target.File is "" ? $"--format: a file is missing after '{target.Format}='; write {target.Format}=FILE" : null;
    }
}
