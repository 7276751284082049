using System.Collections.Immutable;
using System.Text;
using Dyno.Results.Runs;

namespace Dyno.Load.Plans;

/// <summary>What a load leaves behind.</summary>
/// <param name="Result">The result, with what the load adds.</param>
public sealed record FinishedLoad(RunResult Result)
{
    /// <summary>Texts that the load writes itself: into a file, or to <c>stdout</c> or <c>stderr</c>.</summary>
    public ImmutableArray<LoadText> Texts { get; init; } = [];

    /// <summary>k6's summary data (JSON) where the load makes it itself; null: Dyno makes it from the result.</summary>
    public string? SummaryExport { get; init; }

    /// <summary>What could not be written, a sentence each.</summary>
    public ImmutableArray<string> Problems { get; init; } = [];

    /// <summary>The code that the process ends with before thresholds are looked at; null: the result decides.</summary>
    public int? ExitsWith { get; init; }

    /// <summary>The code that it ends with when nothing else is wrong. Default 0.</summary>
    public int ExitsAtLastWith { get; init; }

    /// <summary>The process stays after the run, for the reason told, until this ends or the user ends it; null: it does not.</summary>
    public (string Why, Task Ended)? Lingers { get; init; }
}

/// <summary>A text that a load writes.</summary>
/// <param name="Target">A file, or <c>stdout</c> or <c>stderr</c>.</param>
/// <param name="Content">UTF-8.</param>
public sealed record LoadText(string Target, ReadOnlyMemory<byte> Content)
{
    /// <summary>The content as text.</summary>
    public string Text => Encoding.UTF8.GetString(Content.Span);
}
