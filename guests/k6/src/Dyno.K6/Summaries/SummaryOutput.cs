namespace Dyno.K6;

/// <summary>A part of the end-of-test summary, and where it goes.</summary>
/// <param name="Target"><c>stdout</c>, <c>stderr</c> or a file.</param>
/// <param name="Content">What goes there; text as UTF-8.</param>
public sealed record SummaryOutput(string Target, ReadOnlyMemory<byte> Content)
{
    public string Text => Encoding.UTF8.GetString(Content.Span);
}
