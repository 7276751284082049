namespace Dyno.Subjects.Tests;

public sealed class FileCacheTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-cold-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Forgets_files_in_every_folder_and_leaves_them_as_they_are()
    {
        Directory.CreateDirectory(Path.Combine(_folder, "deep"));
        var file = Path.Combine(_folder, "deep", "program.dll");
        var content = new byte[4 << 20];
        new Random(1).NextBytes(content);
        File.WriteAllBytes(file, content);

        var before = InMemory(file);
        FileCache.Forget(_folder);

        if (before is > 0) InMemory(file)!.Value.ShouldBeLessThan(before.Value / 2, "what the system kept of it in memory");
        File.ReadAllBytes(file).ShouldBe(content);
    }

    // Pages of a file in memory by util-linux's fincore; null without it, and where files live in memory only.
    private static long? InMemory(string file)
    {
        if (new DriveInfo(file).DriveFormat == "tmpfs") return null;
        try
        {
            using var fincore = Process.Start(new ProcessStartInfo("fincore", ["--noheadings", "--output", "PAGES", file]) { RedirectStandardOutput = true })!;
            var text = fincore.StandardOutput.ReadToEnd();
            fincore.WaitForExit();
            return fincore.ExitCode == 0 ? long.Parse(text.Trim(), NumberStyles.None, CultureInfo.InvariantCulture) : null;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return null;
        }
    }
}
