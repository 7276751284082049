using System.Collections.Immutable;

namespace Dyno.Reporting.Sheets;

/// <summary>
/// A report before it has a format: verdict first, then figures, then sections. Markdown and HTML are two renderings of
/// the same sheet, so that they never disagree. Every figure in it is a text from <see cref="Figures.Figure"/>.
/// </summary>
internal sealed record Sheet
{
    /// <summary>What was measured, in a few words.</summary>
    public required string Title { get; init; }

    /// <summary>When, with what, under which id.</summary>
    public required string Subtitle { get; init; }

    /// <summary>The judgement, before every number.</summary>
    public required SheetVerdict Verdict { get; init; }

    /// <summary>The few figures one remembers.</summary>
    public ImmutableArray<KeyFigure> KeyFigures { get; init; } = [];

    /// <summary>The rest, most important first; sections without blocks are left out.</summary>
    public required ImmutableArray<Section> Sections { get; init; }
}

/// <summary>The judgement of a report.</summary>
/// <param name="Tone">Good, doubtful or bad.</param>
/// <param name="Word">One word: healthy, strained, void …</param>
/// <param name="Sentence">What was found, as one would say it.</param>
/// <param name="Findings">Each reason for or against.</param>
internal sealed record SheetVerdict(Tone Tone, string Word, string Sentence, ImmutableArray<Finding> Findings);

/// <summary>One reason, with how much it weighs.</summary>
internal sealed record Finding(Tone Tone, string Text, string Rule = "");

/// <summary>A figure to remember.</summary>
internal sealed record KeyFigure(string Label, string Value, string Note = "", Tone Tone = Tone.Plain);

/// <summary>A part of a report under a heading.</summary>
/// <param name="Title">The heading.</param>
/// <param name="Lead">What the reader should know before; may be empty.</param>
/// <param name="Blocks">Its content.</param>
internal sealed record Section(string Title, string Lead, params ImmutableArray<Block> Blocks)
{
    /// <summary>Whether a reader in a hurry may skip it: folded in HTML.</summary>
    public bool IsDetail { get; init; }
}
