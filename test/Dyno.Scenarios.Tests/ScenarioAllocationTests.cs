using Dyno.Scenarios.Running;

namespace Dyno.Scenarios.Tests;

public sealed class ScenarioAllocationTests
{
    private static readonly Task<Response<object>> Done = Task.FromResult(Response.Ok());

    // No async lambdas here: a debug build allocates their state.
    [Fact]
    public async Task An_empty_iteration_allocates_nothing() =>
        (await LeastBytesAsync(_ => new ValueTask<IResponse>(Response.Ok()))).ShouldBe(0);

    [Fact]
    public async Task A_step_that_completes_at_once_allocates_nothing_beside_its_code() =>
        (await LeastBytesAsync(
            context => Step.Run("step", context, static () => Done) is { IsCompletedSuccessfully: true } step ? new(step.Result) : default)).ShouldBe(0);

    [Fact]
    public void A_url_is_taken_apart_once()
    {
        var first = KnownUrls.Of($"http://127.0.0.1:{5000}/a?b=1");

        KnownUrls.Of($"http://127.0.0.1:{5000}/a?b=1").ShouldBeSameAs(first);
        KnownUrls.Of("http://127.0.0.1:5000/a?b=2").ToString().ShouldBe("http://127.0.0.1:5000/a?b=2");
        for (var i = 0; i < 5_000; i++) KnownUrls.Of($"/{i}").OriginalString.ShouldBe($"/{i}");
    }

    // The least of three times: the runtime itself may allocate a little there while it compiles a loop anew.
    private static async Task<long> LeastBytesAsync(Func<IScenarioContext, ValueTask<IResponse>> run)
    {
        var least = await AllocatedBytesAsync(run);
        for (var again = 0; again < 2 && least > 0; again++) least = Math.Min(least, await AllocatedBytesAsync(run));
        return least;
    }

    // All iterations run on the scenario's own thread: between two of them lies what the engine allocates for those between.
    private static async Task<long> AllocatedBytesAsync(Func<IScenarioContext, ValueTask<IResponse>> run)
    {
        const int from = 50_000, to = 250_000; // the compiler has settled by then
        var (before, after, isOneThread, thread) = (0L, 0L, true, 0);
        var scenario = Scenario.Create("empty", context =>
            {
                var here = Environment.CurrentManagedThreadId;
                if (context.InvocationNumber == from) (before, thread) = (GC.GetAllocatedBytesForCurrentThread(), here);
                if (context.InvocationNumber == to) (after, isOneThread) = (GC.GetAllocatedBytesForCurrentThread(), thread == here);
                return run(context);
            })
            .WithLoadSimulations(Simulation.IterationsForConstant(1, to));

        var stats = await DynoRunner.RunAsync(scenario);

        stats.ScenarioStats.Get("empty").AllOkCount.ShouldBe(to);
        isOneThread.ShouldBeTrue();
        before.ShouldBeGreaterThan(0);
        return after - before;
    }
}
