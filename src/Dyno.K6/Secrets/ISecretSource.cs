namespace Dyno.K6.Secrets;

/// <summary>One place where <c>k6/secrets</c> reads. Thread-safe.</summary>
internal interface ISecretSource
{
    /// <summary>A secret that is already known; null when it must be fetched first.</summary>
    /// <exception cref="JavaScript.HostException">There is no such secret.</exception>
    string? Find(string key);

    /// <summary>Fetches a secret.</summary>
    /// <exception cref="JavaScript.HostException">There is no such secret, or it cannot be fetched.</exception>
    Task<string> FetchAsync(string key);
}
