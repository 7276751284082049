using System.Text.Json;
using Dyno.Results.Histories;

namespace Dyno.Results.Json;

/// <summary>A <see cref="TrendResult"/> as a JSON document with the same spelling as a run result; secrets masked.</summary>
public static class TrendJson
{
    /// <summary>The document, with a line feed at its end.</summary>
    public static string Write(TrendResult trend)
    {
        ArgumentNullException.ThrowIfNull(trend);
        return ReadableJson.Write(SecretMask.Apply(JsonSerializer.SerializeToNode(trend, RunResultJson.Options)!), RunResultJson.Options) + "\n";
    }
}
