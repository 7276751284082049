using System.Collections.Immutable;
using System.Text.Json.Nodes;
using Dyno.Inputs.Problems;
using Dyno.JavaScript;
using Dyno.K6.Archives;
using Dyno.K6.Control;
using Dyno.K6.Options;
using Dyno.K6.Outputs;
using Dyno.K6.Recording;
using Dyno.K6.Rehearsing;
using Dyno.K6.Running;
using Dyno.K6.Scripts;
using Dyno.K6.Summaries;
using Dyno.K6.VirtualUsers;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Load.Running;
using Dyno.Metrics.Thresholds;
using Dyno.Results.Runs;

namespace Dyno.K6;

/// <summary>
/// A script from its first line to its summary: read, planned, set up, run by the runner, torn down. Used by one flow of
/// control.
/// </summary>
public sealed class K6Session : IDisposable
{
    private readonly ScriptRun _run;
    private readonly VirtualUserThread _main;
    private readonly K6Options _options;
    private readonly IDisposable _pool;
    private readonly ScriptHooks _hooks;
    private readonly DroppedStarts _dropped;
    private readonly JsonObject? _fromScript;
    private readonly SampleOutputs? _outputs;
    private OutsideControl _control = null!; // once everything else is there
    private K6Exception? _failure;
    private UserWatch? _watch;

    private K6Session(ScriptRun run, VirtualUserThread main, K6Options options, JsonObject? fromScript, TestPlan plan, IDisposable pool, SampleOutputs? outputs)
    {
        (_run, _main, _options, _fromScript, Plan, _pool, _outputs) = (run, main, options, fromScript, plan, pool, outputs);
        _hooks = new ScriptHooks(run, main, options);
        _dropped = new DroppedStarts(run, _hooks.Samples);
    }

    /// <summary>The load.</summary>
    public TestPlan Plan { get; }

    /// <summary>Gets ready for many starts a second; null for few.</summary>
    private Func<CancellationToken, Task>? Rehearse { get; init; }

    /// <summary>Whether the script has sent anything to a URL's host and port.</summary>
    public bool HasBeenAt(Uri url) => _run.Http.Network.HasBeenAt(url);

    /// <summary>The options of the script alone as JSON, every option there is, unset ones as null.</summary>
    public string InspectScript() => Inspection.OfScript(_fromScript);

    /// <summary>The options in force as JSON, with their scenarios, how long they take at most, and how many users they need.</summary>
    /// <exception cref="LoadException">They make no load that can run.</exception>
    public string InspectRequirements()
    {
        PlanRules.ThrowIfInvalid(Plan);
        return Inspection.OfRequirements(_options);
    }

    /// <summary>Writes the script and all it has read into an archive.</summary>
    /// <param name="output">A tar file.</param>
    /// <param name="variables">The variables to pack.</param>
    public void Pack(Stream output, ImmutableSortedDictionary<string, string> variables)
    {
        ArgumentNullException.ThrowIfNull(output);
        var files = _run.Files.Texts.Where(t => !Prelude.Libraries.Contains(t.Key))
            .Select(t => KeyValuePair.Create(t.Key, System.Text.Encoding.UTF8.GetBytes(t.Value))).Concat(_run.Files.Opened);
        new ScriptArchive
        {
            MainFile = _run.Files.MainFile,
            MainText = _run.Files.Texts[_run.Files.MainFile],
            Options = _options.Merged,
            Variables = variables,
            Files = files.ToImmutableDictionary(StringComparer.Ordinal),
        }.Write(output);
    }

    /// <summary>The run's own end: an exit code and a message that come before thresholds; null when there is none.</summary>
    public K6Exception? Failure => _failure ?? _run.InitFailure
        ?? (_run.AbortMessage is { } aborted ? new K6Exception(K6ExitCode.ScriptAborted, aborted) : null)
        ?? (_run.FailMessage is { } failed ? new K6Exception(K6ExitCode.MarkedAsFailed, "test marked as failed: " + failed) : null);

