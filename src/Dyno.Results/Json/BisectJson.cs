namespace Dyno.Results;

/// <summary>A <see cref="BisectResult"/> as a JSON document with the same spelling as a run result; secrets masked.</summary>
public static class BisectJson
{
    /// <summary>The document, with a line feed at its end.</summary>
    public static string Write(BisectResult result) =>
        ReadableJson.Write(SecretMask.Apply(JsonSerializer.SerializeToNode(result, RunResultJson.Options)!), RunResultJson.Options) + "\n";

    /// <summary>A comparison of a search on one line, for a log that is written as comparisons end; secrets masked.</summary>
    public static string WriteStep(BisectStep step) => SecretMask.Apply(JsonSerializer.SerializeToNode(step, RunResultJson.Options)!)
        .ToJsonString(new JsonSerializerOptions(RunResultJson.Options) { WriteIndented = false });

    /// <summary>Reads a line that <see cref="WriteStep"/> wrote; null when the line is cut off or damaged.</summary>
    public static BisectStep? ReadStep(string line)
    {
        try
        {
            return JsonSerializer.Deserialize<BisectStep>(line, RunResultJson.Options);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
