namespace Dyno.Subjects.Tests;

public sealed class OwnedProcessTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("dyno-owned-");

    public void Dispose() => _root.Delete(recursive: true);

    /// <summary>Ctrl-C may come at that moment; a process that does not lead its group yet cannot be reached by the group.</summary>
    [Fact]
    public async Task A_process_that_is_stopped_in_the_moment_of_its_start_ends()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "sleep is a program of Unix");
        for (var i = 0; i < 20; i++)
        {
            var process = OwnedProcess.Start(new ProcessPlan
            {
                FileName = "sleep",
                Arguments = ["300"],
                WorkingDirectory = _root.FullName,
                OutputFile = Path.Combine(_root.FullName, $"{i}.log"),
            });
            await process.StopAsync(TimeSpan.Zero, TimeProvider.System).WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
            await process.DisposeAsync();
        }
    }
}
