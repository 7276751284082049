namespace Dyno.Results;

/// <summary>A <see cref="Comparison"/> as a JSON document with the same spelling as a run result; secrets masked.</summary>
public static class ComparisonJson
{
    private static readonly ResultDocument<Comparison> Kind =
        new("comparison", "name a comparison that `dyno compare --result FILE` wrote", Comparison.CurrentSchemaVersion);

    /// <summary>The comparison with every secret masked. Code that prints or sends a comparison uses this copy.</summary>
    public static Comparison Redact(Comparison comparison) => ResultDocument.Masked(comparison).Deserialize(ResultDocument<Comparison>.TypeInfo)!;

    /// <summary>Reads a document.</summary>
    /// <param name="source">Name of the document for messages.</param>
    /// <exception cref="UserFault">The document is not a comparison, or has a later version.</exception>
    public static Comparison Read(string json, string source) => Kind.Read(json, source);

    /// <summary>Reads a file; see <see cref="Read"/>.</summary>
    /// <exception cref="UserFault">The file cannot be read, is not a comparison, or has a later version.</exception>
    public static Comparison ReadFile(string path) => Kind.ReadFile(path);
}