    /// <summary>Reads the script: its init stage, its options, the plan.</summary>
    /// <param name="request">What to run.</param>
    /// <param name="warnings">Takes what is odd.</param>
    /// <exception cref="K6Exception">The script cannot be run.</exception>
    /// <exception cref="InputException">Its options cannot be.</exception>
    /// <exception cref="ScriptEngineMissingException">There is no engine.</exception>
    public static async Task<K6Session> OpenAsync(K6Request request, ICollection<string> warnings)
    {
        ArgumentNullException.ThrowIfNull(request);
        var problems = new OptionProblems(request.Script);
        var fromVariables = OptionVariables.Read(request.Environment, problems);
        var fromFlags = OptionVariables.Read(request.Flags, problems);
        if (problems.Any) throw new InputException(OptionFlags.ProblemsOf(request.Script, request.Environment, request.Flags));
        foreach (var warning in OptionVariables.Misspelled(request.Environment)) warnings.Add(warning);
        ScriptEngine.Load(new ScriptEngineOptions());
        var archive = request.Archive is { } packed ? ScriptArchive.Read(new MemoryStream(packed.ToArray(), writable: false), request.Script) : null;
        var run = NewRun(request, archive);
        var main = new VirtualUserThread(run, 0);
        try
        {
            await main.Loaded;
        }
        catch (ScriptException e)
        {
            throw new K6Exception(K6ExitCode.ScriptException, run.Errors.Describe(e));
        }
        run.Files.Seal();
        var fromScript = archive?.Options ?? await main.DoAsync(user => OptionSources.OfScript(user.Ask("optionsJson"), request.Script, problems));
        var config = OptionSources.OfConfiguration(request.Config, problems);
        var merged = OptionTiers.Merge(
            [("the configuration file", OptionTiers.Without(OptionNames.NotInFiles, config, "the configuration file", warnings)),
                ("the script", OptionTiers.Without(OptionNames.NotInScripts, fromScript, "the script", warnings)),
                 ("K6_ variables", fromVariables), ("flags", fromFlags)], warnings);
        var options = K6OptionsReader.Read(merged, problems, warnings);
        run.Http = HttpOptionsReader.Read(merged, options.SystemTags, problems, run.Clock, request.Rebase, request.TrustedFile);
        var names = (await main.DoAsync(user => user.Ask("exportNames"))).Split(',', StringSplitOptions.RemoveEmptyEntries);
        CheckFunctions(options, names, await main.DoAsync(u => u.Ask("has", u.Vm.From("setup")) + u.Ask("has", u.Vm.From("teardown"))), problems);
        problems.ThrowIfAny();
        var thresholds = request.NoThresholds ? [] : ScriptThresholds.Of(options, run.Metrics, problems);
        problems.ThrowIfAny();
        var outputs = SampleOutputs.Plan(request, options, problems, run);
        problems.ThrowIfAny();
        run.Metrics.Sink = outputs;
        run.Metrics.Settle();
        run.Tags = options.Tags;
        run.Users = options.Segment.Stripe;
        run.OptionsJson = options.Derived.ToJsonString();
        await main.DoAsync(user =>
        {
            user.Numbers[Frame.Streaming] = run.Metrics.Sink is null ? 0 : 1;
            user.Sender = user.NewSender();
            user.UseTags(options.Tags);
            user.Call("writeOptions", user.Vm.From(run.OptionsJson));
            return 0;
        });
        var rehearsal = Rehearsal.Helps(options) ? ScriptFiles.Of("rehearsal.js", Prelude.Rehearsal) : null;
        var isDense = LayoutChoice.IsDense(request.Layout, options, run.Files, rehearsal, problems, warnings);
        if (!isDense && IsolatedLimits.Problem(PlannedUsers.MostOf(options)) is { } tooMany) problems.Add("virtual users", tooMany.What, tooMany.Instead);
        problems.ThrowIfAny();
        var pool = isDense ? null : new UserPool(run);
        var dense = isDense ? new DensePool(run, Math.Clamp(Environment.ProcessorCount, 1, 64), WaitStrategy.Hybrid) : null;
        var plan = ScriptPlan.Of(request, options, thresholds, dense?.Loops.Length, (planned, activation) =>
        {
            run.Scenarios[activation.Scenario] = activation;
            return pool is not null ? new ScriptWorkload(run, pool, planned, activation) : new DenseWorkload(run, dense!, planned, activation);
        });
        var session = new K6Session(run, main, options, fromScript, plan, (IDisposable?)pool ?? dense!, outputs)
        {
            Rehearse = dense is null || rehearsal is null ? null : stopping =>
                dense.RehearseAsync(PlannedUsers.Of(options), PlannedUsers.MostOf(options), new Rehearsal(rehearsal, run.Clock), stopping),
        };
        session.Listen(request);
        return session;
    }

