namespace Dyno.Inputs;

/// <summary>
/// The rows of a CSV file, for code that makes items of them. The file is read by the rules of <c>--data</c>: the first line names the
/// columns, with comma, semicolon or tab between them. Immutable.
/// </summary>
/// <param name="Columns">Names of the columns, without blanks around them; no name twice.</param>
/// <param name="Rows">At least one.</param>
public sealed record CsvRows(ImmutableArray<string> Columns, ImmutableArray<CsvRow> Rows)
{
    /// <summary>Reads a file.</summary>
    /// <param name="path">From the current directory.</param>
    /// <exception cref="UserFault">The file is missing, has no rows, or is malformed; the message has every wrong line.</exception>
    public static CsvRows Read(string path)
    {
        var problems = new ProblemList();
        var text = InputFile.TryRead(path, new SourcePlace(problems, "the data file"), out var bytes) ? TextDecoding.Decode(bytes) : "";
        var table = new FeedTable(new SourcePlace(problems, path), text) { KeepsLines = true };
        if (bytes is not null) CsvFeed.Read(text, table);
        var rows = problems.Count == 0 ? table.ToFeed(Dyno.Http.FeedOrder.Sequential) : null;
        problems.ThrowIfAny();
        return new CsvRows(rows!.Columns, [.. rows.Rows.Select((values, i) => new CsvRow(table.Lines[i], values))]);
    }
}

/// <summary>One row.</summary>
/// <param name="Line">The line where the row begins, from 1.</param>
/// <param name="Values">One for each column, without quotes.</param>
public readonly record struct CsvRow(int Line, ImmutableArray<string> Values);
