using Dyno.Http.Clients;

namespace Dyno.K6.Http;

/// <summary>A request that only needs sending: parsed once, sent often. Immutable.</summary>
internal sealed record PreparedRequest
{
    public required RequestSpec Spec { get; init; }

    /// <summary>Why it cannot be sent; null when it can.</summary>
    public string? Problem { get; init; }

    /// <summary>k6's number for the problem.</summary>
    public int ProblemCode { get; init; } = ErrorCodes.Generic;

    /// <summary>
    /// Whether it counts although it has a problem: as in k6, a text that is a URL, but none that a request can go to, fails as a request
    /// does; another text is not a request.
    /// </summary>
    public bool CountsUnsent { get; init; }

    public Uri? Url { get; init; }

    public WireRequest? Request { get; init; }

    /// <summary>Index in the results' steps.</summary>
    public int Step { get; init; }
}
