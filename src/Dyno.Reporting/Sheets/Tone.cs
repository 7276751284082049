namespace Dyno.Reporting;

/// <summary>The meaning of a text for its reader; each format decides how to show it.</summary>
internal enum Tone
{
    Plain, // a fact
    Quiet, // an explanation
    Good, // a good figure
    Doubtful, // a figure with a reservation
    Bad, // a bad figure
}
