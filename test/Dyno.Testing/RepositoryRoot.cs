using System.Runtime.CompilerServices;

namespace Dyno.Testing;

/// <summary>The checkout that the tests were built from.</summary>
public static class RepositoryRoot
{
    /// <summary>Absolute path of the folder that holds <c>Dyno.slnx</c>.</summary>
    public static string Path { get; } = Find(Here());

    private static string Here([CallerFilePath] string file = "") => System.IO.Path.GetDirectoryName(file)!;

    private static string Find(string start)
    {
        for (var folder = new DirectoryInfo(start); folder is not null; folder = folder.Parent)
            if (File.Exists(System.IO.Path.Combine(folder.FullName, "Dyno.slnx"))) return folder.FullName;
        throw new InvalidOperationException($"no Dyno.slnx above {start}");
    }
}
