namespace Dyno.K6;

/// <summary>A request that only needs sending: parsed once, sent often. Immutable.</summary>
internal sealed record PreparedRequest
{
    public required RequestSpec Spec { get; init; }

    /// <summary>Why the request cannot be sent; null when it can.</summary>
    public string? Problem { get; init; }

    /// <summary>k6's number for the problem.</summary>
    public int ProblemCode { get; init; } = ErrorCodes.Generic;

    /// <summary>
    /// Whether the request counts although it has a problem. As in k6, a URL to which no request can go fails like a request; a text that
    /// is not a URL is no request.
    /// </summary>
    public bool CountsUnsent { get; init; }

    public Uri? Url { get; init; }

    public WireRequest? Request { get; init; }

    /// <summary>Index of the request in the steps of the results.</summary>
    public int Step { get; init; }
}
