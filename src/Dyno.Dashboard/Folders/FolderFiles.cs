namespace Dyno.Dashboard;

/// <summary>A file of the folder that Dyno can use.</summary>
/// <param name="Path">Relative to the folder.</param>
/// <param name="Bytes">Its size in bytes.</param>
/// <param name="ChangedAt">When it was last written (UTC).</param>
internal sealed record FolderFile(string Path, FileRole Kind, long Bytes, DateTimeOffset ChangedAt);

/// <summary>The use of a file for Dyno.</summary>
internal enum FileRole
{
    Http, // an .http file
    WebSurge, // a WebSurge session
    K6, // a k6 script
    CSharp, // a load in C#
    Experiment,
    Project, // a program that can be the subject
}

/// <summary>Finds the files of a folder that Dyno can use.</summary>
internal static class FolderFiles
{
    private const int Most = 2_000;
    private const int Deepest = 6;
    private static readonly string[] Skipped = ["bin", "obj", "node_modules", "artifacts", "dist"];

    /// <summary>All such files, those in the fewest folders first, then by path.</summary>
    public static ImmutableArray<FolderFile> Of(OpenFolder folder)
    {
        var options = new EnumerationOptions { IgnoreInaccessible = true, AttributesToSkip = FileAttributes.ReparsePoint };
        var found = new List<FolderFile>();
        Look(new DirectoryInfo(folder.Root), 0);
        return [.. found.OrderBy(f => f.Path.Count(c => c == '/')).ThenBy(f => f.Path, StringComparer.Ordinal)];

        void Look(DirectoryInfo directory, int depth)
        {
            foreach (var file in directory.EnumerateFiles("*", options))
                if (found.Count < Most
                    && RoleOf(file) is { } role) found.Add(new FolderFile(folder.RelativeOf(file.FullName), role, file.Length, file.LastWriteTimeUtc));
            if (depth == Deepest) return;
            foreach (var child in directory.EnumerateDirectories("*", options))
                if (child.Name[0] != '.' && !Skipped.Contains(child.Name)) Look(child, depth + 1);
        }
    }

    /// <summary>The kind of a file by its extension, and where the extension is ambiguous by its content; null when Dyno cannot use it.</summary>
    public static FileRole? RoleOf(FileInfo file) => file.Extension.ToLowerInvariant() switch
    {
        ".http" or ".rest" => FileRole.Http,
        ".websurge" => FileRole.WebSurge,
        var ending when LoadFiles.ScriptTexts.Contains(ending) => Says(file, "k6") ? FileRole.K6 : null,
        ".cs" => Says(file, "Dyno.Scenarios") ? FileRole.CSharp : null,
        ".yaml" or ".yml" => Says(file, "variants:") ? FileRole.Experiment : null,
        ".csproj" => Says(file, "Microsoft.NET.Sdk.Web") ? FileRole.Project : null,
        _ => null,
    };

    private static bool Says(FileInfo file, string word)
    {
        try
        {
            using var reader = new StreamReader(file.FullName);
            var head = new char[8_192];
            return head.AsSpan(0, reader.ReadBlock(head)).Contains(word, StringComparison.Ordinal);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
