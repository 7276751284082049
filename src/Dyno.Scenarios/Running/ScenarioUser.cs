using System.Threading.Tasks.Sources;

namespace Dyno.Scenarios;

/// <summary>
/// Runs the iterations of one user and judges each. An iteration that waits is awaited by hand, through this object: an async method
/// would allocate its state for every iteration.
/// </summary>
internal sealed class ScenarioUser : IVirtualUser, IValueTaskSource
{
    private readonly ScenarioWorkload _workload;
    private readonly ScenarioContext _context;
    private readonly Func<IScenarioContext, ValueTask<IResponse>> _run;
    private readonly Action _goOn;
    private ConfiguredValueTaskAwaitable<IResponse>.ConfiguredValueTaskAwaiter _running;
    private IterationContext _iteration = null!;
    private ManualResetValueTaskSourceCore<bool> _ended; // a mutable struct that is changed in place

    public ScenarioUser(ScenarioWorkload workload, ScenarioContext context)
    {
        (_workload, _context, _run, _goOn) = (workload, context, workload.Props.Run!, GoOn);
    }

    public ValueTask RunIterationAsync(IterationContext iteration, CancellationToken cancellationToken)
    {
        _context.Begin(iteration, cancellationToken);
        if (_workload.Blocking.IsMoved) return RunMoved(iteration);
        ValueTask<IResponse> running;
        try
        {
            running = _run(_context);
        }
        catch (Exception e)
        {
            Judge(iteration, Answer(e));
            return default;
        }
        NoticeBlocking(iteration);
        if (!running.IsCompleted) return WaitFor(running, iteration);
        Judge(iteration, running.IsCompletedSuccessfully ? running.Result : OutcomeOf(running.ConfigureAwait(false).GetAwaiter()));
        return default;
    }

    private static IResponse Answer(Exception thrown) => thrown is IterationRestart restart ? restart.Response : Response.Thrown<object>(thrown);

    // Its own method, because the variables that a lambda captures are allocated at the beginning of their method.
    private ValueTask RunMoved(IterationContext iteration) => new(Task.Run(() => RunMovedAsync(iteration), CancellationToken.None));

    private async Task RunMovedAsync(IterationContext iteration)
    {
        IResponse response;
        try
        {
            response = await _run(_context).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            response = Answer(e);
        }
        Judge(iteration, response);
    }

    private ValueTask WaitFor(ValueTask<IResponse> running, IterationContext iteration)
    {
        _ended.Reset();
        _iteration = iteration;
        var awaiter = _running = running.ConfigureAwait(false).GetAwaiter();
        awaiter.UnsafeOnCompleted(_goOn); // the code may already have continued on another thread when this call returns
        return new ValueTask(this, _ended.Version);
    }

    // Called on the thread where the code has ended; the source's continuation tells the worker.
    private void GoOn()
    {
        var response = OutcomeOf(_running);
        _running = default;
        Judge(_iteration, response);
        _ended.SetResult(true);
    }

    private static IResponse OutcomeOf(ConfiguredValueTaskAwaitable<IResponse>.ConfiguredValueTaskAwaiter ended)
    {
        try
        {
            return ended.GetResult();
        }
        catch (Exception e)
        {
            return Answer(e);
        }
    }

    void IValueTaskSource.GetResult(short token) => _ended.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _ended.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _ended.OnCompleted(continuation, state, token, flags);

    private void NoticeBlocking(IterationContext iteration)
    {
        _workload.Blocking.Ran();
        var held = Math.Max(iteration.Clock.NowNanos - iteration.StartNanos, LoopClient.TakeHeldNanos());
        if (held > BlockingCode.LimitNanos) _workload.Blocking.Held(held);
    }

    private void Judge(IterationContext iteration, IResponse? response)
    {
        response ??= Response.Fail(message: "the scenario returned null: return Response.Ok() or Response.Fail()");
        var verdict = response is IJudged judged ? judged.AnswerOutcome : VerdictOf(response);
        if (!verdict.IsGood) Failed(iteration, response, verdict);
        if (_workload.Run.HttpUse.TakeResends() is > 0 and var resends) iteration.Resent(resends);
        var latencyNanos = response is IJudged timed ? timed.CustomLatencyNanos : -1;
        iteration.JudgeWhole(verdict, _context.HasSteps ? -1 : _workload.WholeStep, latencyNanos);
    }

    private void Failed(IterationContext iteration, IResponse response, AnswerOutcome verdict)
    {
        if (!_context.HasSteps && iteration.WantsExample(verdict.Error)) iteration.Example(verdict.Error, ErrorText.Of(response));
        if (!iteration.IsCut) _workload.IterationFailed();
    }

    private static AnswerOutcome VerdictOf(IResponse response) =>
        new(response.IsError ? RequestErrorKind.Scenario : RequestErrorKind.None, 0, response.SizeBytes);
}
