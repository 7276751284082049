using Dyno.Http.Linux.Clients;
using Dyno.Load.Engine;

namespace Dyno.Scenarios.Running;

/// <summary>Runs the iterations of one user and judges each.</summary>
internal sealed class ScenarioUser(ScenarioWorkload workload, ScenarioContext context) : IVirtualUser
{
    /// <summary>Code that holds the engine's thread for longer than this is moved to threads of its own.</summary>
    private const long BlockingNanos = 20_000_000;

    private readonly Func<IScenarioContext, ValueTask<IResponse>> _run = workload.Props.Run!;

    public ValueTask RunIterationAsync(IterationContext iteration, CancellationToken cancellationToken)
    {
        context.Begin(iteration, cancellationToken);
        if (workload.Blocking.IsMoved) return RunMoved(iteration);
        ValueTask<IResponse> running;
        try
        {
            running = _run(context);
        }
        catch (Exception e)
        {
            Judge(iteration, Answer(e));
            return default;
        }
        NoticeBlocking(iteration);
        if (!running.IsCompletedSuccessfully) return AwaitAsync(running, iteration);
        Judge(iteration, running.Result);
        return default;
    }

    private static IResponse Answer(Exception thrown) => thrown is IterationRestart restart ? restart.Response : Response.Thrown<object>(thrown);

    // Apart from the usual way: what a lambda captures is allocated where its method begins.
    private ValueTask RunMoved(IterationContext iteration) => new(Task.Run(() => RunMovedAsync(iteration), CancellationToken.None));

    private async Task RunMovedAsync(IterationContext iteration)
    {
        IResponse response;
        try
        {
            response = await _run(context).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            response = Answer(e);
        }
        Judge(iteration, response);
    }

    private async ValueTask AwaitAsync(ValueTask<IResponse> running, IterationContext iteration)
    {
        IResponse response;
        try
        {
            response = await running.ConfigureAwait(false);
        }
        catch (Exception e)
        {
            response = Answer(e);
        }
        Judge(iteration, response);
    }

    private void NoticeBlocking(IterationContext iteration)
    {
        workload.Blocking.Ran();
        var held = Math.Max(iteration.Clock.NowNanos - iteration.StartNanos, LoopClient.TakeHeldNanos());
        if (held > BlockingNanos) workload.Blocking.Held(held);
    }

    private void Judge(IterationContext iteration, IResponse? response)
    {
        response ??= Response.Fail(message: "the scenario returned null: return Response.Ok() or Response.Fail()");
        var verdict = response is IJudged judged ? judged.Verdict : VerdictOf(response);
        if (!verdict.IsGood) Failed(iteration, response, verdict);
        var latencyNanos = response is IJudged timed ? timed.CustomLatencyNanos : -1;
        iteration.JudgeWhole(verdict, context.HasSteps ? -1 : workload.WholeStep, latencyNanos);
    }

    private void Failed(IterationContext iteration, IResponse response, Verdict verdict)
    {
        if (!context.HasSteps && iteration.WantsExample(verdict.Error)) iteration.Example(verdict.Error, ErrorText.Of(response));
        if (!iteration.IsCut) workload.IterationFailed();
    }

    private static Verdict VerdictOf(IResponse response) =>
        new(response.IsError ? RequestErrorKind.Scenario : RequestErrorKind.None, 0, response.SizeBytes);
}
