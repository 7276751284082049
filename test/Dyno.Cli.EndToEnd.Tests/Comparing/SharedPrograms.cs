namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>
/// What tests publish, they publish once for all of them: each test's <c>.dyno/subjects</c> is a link to one folder, which is gone when
/// the tests are. Publishing takes longer than most of what is tested then; tests of publishing itself do not share.
/// </summary>
internal static class SharedPrograms
{
    private static readonly Lazy<string> LazyFolder = new(MakeFolder);
    private static readonly Lazy<string> LazyMoody = new(CopyOfMoody);

    /// <summary>The program with every bad habit: a copy, which nothing that the repository sets for its projects reaches.</summary>
    public static string Moody => LazyMoody.Value;

    /// <summary>Lets a test use what others have published, where links to folders need no right of their own.</summary>
    public static void UseIn(Workspace workspace)
    {
        if (OperatingSystem.IsWindows()) return;
        Directory.CreateDirectory(workspace[".dyno"]);
        Directory.CreateSymbolicLink(workspace[".dyno/subjects"], Directory.CreateDirectory(Path.Combine(LazyFolder.Value, "subjects")).FullName);
    }

    private static string MakeFolder()
    {
        var folder = Directory.CreateTempSubdirectory("dyno-e2e-programs-").FullName;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(folder, recursive: true);
        return folder;
    }

    private static string CopyOfMoody()
    {
        var folder = Directory.CreateDirectory(Path.Combine(LazyFolder.Value, "Moody")).FullName;
        var source = Path.Combine(RepositoryRoot.Path, "test", "Dyno.Subjects.Tests", "Programs", "Moody");
        foreach (var file in (string[])["Moody.csproj", "Program.cs"]) File.Copy(Path.Combine(source, file), Path.Combine(folder, file));
        return folder;
    }
}
