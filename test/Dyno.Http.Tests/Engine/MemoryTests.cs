using Dyno.Http.Tests.Drivers;
using Dyno.Testing.Servers;

namespace Dyno.Http.Tests.Engine;

/// <summary>Memory of the whole process, so nothing else runs meanwhile.</summary>
[Collection(nameof(Alone))]
public class MemoryTests
{
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
