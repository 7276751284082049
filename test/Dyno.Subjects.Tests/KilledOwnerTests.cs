namespace Dyno.Subjects.Tests;

[Trait("Length", "Long")]
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

    [Fact]
    public async Task A_child_in_a_session_of_its_own_is_not_left_either()
    {
        var marker = Guid.NewGuid().ToString("N");
        using var owner = StartOwner("other-session", marker);
        await owner.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken);
        LiveProcesses.With(marker).Count().ShouldBeGreaterThan(3, "the owner, the subject, setsid and sleep");

        owner.Kill();

        (await LiveProcesses.AreGoneAsync(marker)).ShouldBeTrue();
    }

    // From before the subject's process exists to after it answers: the delays go over all of a start.
    [Fact]
    public async Task Nothing_is_left_when_the_owner_is_killed_at_any_moment_of_the_start()
    {
        using (var warm = StartOwner("good"))
        {
            await warm.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken);
            warm.Kill();
        }

        for (var delay = 50; delay <= 1_000; delay += 50)
        {
            var marker = Guid.NewGuid().ToString("N");
            using var owner = StartOwner("good", marker);
            await Task.Delay(delay, TestContext.Current.CancellationToken);

            owner.Kill();

            (await LiveProcesses.AreGoneAsync(marker)).ShouldBeTrue($"killed after {delay} ms");
        }
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

    private Process StartOwner(string mood, string marker = "")
    {
        var program = Path.Combine(AppContext.BaseDirectory, "Dyno.Subjects.Owner.dll");
        var start = new ProcessStartInfo("dotnet", [program, workspace.Moody, workspace.State]) { RedirectStandardOutput = true };
        start.Environment["MOOD"] = mood;
        start.Environment["MARKER"] = marker;
        return Process.Start(start)!;
    }
}
