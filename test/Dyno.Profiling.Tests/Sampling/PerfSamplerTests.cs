namespace Dyno.Profiling.Tests;

/// <summary>On the kernel of this machine, whatever it allows.</summary>
[Collection(nameof(OwnProcess))]
public sealed class PerfSamplerTests
{
    [Theory]
    [InlineData(SamplerRung.System)]
    [InlineData(SamplerRung.Threads)]
    public void A_busy_process_is_sampled_or_the_refusal_is_told(SamplerRung best)
    {
        using var sampler = PerfSampler.Open([Environment.ProcessId], best, out var whyNot);
        if (sampler is null)
        {
            whyNot.ShouldNotBeEmpty();
            return;
        }
        sampler.Start();
        var spent = Environment.CpuUsage.TotalTime + TimeSpan.FromMilliseconds(200);
        while (Environment.CpuUsage.TotalTime < spent) Thread.SpinWait(1000);
        sampler.Stop();

        (sampler.Rung >= best).ShouldBeTrue();
        sampler.SamplesOf(Environment.ProcessId).Count.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Nothing_is_left_behind()
    {
        var files = FilesOfEvents();

        for (var i = 0; i < 3; i++) PerfSampler.Open([Environment.ProcessId], SamplerRung.System, out _)?.Dispose();

        FilesOfEvents().ShouldBe(files);
        File.ReadLines("/proc/self/maps").ShouldNotContain(line => line.Contains("[perf_event]", StringComparison.Ordinal));
    }

    [Fact]
    public void A_process_that_has_ended_gives_no_samples_and_no_fault()
    {
        using var sampler = PerfSampler.Open([int.MaxValue - 1], SamplerRung.System, out _);
        sampler?.Start();
        sampler?.Stop();

        sampler?.SamplesOf(int.MaxValue - 1).Count.ShouldBe(0);
    }

    [Fact]
    public void Two_samplers_at_once_do_not_disturb_each_other()
    {
        using var first = PerfSampler.Open([Environment.ProcessId], SamplerRung.System, out _);
        using var second = PerfSampler.Open([Environment.ProcessId], SamplerRung.System, out _);
        if (first is null || second is null) return; // refused, as the test of the refusal says
        first.Start();
        second.Start();
        var spent = Environment.CpuUsage.TotalTime + TimeSpan.FromMilliseconds(200);
        while (Environment.CpuUsage.TotalTime < spent) Thread.SpinWait(1000);
        second.Stop();
        first.Stop();

        first.SamplesOf(Environment.ProcessId).Count.ShouldBeGreaterThan(0);
        second.SamplesOf(Environment.ProcessId).Count.ShouldBeGreaterThan(0);
    }

    private static int FilesOfEvents() => Directory.EnumerateFiles("/proc/self/fd").Count(file =>
    {
        try
        {
            return File.ResolveLinkTarget(file, false)?.FullName.Contains("perf_event", StringComparison.Ordinal) == true;
        }
        catch (FileNotFoundException)
        {
            return false; // another test has closed it meanwhile
        }
    });
}

/// <summary>Tests that sample the process of the tests, in which nothing else may run meanwhile.</summary>
[CollectionDefinition(nameof(OwnProcess), DisableParallelization = true)]
public sealed class OwnProcess;
