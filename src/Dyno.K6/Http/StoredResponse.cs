using Dyno.Http.Clients;
using Dyno.Http.Requests;

namespace Dyno.K6.Http;

/// <summary>An answer, or the failure to get one, kept for what the script may still ask of it.</summary>
internal sealed class StoredResponse
{
    public required RequestSpec Spec { get; init; }

    /// <summary>The last hop; null when no request could be made at all.</summary>
    public required WireResponse? Wire { get; init; }

    public required ResponseKind Kind { get; init; }

    /// <summary>What went wrong, in words of which there are few: they are also a tag. Empty: nothing did.</summary>
    public string Error { get; init; } = "";

    /// <summary>The same for people, with the host and what it said: the log and exceptions have it.</summary>
    public string Explanation { get; init; } = "";

    public int ErrorCode { get; init; }

    public int Status => Wire is { Error: Load.Engine.RequestErrorKind.None } ? Wire.Status : 0;

    /// <summary>What was sent first, for <c>response.request</c>; null when nothing was.</summary>
    public WireRequest? Sent { get; init; }

    /// <summary>Cookies that went along.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> SentCookies { get; init; } = [];

    /// <summary>Whether the script sees a body: not for failures, nor where there can be none.</summary>
    public bool HasBody => Status != 0 && Kind != ResponseKind.None && Status is not (204 or 304 or < 200);

    public IEnumerable<HeaderField> Headers => Status == 0 ? [] : Wire!.Headers;
}
