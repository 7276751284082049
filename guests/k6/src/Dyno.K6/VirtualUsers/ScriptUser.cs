namespace Dyno.K6;

/// <summary>
/// A virtual user: the script as this user has loaded it, and its iterations, in its own machine or one that it shares
/// with others. One thread, but for <see cref="IterationScope.Cut"/> and <see cref="Ended"/>.
/// </summary>
internal sealed class ScriptUser : IDisposable
{
    private readonly ScriptMachine _machine;
    private readonly bool _ownsMachine;
    private readonly SharedNumbers _numbers;
    private readonly ScriptValue _iterate;
    private readonly ScriptValue _pump;
    private readonly ScriptValue _advance;
    private readonly ConcurrentQueue<int> _ended = new();
    private readonly ManualResetEventSlim _wake = new(false, spinCount: 0);
    private ScenarioActivation? _activation;
    private Action? _take; // makes the result of the operation that the script waits for
    private string _failure = "";
    private long _iterations;

    /// <summary>Creates the user and runs the init stage of the script.</summary>
    /// <param name="run">The run, which all users share.</param>
    /// <param name="id"><c>__VU</c>; 0 for the one that reads the options and runs setup.</param>
    /// <param name="machine">The machine that it shares with others; null: one of its own.</param>
    /// <exception cref="ScriptException">The init stage threw.</exception>
    public ScriptUser(ScriptRun run, int id, ScriptMachine? machine = null)
    {
        (Run, Id) = (run, id);
        (_machine, _ownsMachine) = (machine ?? new ScriptMachine(isShared: false), machine is null);
        _numbers = _machine.Vm.Share(Frame.Count(_machine.IsShared), out var frame);
        Scope = new IterationScope(_numbers, run.Clock);
        if (_ownsMachine) _machine.Watch(() => Scope.IsCut);
        Responses = new ResponseStore();
        Numbers[Frame.Streaming] = run.Metrics.Sink is null ? 0 : 1;
        Numbers[Frame.Tags] = run.Metrics.TagSets.Of(run.Tags);
        BaseTags = (int)Numbers[Frame.Tags];
        Sender = run.Http is null ? null : NewSender();
        Hosts = HostTable.For(this);
        Runtime = new UserRuntime(this, _machine, frame, Configuration().ToJsonString());
        _iterate = Runtime.Part("iterate");
        _pump = Runtime.Part("pump");
        _advance = Runtime.Part("advance");
        Runtime.Call("start", Vm.From(run.Files.MainFile));
        Runtime.Invoke("awaitMain");
        RunPending();
        Runtime.Invoke("begin");
    }

    public ScriptRun Run { get; }

    public int Id { get; }

    /// <summary>The numbers that the user shares with its script (<see cref="Frame"/>).</summary>
    public ref readonly SharedNumbers Numbers => ref _numbers;

    public IterationScope Scope { get; }

    public ScriptMachine Machine => _machine;

    public IScriptVm Vm => _machine.Vm;

    /// <summary>The half of the user that lives in the script engine.</summary>
    public UserRuntime Runtime { get; }

    /// <summary>What its script can call.</summary>
    public HostTable Hosts { get; }

    /// <summary>
    /// Called when the operation has ended that the script waits for; used where users share a machine. Called on the thread of the loop:
    /// an awaiter comes back to that thread, unless it is told not to keep the context.
    /// </summary>
    public Action Continue { get; set; } = static () => { };

    /// <summary>When the script wants to continue, on the engine's clock; 0: when <see cref="Continue"/> is called.</summary>
    public long WakeNanos { get; private set; }

    public ResponseStore Responses { get; }

    /// <summary>Null in the first init stage, when the options are not known yet.</summary>
    public HttpSender? Sender { get; set; }

    /// <summary>Number of the tags with which an iteration begins.</summary>
    public int BaseTags { get; private set; }

    /// <summary>Number of the tags of the running iteration's own samples.</summary>
    public int IterationTags => _activation is { TagsIterations: true } ? Run.Metrics.TagSets.With(BaseTags, [new("iter", $"{_iterations - 1}")]) : BaseTags;

    /// <summary>Whether the running iteration, or the last one, ended with an exception that the script does not catch.</summary>
    public bool HasThrown { get; private set; }

    public ScenarioActivation? Activation => _activation;

    /// <summary>The jars that the script made, also in its init stage.</summary>
    public List<ScriptCookieJar> EarlyJars { get; } = [];

    /// <summary>Statuses that the script does not take for failures; also set in its init stage.</summary>
    public ExpectedStatuses Expected { get; } = new();

    /// <summary>Takes the samples; null: samples wait.</summary>
    public SampleTarget? Recording { get; set; }

    /// <summary>Number of the running iteration in the whole scenario.</summary>
    public long IterationNumber { get; private set; }

    /// <summary>Iterations of the running scenario by this user.</summary>
    public long IterationsInScenario { get; private set; }

