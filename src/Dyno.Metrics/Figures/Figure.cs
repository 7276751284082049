namespace Dyno.Metrics;

/// <summary>
/// A figure that runs are described and compared by. It is declared once, in <see cref="FigureTable"/>, and then serves in thresholds, goals,
/// verdicts, live outputs, charts, tables, filters and merges. Immutable.
/// </summary>
/// <param name="Name">As written in files and on the command line.</param>
/// <param name="Title">The name for people, as at the beginning of a sentence.</param>
/// <param name="Unit">The unit of its values.</param>
/// <param name="Kind">What it says about a time, and how it is merged.</param>
/// <param name="Threshold">The smallest change that matters, relative to the value; for a figure that can be zero, in its unit.</param>
public sealed record Figure(string Name, string Title, FigureUnit Unit, FigureKind Kind, FigureSource Source, double Threshold)
{
    /// <summary>Whether more is better. Default: less is better.</summary>
    public bool HigherIsBetter { get; init; }

    /// <summary>Whether the figure can be zero. It then has no ratio, and is compared by its difference.</summary>
    public bool CanBeZero { get; init; }

    /// <summary>Whether the figure is a time or a pace, so that better means faster; otherwise better means less or more.</summary>
    public bool IsPace { get; init; }

    /// <summary>Whether the figure counts work and not time, so that it scatters little on any machine: two or three launches are enough.</summary>
    public bool IsStructural { get; init; }

    /// <summary>The event counter of the .NET runtime that gives the figure, <c>PROVIDER/NAME</c>; null when something else gives it.</summary>
    public string? Counter { get; init; }

    /// <summary>Whether the figure is also known by the second while the load runs. Every counter is.</summary>
    public bool IsLive { get => field || Counter is not null; init; }

    /// <summary>The name inside a sentence: <c>server memory</c>; abbreviations keep their capitals.</summary>
    public string Phrase => Title.Length > 1 && char.IsUpper(Title[1]) ? Title : char.ToLowerInvariant(Title[0]) + Title[1..];

    /// <summary>The name where space is short: widely known short names stay.</summary>
    public string Brief => Name is "rate" or "mean" || FigureTable.IsQuantile(Name) ? Name : Phrase;

    /// <summary>Whether the value is a share, which is at most 1.</summary>
    public bool IsShare => Unit == FigureUnit.Share;

    /// <summary>A value with its unit.</summary>
    public string Say(double value) => Unit.Say(value);

    /// <summary>A difference of two values with its sign and unit.</summary>
    public string SayDifference(double difference) => Unit.SayDifference(difference);
}
