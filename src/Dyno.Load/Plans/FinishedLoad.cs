namespace Dyno.Load;

/// <summary>The result of a load and everything else that the load produces at its end.</summary>
/// <param name="Result">The result, with the load's own additions.</param>
public sealed record FinishedLoad(RunResult Result)
{
    /// <summary>Texts that the load writes itself: into a file, or to <c>stdout</c> or <c>stderr</c>.</summary>
    public ImmutableArray<LoadText> Texts { get; init; } = [];

    /// <summary>k6's summary data (JSON) when the load creates it; null: Dyno creates it from the result.</summary>
    public string? SummaryExport { get; init; }

    /// <summary>One sentence for each text that could not be written.</summary>
    public ImmutableArray<string> Problems { get; init; } = [];

    /// <summary>The exit code of the process, whatever the thresholds say; null: the result decides.</summary>
    public int? ExitsWith { get; init; }

    /// <summary>The exit code of the process when nothing else is wrong. Default 0.</summary>
    public int ExitsAtLastWith { get; init; }

    /// <summary>
    /// Keeps the process alive after the run, for the given reason, until the task ends or the user ends the process; null: the process
    /// ends.
    /// </summary>
    public (string Why, Task Ended)? Lingers { get; init; }
}

/// <summary>A text that a load writes.</summary>
/// <param name="Target">A file, or <c>stdout</c> or <c>stderr</c>.</param>
/// <param name="Content">UTF-8.</param>
public sealed record LoadText(string Target, ReadOnlyMemory<byte> Content)
{
    public string Text => Encoding.UTF8.GetString(Content.Span);
}
