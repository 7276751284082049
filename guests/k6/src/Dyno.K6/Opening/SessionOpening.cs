namespace Dyno.K6;

/// <summary>
/// Reads a script until its run can begin: the init stage of user 0, the options from everywhere, the layout of the users, the
/// plan. Opens one session.
/// </summary>
internal sealed class SessionOpening(K6Request request, ICollection<string> warnings)
{
    private readonly OptionProblems _problems = new(request.Script);
    private readonly ScenarioChoice _choice = new(request.Scenarios, request.Once);
    private FeatureFlags _features = new(false, false, false);

    /// <summary>Opens the session.</summary>
    /// <exception cref="UserFault">The script cannot be run.</exception>
    /// <exception cref="UserFault">The options are invalid.</exception>
    /// <exception cref="UserFault">There is no engine, or no room for it.</exception>
    public async Task<K6Session> OpenAsync()
    {
        var (variables, flags) = ReadOutside();
        var config = OptionSources.OfConfiguration(request.Config, _problems);
        _features = FeatureFlags.Read([config, variables, flags], _problems, warnings);
        _problems.ThrowIfAny();
        var script = GivenScript.Read(request);
        EngineLoader.Load();
        var run = NewRun(script);
        var main = new VirtualUserThread(run, 0);
        try
        {
            return await OpenAsync(script, run, main, config, variables, flags);
        }
        catch
        {
            main.Dispose();
            run.Dispose();
            throw;
        }
    }

    private async Task<K6Session> OpenAsync(
        GivenScript script, ScriptRun run, VirtualUserThread main, JsonObject? config, JsonObject variables, JsonObject flags)
    {
        await LoadAsync(run, main);
        var fromScript = script.Archive?.Options ?? await main.DoAsync(user => OptionSources.OfScript(user.Runtime.Ask("optionsJson"), request.Script, _problems));
        var options = await ReadOptionsAsync(run, main, config, fromScript, variables, flags);
        var thresholds = request.NoThresholds ? [] : ScriptThresholds.Of(options, run.Metrics, _problems);
        _problems.ThrowIfAny();
        var outputs = SampleOutputs.Plan(request, options, run);
        await SettleAsync(run, main, options, outputs);
        var rehearsal = StartRate.IsHigh(options) ? ScriptFiles.Of("rehearsal.js", Prelude.Rehearsal) : null;
        var pool = NewPool(run, options, rehearsal);
        try
        {
            return new K6Session(request, run, main, options, pool, ScriptPlan.Of(request, options, thresholds, run, pool))
            {
                FromScript = fromScript,
                Outputs = outputs,
                Rehearsal = rehearsal is null ? null : new Rehearsal(rehearsal, run.Clock),
            };
        }
        catch
        {
            pool.Dispose();
            throw;
        }
    }

    /// <summary>Reads the options of the environment and of the command line, before any line of the script is run.</summary>
    private (JsonObject Variables, JsonObject Flags) ReadOutside()
    {
        var variables = OptionVariables.Read(request.Environment, _problems);
        var flags = OptionVariables.Read(request.Flags, _problems);
        if (_problems.Any) throw new UserFault(OptionFlags.ProblemsOf(request.Script, request.Environment, request.Flags));
        _choice.CheckFlags(request.Flags.Select(given => (given.Option, given.Flag)), _problems);
        foreach (var warning in OptionVariables.Misspelled(request.Environment)) warnings.Add(warning);
        return (variables, flags);
    }

    private ScriptRun NewRun(GivenScript script)
    {
        var variables = (request.SeesEnvironment ? request.Environment : ImmutableSortedDictionary<string, string>.Empty)
            .SetItems(script.Archive?.Variables ?? ImmutableSortedDictionary<string, string>.Empty).SetItems(request.Variables);
        return new ScriptRun
        {
            Files = new ScriptFiles(script.File, script.Text, new RemoteModules(request.ModuleCache, request.Fetch),
                request.CompiledCache is { } compiled ? new CompiledFolder(compiled) : null, script.Archive?.Files,
                warning => request.Log.Write("warning", warning), _features.FollowsContext),
            Clock = new EngineClock(request.Time),
            Signals = request.Signals,
            Log = request.Log,
            Variables = variables,
            FreezesVariables = _features.FreezesVariables,
            FollowsContext = _features.FollowsContext,
            Secrets = SecretSources.Parse(request.SecretSources, request.Log.Hide),
            Metrics = new RunMetrics { KeepsParts = request.KeepsParts },
        };
    }

