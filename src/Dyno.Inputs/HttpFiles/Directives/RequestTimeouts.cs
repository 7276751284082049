namespace Dyno.Inputs;

/// <summary>
/// <c># @timeout 10 s</c> above requests, as JetBrains has it. A load has one timeout for all requests, so the longest one counts: a
/// shorter one would make requests fail that the file lets finish.
/// </summary>
internal sealed class RequestTimeouts
{
    private readonly List<(TimeSpan Time, SourcePlace Place)> _times = [];

    public void Add(Directive directive, SourcePlace place)
    {
        // JetBrains writes "10 s"; a number without a unit is in seconds for JetBrains and for Dyno.
        var text = directive.Argument.Replace(" ", "", StringComparison.Ordinal);
        if (DurationText.TryParseTyped(text, out var time) && time >= TimeSpan.FromMilliseconds(1)) _times.Add((time, place));
        else place.Problem($"this is not a value for timeout: \"{InText.Quote(directive.Argument)}\"", "write # @timeout 15 s", directive.Column);
    }

    /// <summary>The longest; null when there is none.</summary>
    public TimeSpan? Longest()
    {
        if (_times.Count == 0) return null;
        var longest = _times.Max(t => t.Time);
        if (_times.Find(t => t.Time != longest) is { Time.Ticks: > 0 } other)
            other.Place.Warning($"all requests of a load use the longest # @timeout of the file, {DurationText.Format(longest)}", "give --timeout to set another timeout");
        return longest;
    }
}