    /// <summary>Makes the client, once the options are known.</summary>
    public HttpSender NewSender()
    {
        var sender = new HttpSender(Run.Http, Run.Metrics, _machine.Loop, Run.Http.LocalAddresses?.Of(Id))
        {
            Log = (level, text) => Run.Log.Write(level, text),
            LogRequestFailed = reason => Run.Log.Write("warning", "Request Failed", error: reason),
        };
        sender.UseJars(EarlyJars);
        sender.Expected = Expected;
        return sender;
    }

    /// <summary>The user begins to work for a scenario.</summary>
    /// <exception cref="ScriptException">The script has no such function.</exception>
    public void Activate(ScenarioActivation activation)
    {
        if (ReferenceEquals(_activation, activation)) return;
        _activation = activation;
        IterationsInScenario = 0;
        BaseTags = Run.Metrics.TagSets.Of(activation.TagsOf(this));
        if (activation.EnvironmentJson is { } variables) Runtime.Call("setEnv", Vm.From(variables));
        Runtime.Call("setData", Vm.From(Run.SetupJson));
        Runtime.Call("select", Vm.From(activation.Function));
    }

    /// <summary>Runs one iteration. True when it ended by itself, also by an exception; false when it was cut.</summary>
    /// <param name="intendedNanos">When it was due.</param>
    public bool RunIteration(long intendedNanos)
    {
        Prepare(intendedNanos);
        try
        {
            Runtime.Invoke(_iterate);
            RunPending();
        }
        catch (ScriptException e)
        {
            return Failed(e) == IterationStep.Completed;
        }
        return Completed() == IterationStep.Completed;
    }

    /// <summary>Begins an iteration and runs it as far as it goes without waiting.</summary>
    /// <param name="intendedNanos">When it was due.</param>
    public IterationStep BeginIteration(long intendedNanos)
    {
        Prepare(intendedNanos);
        return Step(_iterate);
    }

    /// <summary>The operation that the script waited for has ended: continues.</summary>
    public IterationStep Resume()
    {
        WakeNanos = 0;
        try
        {
            _take?.Invoke();
        }
        catch (HostException e)
        {
            _failure = e.Message;
            Numbers[Frame.Failed] = 1;
        }
        return Step(_advance);
    }

    /// <summary>Runs due timers and the ends of operations, after the script's own function has returned.</summary>
    public IterationStep Pump() => Step(_pump);

    /// <summary>When a timer of the script is due, on the engine's clock; the far future without one.</summary>
    public long NextTimerNanos => Numbers[Frame.NextTimer] < 0 ? long.MaxValue : (long)(Numbers[Frame.NextTimer] * 1e6) + 1;

    /// <summary>Whether an operation has ended whose end the script has not seen yet.</summary>
    public bool HasEnded => !_ended.IsEmpty;

    /// <summary>The script waits until <see cref="Continue"/> is called.</summary>
    /// <param name="take">Makes the result before the script continues; may throw <see cref="HostException"/>.</param>
    public void Suspend(Action take) => (_take, WakeNanos) = (take, 0);

    /// <summary>The script waits until a time, in nanoseconds on the engine's clock.</summary>
    public void SuspendUntil(long nanos) => (_take, WakeNanos) = (null, nanos);

    /// <summary>Why the operation failed that the script waited for.</summary>
    public string TakeFailure() => _failure;

    /// <summary>
    /// Releases what the script waited for, because its iteration was cut. The timers and operations of the iteration are forgotten later,
    /// before the next iteration begins: now the engine may be at work on another user's script, or about to end one.
    /// </summary>
    public void Forget()
    {
        _ended.Clear();
        Numbers[Frame.Rejected] = 0;
        Numbers[Frame.Suspended] = 0;
        Numbers[Frame.Failed] = 0;
        WakeNanos = 0;
    }

    /// <summary>Calls a function of the runtime (setup, teardown, handleSummary …) and waits for its promise.</summary>
    /// <exception cref="ScriptException">It threw.</exception>
    public void CallAndWait(string part, params ReadOnlySpan<ScriptValue> arguments)
    {
        Scope.Begin(-1);
        ForgetPending();
        try
        {
            Runtime.Call(part, arguments);
            RunPending();
        }
        catch (ScriptException)
        {
            Forget();
            throw;
        }
    }

    /// <summary>Sets the tags that samples carry outside of iterations, such as in setup.</summary>
    public void UseTags(ImmutableSortedDictionary<string, string> tags) =>
        Numbers[Frame.Tags] = BaseTags = Run.Metrics.TagSets.Of(tags);

    /// <summary>Sets a tag for the rest of the iteration and for the user's later ones in the scenario; null takes it away.</summary>
    /// <returns>Number of the tags that are in force from now on.</returns>
    public int SetTag(string name, string? value)
    {
        BaseTags = Run.Metrics.TagSets.With(BaseTags, [new(name, value)]);
        return Run.Metrics.TagSets.With(Scope.TagSet, [new(name, value)]);
    }

