namespace Dyno.Inputs.Tests;

internal static partial class Corpus
{
    /// <summary>The kinds of Dyno's own files; those of other tools are tested with their readers, by the same tests.</summary>
    public static readonly string[] Kinds = ["HttpFiles", "WebSurge"];

    /// <summary>Those with a few files.</summary>
    public static readonly string[] SmallKinds = [];

    private static string Root => Path.Combine(RepositoryRoot.Path, "test", "Dyno.Inputs.Tests");
}