    /// <summary>Whether the process stays after the run until somebody ends it (<c>--linger</c>).</summary>
    public bool Lingers => _options.Lingers;

    /// <summary>Where the REST interface is called from this machine; null without one.</summary>
    public string? Url => _control.Url;

    /// <summary>Ends when somebody stops the run through the REST interface, also after its end.</summary>
    public Task StoppedFromOutside => _control.Stopped;

    /// <summary>A run that begins paused needs an interface through which somebody lets it begin.</summary>
    /// <param name="address">Where it is; null for none.</param>
    /// <exception cref="K6Exception">There is none.</exception>
    public void RequireWayToBegin(string? address)
    {
        if (!_options.IsPaused || address is not null) return;
        throw new K6Exception(K6ExitCode.WrongOptions, "the run begins paused, and nothing can start it: Dyno listens only with --address",
            "add --address localhost:6565, or leave paused out (--paused, K6_PAUSED, the script's options)");
    }

    /// <summary>What the runner needs beside the plan, as the last thing before the run: the outputs of samples are opened, and emptied.</summary>
    /// <exception cref="K6Exception">The run begins paused, and nothing could start it.</exception>
    /// <exception cref="InputException">An output cannot be written.</exception>
    /// <exception cref="LoadException">The plan cannot be run, and there are outputs; otherwise the runner says so.</exception>
    public RunnerOptions With(RunnerOptions runner)
    {
        ArgumentNullException.ThrowIfNull(runner);
        RequireWayToBegin(Url);
        OpenOutputs();
        return runner with
        {
            Wait = _control.Wait,
            Time = _run.Clock.Provider,
            Metrics = new ScriptMetrics(_run, SummaryOptions()),
            SetUp = SetUpAsync,
            TearDown = TearDownAsync,
        };
    }

    private void OpenOutputs()
    {
        if (_outputs is null) return;
        PlanRules.ThrowIfInvalid(Plan);
        var problems = new OptionProblems(Plan.Source);
        _outputs.Open(problems);
        problems.ThrowIfAny();
    }

    /// <summary>The run is over: what it leaves behind, by the script's own handleSummary where it has one.</summary>
    public async Task<K6Summary> FinishAsync(RunResult result, SummaryRequest request)
    {
        ArgumentNullException.ThrowIfNull(result);
        ArgumentNullException.ThrowIfNull(request);
        End();
        _control.CutCalls();
        if (_outputs is not null) await _outputs.DisposeAsync();
        _run.Errors.Summarize();
        _run.Progress.HasEnded = true;
        if (Failure is { } failure)
            result = result with { Outcome = result.Outcome == RunOutcome.Completed ? RunOutcome.Failed : result.Outcome, OutcomeReason = failure.Message };
        var model = SummaryModel.Of(_run.Metrics, result, _options, _run.Elapsed, _run.SetupJson);
        var outputs = request.Mode == "disabled" ? [] : await OwnSummaryAsync(model, request) ?? [Text(SummaryText.Write(model, request.Mode, request.HasColour))];
        var export = request.IsMachineReadable ? MachineSummary.Write(model, Plan.Source, _run.Clock.UtcNow) : SummaryJson.ForExport(model);
        return new K6Summary(outputs, export, [.. _outputs?.Problems ?? []]) { Result = result };
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _watch?.Dispose();
        _outputs?.DisposeAsync().AsTask().GetAwaiter().GetResult(); // only when the run did not come to its end
        _control?.Dispose();
        _pool.Dispose();
        _main.Dispose();
        _run.Files.Dispose();
        _run.Secrets.Dispose();
    }

    private void Listen(K6Request request)
    {
        try
        {
            _control = new OutsideControl(request, _run, _options, _hooks, StopFromOutside);
        }
        catch (K6Exception)
        {
            Dispose();
            throw;
        }
    }

    private void StopFromOutside()
    {
        _failure ??= new K6Exception(K6ExitCode.StoppedFromOutside, "the run was stopped through the REST interface");
        // On a thread of its own: what waits for the stop goes on where it is asked for, perhaps to the end of the run, and that
        // waits until the caller has been answered.
        _ = Task.Run(_run.Signals.Stop);
        SpinWait.SpinUntil(() => _run.Signals.IsStopping); // the answer says so
    }

