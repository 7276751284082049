namespace Dyno.Experiments;

/// <summary>The .proto files that a project serves, and their methods.</summary>
internal static class GrpcContracts
{
    /// <summary>The first method with one message each way: its file and its path, <c>/package.Service/Method</c>; null without one.</summary>
    public static (string File, string Path)? FirstCallOf(ProjectSources sources)
    {
        foreach (var file in sources.Elements("Protobuf").Where(IsServed).SelectMany(item => FilesOf(sources, item.Attribute("Include")?.Value ?? "")))
            if (CallsOf(file, sources.Folder).FirstOrDefault() is { } path) return (file, path);
        return null;
    }

    // Without the attribute both sides are made.
    private static bool IsServed(System.Xml.Linq.XElement item) =>
        (item.Attribute("GrpcServices")?.Value ?? item.Elements().FirstOrDefault(e => e.Name.LocalName == "GrpcServices")?.Value ?? "Both") is "Server" or "Both";

    private static IEnumerable<string> FilesOf(ProjectSources sources, string included)
    {
        foreach (var named in included.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            var path = sources.FullPath(named);
            var folder = Path.GetDirectoryName(path)!;
            if (!named.Contains('*', StringComparison.Ordinal)) yield return path;
            else if (Directory.Exists(folder))
                foreach (var file in Directory.EnumerateFiles(folder, Path.GetFileName(path)).Order(StringComparer.Ordinal)) yield return file;
        }
    }

    private static IEnumerable<string> CallsOf(string file, string importPath)
    {
        try
        {
            return GrpcTypes.OfFiles([file], [importPath], path => File.Exists(path) ? File.ReadAllBytes(path) : null).Methods
                .Where(method => !method.IsClientStreaming && !method.IsServerStreaming).Select(method => method.Path);
        }
        catch (Exception fault) when (fault is UserFault or IOException or UnauthorizedAccessException)
        {
            return []; // the build of the project says what is wrong with it
        }
    }
}
