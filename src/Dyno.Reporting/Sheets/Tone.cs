namespace Dyno.Reporting.Sheets;

/// <summary>What a text means for its reader; each format decides how that looks.</summary>
internal enum Tone
{
    /// <summary>A fact.</summary>
    Plain,

    /// <summary>An explanation.</summary>
    Quiet,

    /// <summary>A figure that is as it should be.</summary>
    Good,

    /// <summary>With a reservation.</summary>
    Doubtful,

    /// <summary>Not as it should be.</summary>
    Bad,
}
