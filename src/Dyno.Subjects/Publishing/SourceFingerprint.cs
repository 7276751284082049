using System.Xml;
using System.Xml.Linq;

namespace Dyno.Subjects;

/// <summary>
/// Computes one hash over everything that a publish reads: the files of the project's folder, of the projects that it
/// references, and the files in parent folders that MSBuild reads automatically.
/// </summary>
internal sealed class SourceFingerprint
{
    private static readonly string[] ReadFromFoldersAbove =
    [
        "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props", "global.json", "nuget.config",
        "NuGet.Config", "NuGet.config", ".editorconfig", ".globalconfig", "Directory.Build.rsp",
    ];

    private static readonly string[] FoldersWithoutSources = ["bin", "obj", "node_modules", "TestResults", "artifacts"];

    private readonly SortedSet<string> _files = new(StringComparer.Ordinal);
    private readonly HashSet<string> _projects = new(StringComparer.Ordinal);

    private bool _complete = true;

    private SourceFingerprint()
    {
    }

    /// <summary>
    /// Returns the hash as 16 hexadecimal digits. The hash is null when a project refers to files in a way that only MSBuild
    /// understands (a path with a property in it, items from a tree outside of its folder, a linked folder): only a build can then
    /// tell whether something changed.
    /// </summary>
    /// <param name="projectFile">Absolute path of the project file.</param>
    /// <param name="also">Further inputs of the build, such as the version of the SDK.</param>
    public static string? Of(string projectFile, params ReadOnlySpan<string> also)
    {
        var fingerprint = new SourceFingerprint();
        try
        {
            fingerprint.AddProject(projectFile);
            return fingerprint._complete ? fingerprint.Hash(Path.GetDirectoryName(projectFile)!, also) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null; // some file cannot be read, such as a link to nowhere
        }
    }

    private void AddProject(string projectFile)
    {
        if (!_projects.Add(projectFile)) return;
        var folder = Path.GetDirectoryName(projectFile)!;
        AddFolder(folder);
        for (var above = Path.GetDirectoryName(folder); above is not null; above = Path.GetDirectoryName(above))
            foreach (var name in ReadFromFoldersAbove)
                AddBuildFile(Path.Combine(above, name));
        foreach (var file in Directory.EnumerateFiles(folder, "Directory.*")) ReadReferences(file);
        ReadReferences(projectFile);
    }

    private void AddFolder(string folder)
    {
        foreach (var file in Directory.EnumerateFiles(folder)) _files.Add(file);
        foreach (var sub in Directory.EnumerateDirectories(folder))
        {
            var name = Path.GetFileName(sub);
            if (name.StartsWith('.') || FoldersWithoutSources.Contains(name, StringComparer.OrdinalIgnoreCase)) continue;
            // A linked folder may lead anywhere, even to its own parent.
            if (new DirectoryInfo(sub).LinkTarget is not null) _complete = false;
            else AddFolder(sub);
        }
    }

    private void AddBuildFile(string file)
    {
        if (File.Exists(file) && _files.Add(file)) ReadReferences(file);
    }

    private void ReadReferences(string file)
    {
        if (Path.GetExtension(file) is ".json" or ".config" or ".rsp" or ".editorconfig" or ".globalconfig") return;
        try
        {
            var folder = Path.GetDirectoryName(file)!;
            var isProject = Path.GetExtension(file).EndsWith("proj", StringComparison.OrdinalIgnoreCase);
            foreach (var element in XDocument.Load(file).Descendants()) Follow(element, folder, isProject);
        }
        catch (XmlException)
        {
            _complete = false; // the build will report what is wrong with the project file
        }
    }

    private void Follow(XElement element, string folder, bool isProject)
    {
        if (element.Attribute("Sdk") is not null && element.Name.LocalName == "Import") return;
        var name = element.Name.LocalName;
        var path = (element.Attribute(name == "Import" ? "Project" : "Include")?.Value ?? "")
            .Replace("$(MSBuildThisFileDirectory)", "./", StringComparison.Ordinal)
            .Replace('\\', '/');
        // In a file that a project imports, this is the folder of whichever project imports it.
        if (isProject) path = path.Replace("$(MSBuildProjectDirectory)", "./", StringComparison.Ordinal);
        var isPath = name is "Import" or "ProjectReference";
        if (!isPath && !LeavesFolder(path)) return;
        if (!isPath) AddItems(path, folder);
        else if (path.Contains('$', StringComparison.Ordinal) || path.Contains('*', StringComparison.Ordinal)) _complete = false;
        else if (name == "Import") AddBuildFile(Path.GetFullPath(path, folder));
        else AddReferencedProject(Path.GetFullPath(path, folder));
    }

    // Adds a file, or the files of one folder; only MSBuild understands deeper patterns and lists.
    private void AddItems(string path, string folder)
    {
        var (where, what) = (Path.GetDirectoryName(path) ?? "", Path.GetFileName(path));
        var isPlain = !path.AsSpan().ContainsAny("$;?") && !where.Contains('*', StringComparison.Ordinal) && !what.Contains("**", StringComparison.Ordinal);
        _complete &= isPlain;
        if (!isPlain) return;
        foreach (var file in Directory.EnumerateFiles(Path.GetFullPath(where, folder), what)) _files.Add(file);
    }

    private void AddReferencedProject(string projectFile)
    {
        if (File.Exists(projectFile)) AddProject(projectFile);
        else _complete = false;
    }

    private static bool LeavesFolder(string path) =>
        path.Contains("../", StringComparison.Ordinal) || Path.IsPathRooted(path) || path.Contains("$(", StringComparison.Ordinal);

    private string Hash(string root, ReadOnlySpan<string> also)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var text in also) hash.AppendData(Encoding.UTF8.GetBytes(text + "\n"));
        foreach (var file in _files)
        {
            hash.AppendData(Encoding.UTF8.GetBytes(Path.GetRelativePath(root, file) + "\n"));
            hash.AppendData(HashOf(file));
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset())[..16];
    }

    // What has no length is not opened: to open a named pipe is to wait for someone who writes to it.
    private static byte[] HashOf(string file)
    {
        var target = File.ResolveLinkTarget(file, returnFinalTarget: true)?.FullName ?? file;
        if (new FileInfo(target) is { Exists: true, Length: 0 }) return SHA256.HashData([]);
        using var content = File.OpenRead(file);
        return SHA256.HashData(content);
    }
}
