namespace Dyno.Http.Tests;

/// <summary>Memory of the whole process, so nothing else runs meanwhile.</summary>
[Collection(nameof(Alone))]
public class MemoryTests
{
    public static TheoryData<DriverChoice> Drivers => DriversUnderTest.Http11;

    [Theory, MemberData(nameof(Drivers))]
    public void A_body_of_a_gigabyte_streams_through_in_little_memory(DriverChoice driver)
    {
        const long Size = 1L << 30;
        using var server = FaultServers.SendingBodyOf(Size);
        var before = Environment.WorkingSet;
        var seen = (DriverRun.To(server.Url) with { Driver = driver }).Iterate(1, 1);
        (Environment.WorkingSet - before).ShouldBeLessThan(200L << 20);
        seen.Statuses(200).ShouldBe(1);
        seen.Recorder.Steps[0].BytesReceived.ShouldBeGreaterThan(Size);
    }

    [Fact]
    public void A_gigabyte_of_body_passes_through_bounded_memory()
    {
        const long Gigabyte = 1_000_000_000;
        using var server = FaultServers.SendingBodyOf(Gigabyte);
        long before = 0, after = 0;
        var outcome = (DriverRun.To(server.Url) with
        {
            AroundPhase = phase =>
            {
                if (phase == 0) before = Environment.WorkingSet;
                else after = Environment.WorkingSet;
            },
        }).Iterate(users: 1, iterations: 1);
        outcome.Good.ShouldBe(1);
        outcome.Recorder.Steps[0].BytesReceived.ShouldBeGreaterThan(Gigabyte);
        (after - before).ShouldBeLessThan(100_000_000, "of a body of 1,000,000,000 bytes");
    }
}