    private static async Task LoadAsync(ScriptRun run, VirtualUserThread main)
    {
        try
        {
            await main.Loaded;
        }
        catch (ScriptException) when (run.AbortMessage is not null)
        {
            throw K6Faults.Of(K6ExitCode.ScriptAborted, run.AbortMessage!);
        }
        catch (ScriptException e)
        {
            throw K6Faults.Of(K6ExitCode.ScriptException, run.Errors.Describe(e));
        }
        run.Files.Seal();
    }

    private async Task<K6Options> ReadOptionsAsync(
        ScriptRun run, VirtualUserThread main, JsonObject? config, JsonObject? fromScript, JsonObject fromVariables, JsonObject fromFlags)
    {
        var merged = OptionTiers.Merge(
            [Chosen("the configuration file", OptionTiers.Without(OptionNames.NotInFiles, config, "the configuration file", warnings)),
                Chosen("the script", OptionTiers.Without(OptionNames.NotInScripts, fromScript, "the script", warnings)),
                Chosen("K6_ variables", fromVariables), ("flags", fromFlags)], warnings, _features.MergesTags);
        _choice.ApplyTo(merged, _problems, warnings);
        _problems.ThrowIfAny();
        var options = K6OptionsReader.Read(merged, _problems, warnings);
        // Users of k6 force HTTP/1.1 by this variable of Go.
        var isForced = request.Environment.TryGetValue("GODEBUG", out var go) && go.Split(',').Contains("http2client=0");
        run.Http = HttpOptionsReader.Read(merged, options.SystemTags, _problems, run.Clock, request.Rebase, request.TrustedFile) with
        {
            Version = isForced ? WireVersion.Http11 : WireVersion.Agreed,
        };
        var names = (await main.DoAsync(user => user.Runtime.Ask("exportNames"))).Split(',', StringSplitOptions.RemoveEmptyEntries);
        var hooks = await main.DoAsync(user => user.Runtime.Ask("has", user.Vm.From("setup")) + user.Runtime.Ask("has", user.Vm.From("teardown")));
        CheckFunctions(options, names, hooks);
        _problems.ThrowIfAny();
        return options;
    }

    private (string Place, JsonObject? Options) Chosen(string place, JsonObject? options) => (place, _choice.Without(options, place, warnings));

    private void CheckFunctions(K6Options options, string[] names, string hooks)
    {
        if (names.Length == 0)
            throw K6Faults.Of(K6ExitCode.Other, "the script exports no function", "write: export default function () { … }");
        if (hooks.Contains('2')) throw K6Faults.Of(K6ExitCode.ScriptException, "setup and teardown must be functions when they are exported");
        foreach (var scenario in options.Scenarios.Where(s => !names.Contains(s.Function)))
            _problems.AddOption($"scenarios.{scenario.Name}.exec", $"the script exports no function '{scenario.Function}'",
                NearestWord.Find(scenario.Function, names) is { } near ? $"write {near}" : $"it exports {string.Join(", ", names)}");
    }

    /// <summary>Puts the options in force, for user 0 and for all later users.</summary>
    private static async Task SettleAsync(ScriptRun run, VirtualUserThread main, K6Options options, SampleOutputs? outputs)
    {
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
            user.Runtime.Call("writeOptions", user.Vm.From(run.OptionsJson));
            return 0;
        });
    }

    private IUserPool NewPool(ScriptRun run, K6Options options, ScriptFiles? rehearsal)
    {
        if (_features.FollowsContext && request.Layout == VuLayout.Dense)
            _problems.Add("--vu-layout", "async-metric-context needs isolated users", "leave --vu-layout out");
        var layout = _features.FollowsContext ? VuLayout.Isolated : request.Layout;
        var isDense = LayoutChoice.IsDense(layout, options, run.Files, rehearsal, _problems, warnings);
        _problems.ThrowIfAny();
        return isDense ? new DensePool(run, DensePool.LoopsFor(options)) : new IsolatedPool(run);
    }
}
