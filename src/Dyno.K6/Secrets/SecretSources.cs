using System.Collections.Immutable;

namespace Dyno.K6.Secrets;

/// <summary>Where <c>k6/secrets</c> reads: files and mocks named on the command line. Immutable.</summary>
internal sealed class SecretSources
{
    /// <summary>Name of a source to its secrets; the first is the default.</summary>
    public ImmutableArray<(string Name, ImmutableDictionary<string, string> Secrets)> All { get; init; } = [];

    /// <summary>Every value, to be kept out of what is shown.</summary>
    public IEnumerable<string> Values => All.SelectMany(source => source.Secrets.Values).Where(value => value.Length > 0);
}
