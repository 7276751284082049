using System.Collections.Immutable;
using Dyno.JavaScript;

namespace Dyno.K6.Secrets;

/// <summary>Secrets that were read at the start: <c>file</c> and <c>mock</c>. Immutable.</summary>
internal sealed class StoredSecrets(ImmutableDictionary<string, string> secrets) : ISecretSource
{
    /// <summary>Every value, to be kept out of what is shown.</summary>
    public IEnumerable<string> Values => secrets.Values.Where(value => value.Length > 0);

    /// <inheritdoc/>
    public string Find(string key) => secrets.TryGetValue(key, out var value) ? value : throw new HostException($"there is no secret '{key}'");

    /// <inheritdoc/>
    public Task<string> FetchAsync(string key) => Task.FromResult(Find(key));
}
