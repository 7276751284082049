namespace Dyno.Reporting;

/// <summary>
/// The content of a report, independent of its format: verdict first, then figures, then sections. Markdown and HTML are two renderings
/// of the same sheet, so that they never disagree. Every figure in it is a text from <c>FigureText</c>.
/// </summary>
internal sealed record Sheet
{
    /// <summary>The name of the measurement, in a few words.</summary>
    public required string Title { get; init; }

    /// <summary>The time, the tool and the id of the measurement.</summary>
    public required string Subtitle { get; init; }

    /// <summary>The verdict, which stands before all numbers.</summary>
    public required SheetVerdict Verdict { get; init; }

    /// <summary>The few most important figures.</summary>
    public ImmutableArray<KeyFigure> KeyFigures { get; init; } = [];

    /// <summary>The rest, most important first; sections without blocks are left out.</summary>
    public required ImmutableArray<Section> Sections { get; init; }
}

/// <summary>The verdict of a report.</summary>
/// <param name="Tone">The tone: good, doubtful or bad.</param>
/// <param name="Word">One word: healthy, strained, void …</param>
/// <param name="Findings">The reasons for or against.</param>
internal sealed record SheetVerdict(Tone Tone, string Word, string Sentence, ImmutableArray<Finding> Findings);

/// <summary>One reason, with its tone.</summary>
internal sealed record Finding(Tone Tone, string Text, string Rule = "");

internal sealed record KeyFigure(string Label, string Value, string Note = "", Tone Tone = Tone.Plain);

/// <summary>A part of a report under a heading.</summary>
/// <param name="Lead">An introduction for the reader; may be empty.</param>
internal sealed record Section(string Title, string Lead, params ImmutableArray<Block> Blocks)
{
    /// <summary>Whether the section is a detail that a reader may skip; HTML folds it.</summary>
    public bool IsDetail { get; init; }
}
