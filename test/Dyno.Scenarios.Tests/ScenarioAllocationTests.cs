using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

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

    /// <summary>The task and the answer, which are the code's: 72 and 112 bytes. The message of the answer is made when the code asks for it.</summary>
    [Fact]
    public async Task A_request_over_http_allocates_its_task_and_its_answer()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the loop is Linux's");
        using var server = ScriptedServer.Answering(Answers.Of(200, new string('x', 1_000)));
        using var client = DynoHttp.CreateClient();
        using var request = Http.CreateRequest("GET", server.Url.ToString());
        var waiting = new Waiting();

        var bytes = await LeastBytesAsync(_ => waiting.For(Http.Send(client, request)), from: 5_000, to: 15_000);

        (bytes / 10_000.0).ShouldBe(72 + 112, 1);
    }

    [Fact]
    public async Task A_step_that_waits_allocates_its_task_in_addition()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the loop is Linux's");
        using var server = ScriptedServer.Answering(Answers.Hello);
        using var client = DynoHttp.CreateClient();
        using var request = Http.CreateRequest("GET", server.Url.ToString());
        var waiting = new Waiting();
        Func<Task<Response<HttpResponseMessage>>> send = () => Http.Send(client, request);

        var bytes = await LeastBytesAsync(context => waiting.For(Step.Run("step", context, send)), from: 5_000, to: 15_000);

        (bytes / 10_000.0).ShouldBe(72 + 72 + 112, 1);
    }

    /// <summary>In addition the text of Content-Type, which .NET makes of its parts.</summary>
    [Fact]
    public async Task A_request_with_a_body_copies_no_body()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the loop is Linux's");
        using var server = ScriptedServer.Answering(Answers.Hello);
        using var client = DynoHttp.CreateClient();
        using var request = Http.CreateRequest("POST", server.Url.ToString()).WithHeader("X-Id", "7").WithBody(new StringContent(new string('x', 4_000)));
        var waiting = new Waiting();

        var bytes = await LeastBytesAsync(_ => waiting.For(Http.Send(client, request)), from: 5_000, to: 15_000);

        (bytes / 10_000.0).ShouldBeLessThan(600);
    }

    // The least of three times: the runtime itself may allocate a little there while it compiles a loop anew.
    private static async Task<long> LeastBytesAsync(Func<IScenarioContext, ValueTask<IResponse>> run, int from = 50_000, int to = 250_000)
    {
        var least = await AllocatedBytesAsync(run, from, to);
        for (var again = 0; again < 2 && least > 0; again++) least = Math.Min(least, await AllocatedBytesAsync(run, from, to));
        return least;
    }

    // All iterations run on the scenario's own thread: between two of them lies what the engine allocates for those between.
    private static async Task<long> AllocatedBytesAsync(Func<IScenarioContext, ValueTask<IResponse>> run, int from, int to)
    {
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

    /// <summary>Awaits one response after another without allocating: an async lambda would allocate its state for each.</summary>
    private sealed class Waiting : IValueTaskSource<IResponse>
    {
        private readonly Action _goOn;
        private ManualResetValueTaskSourceCore<IResponse> _ended; // a mutable struct that is changed in place
        private TaskAwaiter<Response<HttpResponseMessage>> _sending;

        public Waiting() => _goOn = () => _ended.SetResult(_sending.GetResult());

        public ValueTask<IResponse> For(Task<Response<HttpResponseMessage>> sending)
        {
            _ended.Reset();
            _sending = sending.GetAwaiter();
            _sending.UnsafeOnCompleted(_goOn);
            return new ValueTask<IResponse>(this, _ended.Version);
        }

        IResponse IValueTaskSource<IResponse>.GetResult(short token) => _ended.GetResult(token);

        ValueTaskSourceStatus IValueTaskSource<IResponse>.GetStatus(short token) => _ended.GetStatus(token);

        void IValueTaskSource<IResponse>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            _ended.OnCompleted(continuation, state, token, flags);
    }
}
