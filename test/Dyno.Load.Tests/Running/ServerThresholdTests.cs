namespace Dyno.Load.Tests;

public sealed class ServerThresholdTests
{
    private readonly FakeRun _run = new();
    private readonly ConstantVus _loop = new() { VirtualUsers = 3, Duration = TimeSpan.FromSeconds(60) };

    [Fact]
    public async Task Thresholds_on_the_server_are_judged_on_its_observation_and_fail_when_it_was_not_measured()
    {
        var plan = FakeRun.Plan(new SharedIterations { Iterations = 100 }, new FakeWorkload(_run.Clock)) with
        {
            Thresholds =
            [
                Threshold("server.workingSet < 60MB"), Threshold("server.workingSet < 40MB"), Threshold("server.timers < 5"), Threshold("rate > 1/s"),
            ],
        };

        var watched = await _run.RunAsync(plan, _run.Options() with { Server = new FixedProbe() });
        var unwatched = await Should.ThrowAsync<UserFault>(() => _run.RunAsync(plan));

        watched.Thresholds.Select(t => (t.Passed, t.NotMeasured, t.Value)).Take(3).ShouldBe([(true, false, 50e6), (false, false, 50e6), (false, true, 0)]);
        unwatched.ToString().ShouldContain("'server.timers < 5' needs a server that Dyno observes");
    }

    [Fact]
    public async Task A_figure_of_profiles_is_refused()
    {
        var plan = FakeRun.Plan(_loop, new FakeWorkload(_run.Clock)) with { Thresholds = [Threshold("server.ownCode < 1us")] };

        (await Should.ThrowAsync<UserFault>(() => _run.RunAsync(plan, _run.Options() with { Server = new FixedProbe() }))).ToString()
            .ShouldContain("'server.ownCode < 1us': only profiles of two programs have server.ownCode");
    }

    [Fact]
    public async Task A_threshold_on_the_server_stops_the_run_as_soon_as_it_fails()
    {
        var plan = FakeRun.Plan(_loop, new FakeWorkload(_run.Clock)) with { Thresholds = [Threshold("server.peakWorkingSet < 40MB abortOnFail")] };

        var result = await _run.RunAsync(plan, _run.Options() with { Server = new FixedProbe() });

        result.Outcome.ShouldBe(RunOutcome.ThresholdAborted);
        result.Thresholds.Single().Aborted.ShouldBeTrue();
        result.Thresholds.Single().Value.ShouldBe(50e6);
    }

    private static Threshold Threshold(string text)
    {
        ThresholdParser.TryParse(text, out var threshold, out var error).ShouldBeTrue(error);
        return threshold!;
    }

    private sealed class FixedProbe : IServerProbe
    {
        public ServerMoment? Latest => new() { CpuCores = 1, WorkingSetBytes = 50_000_000 };

        public void Begin()
        {
        }

        public void Sample(TimeSpan sinceBegin)
        {
        }

        public ValueTask<ServerObservation?> EndAsync(long requests) => new(new ServerObservation
        {
            ProcessId = 1,
            CpuSeconds = 1,
            CpuMicrosPerRequest = 10,
            CpuCores = 1,
            MeanWorkingSetBytes = 50_000_000,
            PeakWorkingSetBytes = 50_000_000,
            MaxThreads = 1,
            AvailableCpus = 1,
        });
    }
}
