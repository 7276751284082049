namespace Dyno.Reporting.Console;

/// <summary>What the reader's screen can show.</summary>
/// <param name="Width">Columns, at least 60.</param>
/// <param name="HasColour">Whether colour codes may be used.</param>
public readonly record struct ReportStyle(int Width, bool HasColour);