    /// <summary>Notes that an operation of the script has ended. Any thread may call this.</summary>
    public void Ended(int operation)
    {
        _ended.Enqueue(operation);
        _wake.Set();
        Signalled();
    }

    /// <summary>Called from any thread when an operation that the script does not wait for has ended.</summary>
    public Action Signalled { get; set; } = static () => { };

    /// <summary>The next operation that has ended; 0 for none.</summary>
    public int TakeEnded() => _ended.TryDequeue(out var operation) ? operation : 0;

    /// <summary>Hands over what was measured so far.</summary>
    public void Flush() => Recording?.Take(Scope.Samples, Run.Clock.NowNanos);

    /// <summary>Leaves the script when its iteration was cut.</summary>
    /// <exception cref="HostException">The iteration was cut.</exception>
    public void ThrowIfCut()
    {
        if (Scope.IsCut) throw new HostException("the iteration was cut");
    }

    /// <summary>Ends the running iteration. Any thread may call this.</summary>
    /// <param name="atEnd">As <see cref="IterationScope.Cut"/> takes it.</param>
    public void Cut(bool atEnd = false)
    {
        Scope.Cut(atEnd);
        _wake.Set();
    }

    public void Dispose()
    {
        Sender?.Dispose();
        if (_ownsMachine) _machine.Dispose();
        else Runtime.LetGo();
        Scope.Dispose();
        _wake.Dispose();
    }

    // Built by hand, here and in ScriptMachine, because a serializer would add 2 MB of code to every run of a script.
    private JsonObject Configuration() => new()
    {
        ["vu"] = Id,
        ["env"] = new JsonObject(Run.Variables.Select(v => KeyValuePair.Create(v.Key, (JsonNode?)v.Value))),
        ["isFrozen"] = Run.FreezesVariables,
        ["followsContext"] = Run.FollowsContext,
        ["isShared"] = _machine.IsShared,
    };

    private void Prepare(long intendedNanos)
    {
        Scope.Begin(intendedNanos);
        ForgetPending();
        Numbers[Frame.Iteration] = _iterations++;
        Numbers[Frame.Tags] = IterationTags;
        HasThrown = false;
        if (!_activation!.KeepsCookies) Sender!.Cookies.Clear();
        if (_activation.ReconnectsEveryIteration) Sender!.CloseConnections();
        Responses.BeginIteration();
        IterationNumber = _activation.NextIteration();
    }

    private void ForgetPending()
    {
        if (Numbers[Frame.Pending] != 0) Runtime.Invoke("forgetPending");
    }

    private IterationStep Step(ScriptValue function)
    {
        try
        {
            Runtime.Invoke(function);
            if (Scope.IsCut) return Interrupted();
            if (Numbers[Frame.Suspended] != 0) return IterationStep.Suspended;
            if (Numbers[Frame.Rejected] != 0) Rethrow();
            return Numbers[Frame.Pending] > 0 ? IterationStep.Pending : Completed();
        }
        catch (ScriptException e)
        {
            return Failed(e);
        }
    }

    private IterationStep Failed(ScriptException thrown)
    {
        if (thrown.IsTermination) _machine.MustLeave = true; // until the engine is left, it ends every call
        if (Scope.IsCut || thrown.IsTermination) return Interrupted();
        Forget();
        Run.Errors.Report(thrown);
        HasThrown = true;
        return Completed();
    }

    private IterationStep Completed()
    {
        IterationsInScenario++;
        return Scope.IsCut ? IterationStep.Interrupted : IterationStep.Completed;
    }

    private IterationStep Interrupted()
    {
        Forget();
        return IterationStep.Interrupted;
    }

    private void Rethrow()
    {
        Runtime.Invoke("forgetPending");
        Runtime.Invoke("rethrow");
    }

    /// <summary>The event loop: timers and operations until none is left.</summary>
    private void RunPending()
    {
        while (Numbers[Frame.Pending] > 0 && Numbers[Frame.Rejected] == 0)
        {
            _wake.Reset();
            Runtime.Invoke(_pump);
            if (Scope.IsCut) throw new ScriptException("the iteration was cut") { IsTermination = true };
            var wait = Numbers[Frame.NextTimer] < 0 ? -1 : Math.Ceiling(Numbers[Frame.NextTimer] - RuntimeHost.Now(Run.Clock));
            if (Numbers[Frame.Pending] == 0 || (wait <= 0 && Numbers[Frame.NextTimer] >= 0) || !_ended.IsEmpty) continue;
            _wake.Wait(wait < 0 ? Timeout.InfiniteTimeSpan : TimeSpan.FromMilliseconds(wait));
        }
        if (Numbers[Frame.Rejected] != 0) Rethrow();
    }
}
