namespace Dyno.Reporting.Sheets;

/// <summary>The meaning of a text for its reader; each format decides how to show it.</summary>
internal enum Tone
{
    /// <summary>A fact.</summary>
    Plain,

    /// <summary>An explanation.</summary>
    Quiet,

    /// <summary>A good figure.</summary>
    Good,

    /// <summary>A figure with a reservation.</summary>
    Doubtful,

    /// <summary>A bad figure.</summary>
    Bad,
}
