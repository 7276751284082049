namespace Dyno.Experiments;

/// <summary>The studies of a folder: each of its folders with a <c>claims.yaml</c>.</summary>
/// <param name="folder">Absolute path of the folder of studies.</param>
public sealed class StudyCatalogue(string folder)
{
    /// <summary>The file that makes a folder a study.</summary>
    public const string ClaimsFile = "claims.yaml";

    /// <summary>Absolute path.</summary>
    public string Folder { get; } = folder;

    /// <summary>Names of the studies, in order.</summary>
    public ImmutableArray<string> Names =>
    [
        .. Directory.EnumerateDirectories(Folder).Where(d => File.Exists(Path.Combine(d, ClaimsFile)))
            .Select(d => Path.GetFileName(d)).Order(StringComparer.Ordinal),
    ];

    /// <summary>The nearest folder <c>studies</c> with a study in it, from a folder upwards.</summary>
    /// <param name="starts">The folders to start from; the first one that leads to such a folder wins.</param>
    public static StudyCatalogue? Find(params ReadOnlySpan<string> starts)
    {
        foreach (var start in starts)
        {
            for (var at = new DirectoryInfo(start); at is not null; at = at.Parent)
            {
                var catalogue = new StudyCatalogue(Path.Combine(at.FullName, "studies"));
                if (Directory.Exists(catalogue.Folder) && catalogue.Names.Length > 0) return catalogue;
            }
        }
        return null;
    }

    /// <summary>Reads a study.</summary>
    /// <param name="name">A name of <see cref="Names"/>.</param>
    /// <exception cref="UserFault">There is no such study, or its claims are wrong; the message has every mistake.</exception>
    public Study Get(string name)
    {
        var names = Names;
        if (names.Contains(name, StringComparer.Ordinal)) return StudyReader.Read(Path.Combine(Folder, name));
        var near = NearestWord.Find(name, names);
        var hasFolder = name.Length > 0 && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '-') && Directory.Exists(Path.Combine(Folder, name));
        throw new UserFault([new Problem("dyno study", null, null,
            hasFolder ? $"{name} is not a study: its folder has no {ClaimsFile}" : $"there is no study '{name}'",
            near is null ? $"name one of these: {string.Join(", ", names)}" : $"did you mean {near}?")]);
    }
}
