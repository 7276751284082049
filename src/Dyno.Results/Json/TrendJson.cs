namespace Dyno.Results;

/// <summary>A <see cref="TrendResult"/> as a JSON document with the same spelling as a run result; secrets masked.</summary>
public static class TrendJson
{
    /// <summary>The document, with a line feed at its end.</summary>
    public static string Write(TrendResult trend) =>
        ReadableJson.Write(SecretMask.Apply(JsonSerializer.SerializeToNode(trend, RunResultJson.Options)!), RunResultJson.Options) + "\n";

    /// <summary>Reads a document.</summary>
    /// <exception cref="JsonException">It is not a trend.</exception>
    public static TrendResult Read(string json) => JsonSerializer.Deserialize<TrendResult>(json, RunResultJson.Options) ?? throw new JsonException("the document is null");
}
