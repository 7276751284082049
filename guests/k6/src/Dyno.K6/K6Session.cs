namespace Dyno.K6;

/// <summary>A script from its first line to its summary: read, planned, set up, run by the runner, torn down. Used by one flow of control.</summary>
public sealed class K6Session : IDisposable
{
    private readonly ScriptRun _run;
    private readonly VirtualUserThread _main;
    private readonly K6Options _options;
    private readonly IUserPool _pool;
    private readonly ScriptHooks _hooks;
    private readonly DroppedStarts _dropped;
    private readonly OutsideControl _control;
    private UserFault? _failure;
    private UserWatch? _watch;

    /// <summary>Creates the session of a script that <see cref="SessionOpening"/> has read. The session owns the objects given to it.</summary>
    /// <exception cref="UserFault">The REST interface cannot listen at its address.</exception>
    internal K6Session(K6Request request, ScriptRun run, VirtualUserThread main, K6Options options, IUserPool pool, TestPlan plan)
    {
        (_run, _main, _options, _pool, Plan) = (run, main, options, pool, plan);
        _hooks = new ScriptHooks(run, main, options);
        _dropped = new DroppedStarts(run, _hooks.Samples);
        _control = new OutsideControl(request, run, options, _hooks, StopFromOutside);
    }

    /// <summary>The load.</summary>
    public TestPlan Plan { get; }

    /// <summary>The options of the script alone; null when it has none.</summary>
    internal JsonObject? FromScript { get; init; }

    /// <summary>Takes the samples of the run; null for none.</summary>
    internal SampleOutputs? Outputs { get; init; }

    /// <summary>Prepares a run with many starts a second; null for few starts.</summary>
    internal Rehearsal? Rehearsal { get; init; }

    /// <summary>Whether the script has sent anything to the host and port of a URL.</summary>
    public bool HasBeenAt(Uri url) => _run.Http.Network.HasBeenAt(url);

    /// <summary>The options of the script alone as JSON, every option there is, unset ones as null.</summary>
    public string InspectScript() => ScriptInspection.OfScript(FromScript);

    /// <summary>The options in force as JSON, with the scenarios, the longest time that they take, and the number of users that they need.</summary>
    /// <exception cref="UserFault">The options make no load that can run.</exception>
    public string InspectRequirements()
    {
        PlanRules.ThrowIfInvalid(Plan);
        return ScriptInspection.OfRequirements(_options);
    }

    /// <summary>Writes the script and all it has read into an archive.</summary>
    public void Pack(Stream output, ImmutableSortedDictionary<string, string> variables) =>
        ScriptArchive.Of(_run.Files, _options.Merged, variables).Write(output);

    /// <summary>The fault of the run itself, with its exit code and message; it comes before failed thresholds. Null when there is none.</summary>
    public UserFault? Failure => _failure ?? _run.InitFailure
        ?? (_run.AbortMessage is { } aborted ? K6Faults.Of(K6ExitCode.ScriptAborted, aborted) : null)
        ?? (_run.FailMessage is { } failed ? K6Faults.Of(K6ExitCode.MarkedAsFailed, "test marked as failed: " + failed) : null);

    /// <summary>Reads the script: its init stage, its options, the plan.</summary>
    /// <exception cref="UserFault">The script cannot be run, or its options contradict each other.</exception>
    /// <exception cref="ScriptEngineMissingException">There is no script engine on this machine.</exception>
    public static Task<K6Session> OpenAsync(K6Request request, ICollection<string> warnings) => new SessionOpening(request, warnings).OpenAsync();

    /// <summary>Whether the process stays after the run until someone ends it (<c>--linger</c>).</summary>
    public bool Lingers => _options.Lingers;

    /// <summary>Where the REST interface is called from this machine; null without one.</summary>
    public string? Url => _control.Url;

    /// <summary>Ends when someone stops the run through the REST interface, also after its end.</summary>
    public Task StoppedFromOutside => _control.Stopped;

    /// <summary>Refuses a run that begins paused when there is no interface through which someone could let it begin.</summary>
    /// <param name="address">Address of the interface; null for none.</param>
    /// <exception cref="UserFault">The run begins paused, and there is no address.</exception>
    public void RequireWayToBegin(string? address)
    {
        if (!_options.IsPaused || address is not null) return;
        throw K6Faults.Of(K6ExitCode.WrongOptions, "the run begins paused, and nothing can start it: the REST interface needs --address",
            "add --address localhost:6565, or leave paused out (--paused, K6_PAUSED, the script's options)");
    }

