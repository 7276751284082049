namespace Dyno.Inputs;

/// <summary>Requests of one input that the same driver sends: one scenario of the plan.</summary>
internal sealed record RequestGroup
{
    /// <summary>The scenario's name.</summary>
    public required string Name { get; init; }

    /// <summary>Whether a virtual user sends the requests one after another with values from answers; otherwise a wire driver sends them.</summary>
    public bool IsSequence { get; init; }

    /// <summary>The version of HTTP of all requests.</summary>
    public HttpVersionChoice Version { get; init; }

    /// <summary>The requests in order, each with its unique name.</summary>
    public required ImmutableArray<RequestDraft> Requests { get; init; }

    /// <summary>For each request, why it is in this group: a sentence without a full stop.</summary>
    public required ImmutableArray<string> Reasons { get; init; }

    /// <summary>The weight of the group in a mix: the sum of its requests; a sequence is sent as a whole, and counts as its heaviest request.</summary>
    public int Weight => IsSequence ? Requests.Max(r => r.Weight ?? 1) : Requests.Sum(r => r.Weight ?? 1);
}
