namespace Dyno.Experiments;

/// <summary>What a variant answered to one request.</summary>
internal sealed record StepAnswer
{
    /// <summary>The status when there was no answer.</summary>
    public const string None = "none";

    public required string Step { get; init; }

    /// <summary>Status code; <see cref="None"/> without an answer.</summary>
    public required string Status { get; init; }

    /// <summary>The headers that matter, by name in small letters; see <see cref="AnswerHeaders"/>.</summary>
    public ImmutableSortedDictionary<string, string> Headers { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>The body; null when two requests gave different bodies.</summary>
    public byte[]? Body { get; init; }

    /// <summary>What two answers of one server have in common: what changes by itself (a time, an id) is not compared.</summary>
    public StepAnswer InCommonWith(StepAnswer again) => this with
    {
        Headers = Headers.RemoveRange(Headers.Where(h => again.Headers.GetValueOrDefault(h.Key) != h.Value).Select(h => h.Key)),
        Unstable = [.. Headers.Keys.Union(again.Headers.Keys).Where(name => Headers.GetValueOrDefault(name) != again.Headers.GetValueOrDefault(name))],
        Body = Body is not null && again.Body is not null && Body.AsSpan().SequenceEqual(again.Body) ? Body : null,
    };

    /// <summary>Headers that differed between two answers.</summary>
    public ImmutableSortedSet<string> Unstable { get; init; } = [];

    /// <summary>How another variant's answer differs from this one, in words.</summary>
    public IEnumerable<string> DifferencesOf(StepAnswer other)
    {
        if (Status != other.Status) yield return $"status {other.Status} instead of {Status}";
        foreach (var name in Headers.Keys.Union(other.Headers.Keys).Except(Unstable).Except(other.Unstable).Order(StringComparer.Ordinal))
            if ((Headers.GetValueOrDefault(name, None), other.Headers.GetValueOrDefault(name, None)) is var (want, got) && want != got)
                yield return $"header {name}: {got} instead of {want}";
        if (Body is { } body && other.Body is { } otherBody && !body.AsSpan().SequenceEqual(otherBody))
            yield return $"different body ({FigureText.Count(otherBody.Length, "byte")} instead of {body.Length})";
    }
}