    /// <summary>Adds what the runner needs beside the plan. To be called last before the run, because it opens and empties the outputs of samples.</summary>
    /// <exception cref="UserFault">The run begins paused, and nothing could start it.</exception>
    /// <exception cref="UserFault">An output cannot be written.</exception>
    /// <exception cref="UserFault">The plan cannot be run and there are outputs. Without outputs the runner reports such a plan.</exception>
    public RunnerOptions With(RunnerOptions runner)
    {
        RequireWayToBegin(Url);
        OpenOutputs();
        return runner with
        {
            Wait = WaitFor(_control.Wait, runner.Wait),
            Time = _run.Clock.Provider,
            Metrics = new WorkloadMetrics(_run.Metrics.Registry, () => _run.Elapsed,
                [.. _options.SummaryTrendStats.Select(s => Aggregation.TryParse(s, out var figure) ? figure : default)]),
            ScriptEngine = ScriptEngine.Name,
            SetUp = SetUpAsync,
            TearDown = TearDownAsync,
        };
    }

    // Waits first for the REST interface of this process, then for the signal that begins the run on several machines at the same moment.
    private static Func<CancellationToken, Task>? WaitFor(Func<CancellationToken, Task>? first, Func<CancellationToken, Task>? then) =>
        first is null || then is null ? first ?? then : async stopping =>
        {
            await first(stopping);
            await then(stopping);
        };

    private void OpenOutputs()
    {
        if (Outputs is null) return;
        PlanRules.ThrowIfInvalid(Plan);
        var problems = new OptionProblems(Plan.Source);
        Outputs.Open(problems);
        problems.ThrowIfAny();
    }

    /// <summary>Ends the run and makes its summary, by the script's own handleSummary() where the script has one.</summary>
    public async Task<ScriptSummary> FinishAsync(RunResult result, SummaryRequest request)
    {
        End();
        _control.CutCalls();
        if (Outputs is not null) await Outputs.DisposeAsync();
        _run.Errors.Summarize();
        _run.Progress.HasEnded = true;
        if (Failure is { } failure)
            result = result with { Outcome = result.Outcome == RunOutcome.Completed ? RunOutcome.Failed : result.Outcome, OutcomeReason = failure.Message };
        var model = SummaryModel.Of(_run.Metrics, result, _options, _run.Elapsed, _run.SetupJson);
        var own = new OwnSummary(_run, _main, _options.SummaryTimeout);
        var outputs = request.Mode == "disabled" ? [] : await own.WriteAsync(model, request) ?? [Text(SummaryText.Write(model, request.Mode, request.HasColour))];
        var export = request.IsMachineReadable ? MachineSummary.Write(model, Plan.Source, _run.Clock.UtcNow) : SummaryJson.ForExport(model);
        return new ScriptSummary(outputs, export, [.. Outputs?.Problems ?? []]) { Result = result };
    }

    public void Dispose()
    {
        _watch?.Dispose();
        Outputs?.DisposeAsync().AsTask().GetAwaiter().GetResult(); // FinishAsync has done so already, unless the run ended early
        _control.Dispose();
        _pool.Dispose();
        _main.Dispose();
        _run.Dispose();
    }

    private void StopFromOutside()
    {
        _failure ??= K6Faults.Of(K6ExitCode.StoppedFromOutside, "the run was stopped through the REST interface");
        // On another thread: code that waits for the stop continues on the thread that calls Stop, perhaps to the end of the run, and the
        // end of the run waits until this caller has its answer.
        _ = Task.Run(_run.Signals.Stop);
        SpinWait.SpinUntil(() => _run.Signals.IsStopping); // the answer to the caller reports that the run is stopping
    }

    private async Task SetUpAsync(CancellationToken cancellationToken)
    {
        ScriptEngine.GiveBackCode(); // every module is compiled and every planned user exists by now
        if (Rehearsal is not null) await _pool.RehearseAsync(PlannedUsers.Of(_options), PlannedUsers.MostOf(_options), Rehearsal, cancellationToken);
        _run.Progress.BeganNanos = _run.Clock.NowNanos;
        _watch = new UserWatch(_run, _hooks.Samples, _dropped, _options.Tags);
        if (!_options.NoSetup) await OfTheRunAsync(_hooks.SetUpAsync(cancellationToken));
    }

    private async Task TearDownAsync(CancellationToken cancellationToken)
    {
        _control.CutCalls();
        _dropped.Sample();
        try
        {
            if (!_options.NoTeardown) await OfTheRunAsync(_hooks.TearDownAsync(cancellationToken));
        }
        finally
        {
            End();
        }
    }

    // After this point the rates no longer change: thresholds, result and summary use the same duration of the run.
    private void End()
    {
        if (_run.Progress.EndedNanos == 0) _run.Progress.EndedNanos = _run.Clock.NowNanos;
        _watch?.Dispose();
    }

    /// <summary>A failure of setup() or teardown() ends the run with its own exit code.</summary>
    private async Task OfTheRunAsync(Task hook)
    {
        try
        {
            await hook;
        }
        catch (UserFault failure)
        {
            _failure ??= failure;
            _run.Log.Write("error", failure.Message);
            throw;
        }
    }

    private static SummaryOutput Text(string summary) => new("stdout", System.Text.Encoding.UTF8.GetBytes(summary));
}
