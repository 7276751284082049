namespace Dyno.K6.Logs;

/// <summary>One line of a run's log. Secrets of <c>k6/secrets</c> are masked in it.</summary>
/// <param name="Time">When it was written.</param>
/// <param name="Level">debug, info, warning or error.</param>
/// <param name="Message">The text.</param>
/// <param name="Source">console for a line of the script; empty for a line of the run.</param>
public sealed record LogLine(DateTimeOffset Time, string Level, string Message, string Source);
