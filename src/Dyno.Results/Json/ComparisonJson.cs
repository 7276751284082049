using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Dyno.Results.Comparisons;

namespace Dyno.Results.Json;

/// <summary>A <see cref="Comparison"/> as a JSON document, spelled as a run's; secrets masked.</summary>
public static class ComparisonJson
{
    internal static JsonTypeInfo<Comparison> TypeInfo { get; } =
        (JsonTypeInfo<Comparison>)RunResultJson.Options.GetTypeInfo(typeof(Comparison));

    /// <summary>The document, with a line feed at its end.</summary>
    public static string Write(Comparison comparison)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        return SecretMask.Apply(JsonSerializer.SerializeToNode(comparison, TypeInfo)!).ToJsonString(RunResultJson.Options) + "\n";
    }

    /// <summary>Reads a document.</summary>
    /// <param name="json">The document.</param>
    /// <param name="source">Its name for messages.</param>
    /// <exception cref="ResultException">It is no comparison.</exception>
    public static Comparison Read(string json, string source)
    {
        try
        {
            return JsonSerializer.Deserialize(json, TypeInfo) ?? throw new JsonException("it is null");
        }
        catch (JsonException wrong)
        {
            throw new ResultException($"{source}: is not a comparison: {wrong.Message}", "name a comparison that `dyno compare --result FILE` wrote", wrong);
        }
    }
}
