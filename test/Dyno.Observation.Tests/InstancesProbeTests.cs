namespace Dyno.Observation.Tests;

public sealed class InstancesProbeTests
{
    [Fact]
    public void Instances_that_ran_side_by_side_are_added_up_and_stand_beside_their_sum()
    {
        var sum = InstancesProbe.Sum([("http://127.0.0.1:1", Seen(1, cores: 0.5, memory: 100, threads: 10)), ("http://127.0.0.1:2", Seen(2, cores: 0.25, memory: 50, threads: 7))]);
        sum.CpuCores.ShouldBe(0.75);
        sum.CpuMicrosPerRequest.ShouldBe(7.5);
        sum.MeanWorkingSetBytes.ShouldBe(150);
        sum.MaxThreads.ShouldBe(17);
        sum.VoluntaryContextSwitches.ShouldBeNull("one of them could not say");
        sum.Series.Select(p => p.CpuCores).ShouldBe([0.75]);
        sum.Instances.Select(i => (i.Url, i.ProcessId, i.CpuCores)).ShouldBe([("http://127.0.0.1:1", 1, 0.5), ("http://127.0.0.1:2", 2, 0.25)]);
    }

    private static ServerObservation Seen(int process, double cores, long memory, int threads) => new()
    {
        ProcessId = process,
        CpuSeconds = cores,
        CpuMicrosPerRequest = 10 * cores,
        CpuCores = cores,
        AvailableCpus = 2,
        MeanWorkingSetBytes = memory,
        PeakWorkingSetBytes = memory,
        MaxThreads = threads,
        VoluntaryContextSwitches = process == 1 ? 5 : null,
        Series = [new ServerPoint { Seconds = 1, CpuCores = cores, WorkingSetBytes = memory, Threads = threads }],
    };
}
