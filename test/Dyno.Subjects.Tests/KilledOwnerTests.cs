using System.Diagnostics;
using System.Globalization;

namespace Dyno.Subjects.Tests;

public sealed class KilledOwnerTests(Workspace workspace)
{
    [Theory]
    [InlineData("good")]
    [InlineData("deaf")]
    [InlineData("parent")]
    public async Task Nothing_is_left_when_the_owner_is_killed(string mood)
    {
        using var owner = StartOwner(mood);
        var line = await owner.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken);
        var subject = int.Parse(line.ShouldNotBeNull(), CultureInfo.InvariantCulture);
        LiveProcesses.InGroup(subject).ShouldContain(subject);

        owner.Kill();

        (await LiveProcesses.AreGoneAsync(subject)).ShouldBeTrue();
    }

    // The subject must not end with the thread that started it, only with its owner.
    [Fact]
    public async Task It_outlives_the_threads_of_its_owner()
    {
        using var owner = StartOwner("good");
        var line = await owner.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken);
        var subject = int.Parse(line.ShouldNotBeNull(), CultureInfo.InvariantCulture);

        await Task.Delay(TimeSpan.FromSeconds(1), TestContext.Current.CancellationToken);

        LiveProcesses.InGroup(subject).ShouldContain(subject);
        owner.Kill();
        (await LiveProcesses.AreGoneAsync(subject)).ShouldBeTrue();
    }

    private Process StartOwner(string mood)
    {
        var program = Path.Combine(AppContext.BaseDirectory, "Dyno.Subjects.Owner.dll");
        var start = new ProcessStartInfo("dotnet", [program, workspace.Moody, workspace.State]) { RedirectStandardOutput = true };
        start.Environment["MOOD"] = mood;
        return Process.Start(start)!;
    }
}
