namespace Dyno.Inputs.Tests;

internal static partial class Corpus
{
    /// <summary>The kinds of other tools' files, and Dyno's own with what the importers read in them.</summary>
    public static readonly string[] Kinds = ["Curl", "Har", "Postman", "OpenApi", "JMeter", "Bruno", "HttpFiles"];

    /// <summary>Those with a few files.</summary>
    public static readonly string[] SmallKinds = ["HttpFiles"];

    private static string Root => Path.Combine(RepositoryRoot.Path, "guests", "import", "test", "Dyno.Import.Tests");
}
