using Dyno.Load.Executors;
using Dyno.Load.Tests.Fakes;
using Dyno.Results.Runs;

namespace Dyno.Load.Tests.Running;

public sealed class RunnerTests
{
    [Fact]
    public async Task Runs_a_closed_loop_to_its_end()
    {
        var result = await new FakeRun().RunAsync(new ConstantVus { VirtualUsers = 4, Duration = TimeSpan.FromSeconds(5) });

        result.Outcome.ShouldBe(RunOutcome.Completed);
        result.Measured.Totals.Requests.ShouldBe(result.Measured.Totals.Iterations);
        result.Measured.Totals.Requests.ShouldBeInRange(4 * 4_990, 4 * 5_001);
        result.Measured.Latency.Service.Quantiles[0].Nanos.ShouldBeInRange(999_000, 1_001_000);
        result.Measured.Series.Length.ShouldBe(5);
    }
}
