using Dyno.Testing;

namespace Dyno.Architecture.Tests;

/// <summary>The files people write: the checkout without build output and installed packages.</summary>
internal static class RepositoryFiles
{
    private static readonly HashSet<string> Generated =
        ["bin", "obj", "artifacts", "node_modules", ".git", ".dyno", ".vs", ".idea", "TestResults"];

    private static readonly HashSet<string> TextExtensions =
    [
        ".cs", ".md", ".props", ".targets", ".csproj", ".slnx", ".json", ".txt", ".cmd", ".sh", ".websurge",
        ".html", "",
    ];

    /// <summary>Paths relative to the root, with forward slashes, sorted.</summary>
    public static IReadOnlyList<string> All { get; } =
        [.. Walk(new DirectoryInfo(RepositoryRoot.Path)).Select(Relative).Order(StringComparer.Ordinal)];

    public static IEnumerable<string> Text => All.Where(path => TextExtensions.Contains(Path.GetExtension(path)));

    public static IEnumerable<string> CSharp => All.Where(path => path.EndsWith(".cs", StringComparison.Ordinal));

    public static IEnumerable<string> Projects => All.Where(path => path.EndsWith(".csproj", StringComparison.Ordinal));

    public static string Read(string path) => File.ReadAllText(Absolute(path));

    public static string[] Lines(string path) => File.ReadAllLines(Absolute(path));

    public static bool Exists(string path) => File.Exists(Absolute(path)) || Directory.Exists(Absolute(path));

    private static string Absolute(string path) => Path.Combine(RepositoryRoot.Path, path);

    private static string Relative(FileInfo file) =>
        Path.GetRelativePath(RepositoryRoot.Path, file.FullName).Replace('\\', '/');

    private static IEnumerable<FileInfo> Walk(DirectoryInfo folder) =>
        folder.EnumerateFiles().Concat(folder.EnumerateDirectories()
            .Where(child => !Generated.Contains(child.Name) && child.LinkTarget is null)
            .SelectMany(Walk));
}
