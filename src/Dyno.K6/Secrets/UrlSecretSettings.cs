using System.Collections.Immutable;

namespace Dyno.K6.Secrets;

/// <summary>Where <c>--secret-source url</c> fetches secrets, and how. Names and defaults are k6's.</summary>
internal sealed record UrlSecretSettings
{
    public const string Key = "{key}";

    /// <summary>An http or https URL in which <c>{key}</c> stands for the secret's name.</summary>
    public string UrlTemplate { get; init; } = "";

    public HttpMethod Method { get; init; } = HttpMethod.Get;

    public ImmutableDictionary<string, string> Headers { get; init; } = ImmutableDictionary.Create<string, string>(StringComparer.OrdinalIgnoreCase);

    /// <summary>Where in a JSON answer the secret is; empty: the whole answer is the secret.</summary>
    public string ResponsePath { get; init; } = "";

    /// <summary>The time for each request.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Requests a minute at most, from 1.</summary>
    public int RequestsPerMinute { get; init; } = 300;

    /// <summary>Requests that may be sent at once after a pause, from 1.</summary>
    public int Burst { get; init; } = 10;

    /// <summary>How often a request that failed is sent again, from 0.</summary>
    public int MaxRetries { get; init; } = 3;

    /// <summary>The pause before the n-th repetition: this many seconds to the power of n, and up to a second more.</summary>
    public TimeSpan RetryBackoff { get; init; } = TimeSpan.FromSeconds(1);
}
