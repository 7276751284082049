namespace Dyno.K6;

/// <summary>An answer, or the failure to get one, kept for later questions of the script.</summary>
internal sealed class StoredResponse
{
    public required RequestSpec Spec { get; init; }

    /// <summary>The last hop; null when no request could be made at all.</summary>
    public required WireResponse? Wire { get; init; }

    public required ResponseKind Kind { get; init; }

    /// <summary>The text of the failure, also used as a tag, so that there are few different texts. Empty for no failure.</summary>
    public string Error { get; init; } = "";

    /// <summary>A longer text of the same failure, with host and details, for the log and for exceptions.</summary>
    public string Explanation { get; init; } = "";

    public int ErrorCode { get; init; }

    public int Status => Wire is { Error: Dyno.Load.RequestErrorKind.None } ? Wire.Status : 0;

    /// <summary>The first request that was sent, for <c>response.request</c>; null when nothing was sent.</summary>
    public WireRequest? Sent { get; init; }

    public IReadOnlyList<KeyValuePair<string, string>> SentCookies { get; init; } = [];

    /// <summary>Whether the script sees a body: there is none for failures, and none with statuses that allow no body.</summary>
    public bool HasBody => Status != 0 && Kind != ResponseKind.None && Status is not (204 or 304 or < 200);

    public IEnumerable<HeaderField> Headers => Status == 0 ? [] : Wire!.Headers;
}
