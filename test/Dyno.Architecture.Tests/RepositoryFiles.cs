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

    /// <summary>The C# files that become Dyno: those of the core and of its guests.</summary>
    public static IEnumerable<string> Sources => CSharp.Where(IsSource);

    public static IEnumerable<string> Projects => All.Where(path => path.EndsWith(".csproj", StringComparison.Ordinal));

    public static string Read(string path) => File.ReadAllText(Absolute(path));

    public static string[] Lines(string path) => File.ReadAllLines(Absolute(path));

    public static bool Exists(string path) => File.Exists(Absolute(path)) || Directory.Exists(Absolute(path));

    /// <summary>Whether a path is below <c>src/</c>, or below the <c>src/</c> of a guest.</summary>
    public static bool IsSource(string path) => path.Split('/') is ["src", ..] or ["guests", _, "src", ..];

    /// <summary>Whether no guest is gone: without one, the lock files lie among the build's own files.</summary>
    public static bool HasAllGuests => ArchitecturePage.Guests.All(Exists);

    /// <summary>The project file of a room.</summary>
    public static string ProjectOf(string room) => Projects.Single(path => IsSource(path) && Path.GetFileNameWithoutExtension(path) == room);

    private static string Absolute(string path) => Path.Combine(RepositoryRoot.Path, path);

    private static string Relative(FileInfo file) =>
        Path.GetRelativePath(RepositoryRoot.Path, file.FullName).Replace('\\', '/');

    private static IEnumerable<FileInfo> Walk(DirectoryInfo folder) =>
        folder.EnumerateFiles().Concat(folder.EnumerateDirectories()
            .Where(child => !Generated.Contains(child.Name) && child.LinkTarget is null)
            .SelectMany(Walk));
}
