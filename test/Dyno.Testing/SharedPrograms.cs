namespace Dyno.Testing;

/// <summary>
/// What tests publish, they publish once for all of them, because publishing takes longer than most of what is tested then. Suites that
/// <c>./build test</c> runs share one folder; a suite that runs alone makes one and removes it. Tests of publishing itself do not share.
/// </summary>
public static class SharedPrograms
{
    private static readonly Lazy<string> LazyFolder = new(() => Environment.GetEnvironmentVariable("DYNO_TEST_PROGRAMS") ?? MakeFolder());
    private static readonly Lazy<string> LazyMoody = new(CopyOfMoody);

    /// <summary>The state folder of the programs: what is published, and what was asked of MSBuild.</summary>
    public static string Published => Directory.CreateDirectory(Path.Combine(LazyFolder.Value, "subjects")).FullName;

    /// <summary>The project with every bad habit: a copy, which nothing that the repository sets for its projects reaches.</summary>
    public static string Moody => LazyMoody.Value;

    private static string MakeFolder()
    {
        var folder = Directory.CreateTempSubdirectory("dyno-test-programs-").FullName;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(folder, recursive: true);
        return folder;
    }

    // Two suites may begin at once: each makes a copy of its own, and the first to be complete is the one for all.
    private static string CopyOfMoody()
    {
        var folder = Path.Combine(LazyFolder.Value, "Moody");
        var mine = Directory.CreateDirectory(Path.Combine(LazyFolder.Value, $"Moody-{Environment.ProcessId}")).FullName;
        var source = Path.Combine(RepositoryRoot.Path, "test", "Dyno.Subjects.Tests", "Programs", "Moody");
        foreach (var file in (string[])["Moody.csproj", "Program.cs"]) File.Copy(Path.Combine(source, file), Path.Combine(mine, file));
        try
        {
            Directory.Move(mine, folder);
        }
        catch (IOException) when (Directory.Exists(folder))
        {
            Directory.Delete(mine, recursive: true);
        }
        return folder;
    }
}