    private RunSummaryOptions SummaryOptions() => new(
        [.. _options.SummaryTrendStats.Where(s => s != "count").Select(s => Aggregation.TryParse(s, out var a) ? a : default)]);

    private static ScriptRun NewRun(K6Request request, ScriptArchive? archive)
    {
        var (file, text) = archive is null ? MainOf(request) : (archive.MainFile, archive.MainText);
        var secrets = K6.Secrets.SecretSources.Parse(request.SecretSources, request.Environment, request.Log.Hide, request.Time);
        var variables = (request.SeesEnvironment ? request.Environment : ImmutableSortedDictionary<string, string>.Empty)
            .SetItems(archive?.Variables ?? ImmutableSortedDictionary<string, string>.Empty).SetItems(request.Variables);
        return new ScriptRun
        {
            Files = new ScriptFiles(file, text, new RemoteModules(request.ModuleCache, request.Fetch),
                request.CompiledCache is { } compiled ? new CompiledFolder(compiled) : null, archive?.Files),
            Clock = new EngineClock(request.Time),
            Signals = request.Signals,
            Log = request.Log,
            Variables = variables,
            Secrets = secrets,
            Metrics = new RunMetrics { KeepsParts = request.KeepsParts },
        };
    }

    private static (string File, string Text) MainOf(K6Request request)
    {
        if (request.Text is { } given) return (Path.Combine(request.Folder, request.IsTypeScript ? "-.ts" : "-"), given);
        var file = Path.GetFullPath(request.Script, request.Folder);
        try
        {
            return (file, File.ReadAllText(file));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new K6Exception(K6ExitCode.Other, $"the script {request.Script} cannot be read: {e.Message}");
        }
    }

    private static void CheckFunctions(K6Options options, string[] names, string hooks, OptionProblems problems)
    {
        if (names.Length == 0)
            throw new K6Exception(K6ExitCode.Other, "the script exports no function", "write: export default function () { … }");
        if (hooks.Contains('2')) throw new K6Exception(K6ExitCode.ScriptException, "setup and teardown must be functions when they are exported");
        foreach (var scenario in options.Scenarios.Where(s => !names.Contains(s.Function)))
            problems.AddOption($"scenarios.{scenario.Name}.exec", $"the script exports no function '{scenario.Function}'",
                NearestWord.Find(scenario.Function, names) is { } near ? $"write {near}" : $"it exports {string.Join(", ", names)}");
    }

    private async Task SetUpAsync(CancellationToken cancellationToken)
    {
        ScriptEngine.GiveBackCode(); // everything is compiled, every planned user there
        if (Rehearse is not null) await Rehearse(cancellationToken);
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

    // From here on rates stay as they are: thresholds are judged, the result is made, then the summary.
    private void End()
    {
        if (_run.Progress.EndedNanos == 0) _run.Progress.EndedNanos = _run.Clock.NowNanos;
        _watch?.Dispose();
    }

    /// <summary>What fails ends the run, with its own exit code.</summary>
    private async Task OfTheRunAsync(Task hook)
    {
        try
        {
            await hook;
        }
        catch (K6Exception failure)
        {
            _failure ??= failure;
            _run.Log.Write("error", failure.Message);
            throw;
        }
    }

    private static SummaryOutput Text(string summary) => new("stdout", System.Text.Encoding.UTF8.GetBytes(summary));

    private async Task<ImmutableArray<SummaryOutput>?> OwnSummaryAsync(SummaryModel model, SummaryRequest request)
    {
        if (await _main.DoAsync(user => user.Ask("has", user.Vm.From("handleSummary"))) != "1") return null;
        var json = SummaryJson.ForScript(model, request);
        var work = _main.DoAsync(user =>
        {
            user.CallAndWait("callSummary", user.Vm.From(json));
            return user.Ask("writeSummary") == "yes";
        });
        try
        {
            return await work.WaitAsync(_options.SummaryTimeout, _run.Clock.Provider) ? [.. _run.SummaryOutputs] : null;
        }
        catch (TimeoutException)
        {
            _main.User.Cut();
            _run.Log.Write("error", $"handleSummary() did not end within {DurationText.Format(_options.SummaryTimeout)}");
        }
        catch (ScriptException e)
        {
            _run.Log.Write("error", "handleSummary() failed, here is the default summary: " + _run.Errors.Describe(e));
        }
        return null;
    }
}
