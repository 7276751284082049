namespace Dyno.Scenarios;

/// <summary>
/// Awaits the code of a step by hand: an async method would allocate its state for every step. After its step, the object is used again by
/// the thread on which the step has ended.
/// </summary>
internal sealed class StepWait<T>
{
    private const int MaxSpares = 1024;

    [ThreadStatic]
    private static Stack<StepWait<T>>? _spares;

    private readonly Action _goOn;
    private ScenarioContext _context = null!;
    private IterationContext _iteration = null!;
    private StepPlace _place;
    private ConfiguredTaskAwaitable<Response<T>>.ConfiguredTaskAwaiter _running;
    private AsyncTaskMethodBuilder<Response<T>> _answer; // a task source without its own object

    private StepWait() => _goOn = GoOn;

    /// <summary>The task of a step whose code is still running.</summary>
    public static Task<Response<T>> For(Task<Response<T>> running, ScenarioContext context, StepPlace place, IterationContext iteration)
    {
        var wait = (_spares ??= new Stack<StepWait<T>>()).TryPop(out var spare) ? spare : new StepWait<T>();
        (wait._context, wait._iteration, wait._place) = (context, iteration, place);
        wait._answer = AsyncTaskMethodBuilder<Response<T>>.Create();
        var answer = wait._answer.Task;
        var awaiter = wait._running = running.ConfigureAwait(false).GetAwaiter();
        if (awaiter.IsCompleted) wait.GoOn(); // failed at once: .NET would continue on the thread pool
        else awaiter.UnsafeOnCompleted(wait._goOn); // the code may already have ended on another thread when this call returns
        return answer;
    }

    private void GoOn()
    {
        var (response, answer) = (OutcomeOf(_running), _answer);
        Exception? failure;
        try
        {
            failure = _context.Ended(_place, response, _iteration);
        }
        catch (Exception e) // code that awaits the step would wait forever
        {
            failure = e;
        }
        (_context, _iteration, _running, _answer) = (null!, null!, default, default);
        var spares = _spares ??= new Stack<StepWait<T>>();
        if (spares.Count < MaxSpares) spares.Push(this);
        if (failure is null) answer.SetResult(response);
        else answer.SetException(failure);
    }

    private static Response<T> OutcomeOf(ConfiguredTaskAwaitable<Response<T>>.ConfiguredTaskAwaiter running)
    {
        try
        {
            return running.GetResult();
        }
        catch (Exception e)
        {
            return Response.Thrown<T>(e);
        }
    }
}

/// <summary>Where and when a step is counted.</summary>
/// <param name="Index">Its row.</param>
/// <param name="IntendedNanos">When it was due.</param>
/// <param name="StartNanos">When it began.</param>
internal readonly record struct StepPlace(int Index, long IntendedNanos, long StartNanos);
