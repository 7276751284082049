namespace Dyno.Inputs;

/// <summary>A file of another tool that Dyno does not read, with the way to a file that it reads.</summary>
/// <param name="What">The file, for the message.</param>
/// <param name="Extensions">Endings of such files.</param>
/// <param name="Recognises">Whether content is of such a file.</param>
internal sealed record ForeignFile(string What, string WayToGo, ImmutableArray<string> Extensions, Func<ContentSample, bool> Recognises)
{
    private static readonly ImmutableArray<ForeignFile> All =
    [
        new("a collection of Bruno in YAML", "save the collection in the format Bru, and load its folder, or export it as a Postman collection", [],
            sample => sample.Keys.Contains("opencollection")),
        new("an export of Insomnia", "import it into Postman and export it as Collection v2.1, or copy the requests as curl commands into a file (.curl)", [],
            sample => sample.Keys.Contains("__export_format") || sample.Start.Contains("collection.insomnia.rest", StringComparison.Ordinal)),
        new("a script of Artillery", "write its phases as # @load and its flow as requests of a .http file; values of answers are {{name.response.body.$.path}}", [],
            sample => sample.Keys.Contains("scenarios") && sample.Keys.Contains("config")),
        new("a solution, which is no load", "load a URL of one of its programs: dyno run /path --subject FOLDER-OF-THE-PROJECT", [".sln", ".slnx", ".slnf"], _ => false),
        new("a folder of sessions of Fiddler", "export the sessions from Fiddler as HTTPArchive (.har)", [".saz"], _ => false),
    ];

    /// <summary>The kind of the file; null when it is none of these.</summary>
    public static ForeignFile? Find(string path, ContentSample sample) =>
        All.FirstOrDefault(f => f.HasExtensionOf(path)) ?? All.FirstOrDefault(f => f.Recognises(sample));

    /// <summary>Whether a name ends like such a file.</summary>
    public static bool IsNamed(string path) => All.Any(f => f.HasExtensionOf(path));

    private bool HasExtensionOf(string path) => Extensions.Any(e => path.EndsWith(e, StringComparison.OrdinalIgnoreCase));
}
