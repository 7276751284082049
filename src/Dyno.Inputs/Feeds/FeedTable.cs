namespace Dyno.Inputs;

/// <summary>Collects the columns and rows of a feed, and what is wrong with them.</summary>
/// <param name="text">The content of the file, to find the place where something is missing.</param>
internal sealed class FeedTable(SourcePlace place, string text)
{
    private const int ShownProblems = 20;

    private readonly ImmutableArray<ImmutableArray<string>>.Builder _rows = ImmutableArray.CreateBuilder<ImmutableArray<string>>();
    private int _problems;
    private TextPosition _firstNotShown;

    /// <summary>Whether <see cref="Lines"/> are kept; most readers do not need them.</summary>
    public bool KeepsLines { get; init; }

    /// <summary>The line each row begins on.</summary>
    public List<int> Lines { get; } = [];

    /// <summary>The columns in the order of the file; default until they are known.</summary>
    public ImmutableArray<string> Columns { get; private set; }

    /// <summary>Whether the table takes no more: there are far too many rows, or far too many mistakes.</summary>
    public bool IsFull { get; private set; }

    /// <summary>Whether anything is wrong.</summary>
    public bool HasProblems => _problems > 0;

    public void Problem(TextPosition at, string what, string writeInstead)
    {
        if (++_problems <= ShownProblems)
        {
            at.In(place).Problem(what, writeInstead);
            return;
        }

        if (!IsFull) _firstNotShown = at;
        IsFull = true;
    }

    [MemberNotNull(nameof(Columns))]
    public void SetColumns(ImmutableArray<string> names, Func<int, TextPosition> places)
    {
        Columns = [.. names.Select(name => name.Trim())];
        if (Columns.Length > FeedFile.MaxColumns)
        {
            Problem(places(FeedFile.MaxColumns), $"there are {Columns.Length} columns", $"keep at most {FeedFile.MaxColumns}");
            IsFull = true;
            return;
        }

        for (var i = 0; i < Columns.Length; i++)
        {
            var name = Columns[i];
            if (name.Length == 0) Problem(places(i), $"column {i + 1} has no name", "write a name for each column in the first line");
            else if (name.AsSpan().IndexOfAny('{', '}') >= 0 || name.Any(char.IsControl))
                Problem(places(i), $"the column name \"{InText.Quote(name)}\" cannot be used between braces", "use letters, digits, - and _");
            else if (Columns.IndexOf(name) < i) Problem(places(i), $"there are two columns \"{InText.Quote(name)}\"", "give each its own name");
        }
    }

    /// <summary>Takes a row.</summary>
    /// <param name="places">The place of each value by its index, and then the place where the row ends.</param>
    public void Add(ImmutableArray<string> row, Func<int, TextPosition> places)
    {
        if (row.Length != Columns.Length)
        {
            Problem(places(Math.Min(row.Length, Columns.Length)), $"the row has {row.Length} {(row.Length == 1 ? "value" : "values")}, and there {(Columns.Length == 1 ? "is 1 column" : $"are {Columns.Length} columns")} ({Names})",
                row.Length > Columns.Length ? "put a value with a comma in double quotes: \"a, b\"" : "write one value for each column, an empty one as \"\"");
            return;
        }

        _rows.Add(row);
        if (KeepsLines) Lines.Add(places(0).Line);
        if (_rows.Count <= FeedFile.MaxRows && (long)_rows.Count * Columns.Length <= FeedFile.MaxTexts) return;
        Problem(places(0), $"there are more than {FeedFile.MaxRows:N0} rows, or more than {FeedFile.MaxTexts:N0} values", "use a part of the file");
        IsFull = true;
    }

    public DataFeed? ToFeed(FeedOrder order)
    {
        if (_problems > ShownProblems) _firstNotShown.In(place).Problem($"there are more mistakes than the {ShownProblems} above", "correct these first");
        if (_problems == 0 && (Columns.IsDefaultOrEmpty || _rows.Count == 0))
            Problem(TextPosition.EndOf(text), "the feed has no rows", "write the names of the columns in the first line, and a row in each line below");
        return _problems > 0 ? null : new DataFeed { Columns = Columns, Rows = _rows.DrainToImmutable(), Order = order };
    }

    private string Names => InText.Quote(string.Join(", ", Columns));
}
