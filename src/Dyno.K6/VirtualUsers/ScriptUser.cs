using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Text.Json;
using Dyno.JavaScript;
using Dyno.K6.Hosts;
using Dyno.K6.Http;
using Dyno.K6.Recording;
using Dyno.K6.Scripts;

namespace Dyno.K6.VirtualUsers;

/// <summary>
/// A virtual user with a machine of its own: the script as this user has loaded it, and its iterations. One thread, but
/// for <see cref="IterationScope.Cut"/> and <see cref="Ended"/>.
/// </summary>
internal sealed class ScriptUser : IDisposable
{
    private readonly IScriptVm _vm;
    private readonly ScriptValue _runtime;
    private readonly Dictionary<string, ScriptValue> _parts = new(StringComparer.Ordinal);
    private readonly ScriptValue _iterate;
    private readonly ScriptValue _pump;
    private readonly ConcurrentQueue<int> _ended = new();
    private readonly ManualResetEventSlim _wake = new(false, spinCount: 0);
    private ScenarioActivation? _activation;
    private long _iterations;

    /// <summary>Creates the user and runs the init stage of the script.</summary>
    /// <param name="run">What it shares.</param>
    /// <param name="id"><c>__VU</c>; 0 for the one that reads the options and runs setup.</param>
    /// <exception cref="ScriptException">The init stage threw.</exception>
    public ScriptUser(ScriptRun run, int id)
    {
        (Run, Id) = (run, id);
        Numbers = GC.AllocateArray<double>(Frame.Length, pinned: true);
        Scope = new IterationScope(Numbers, run.Clock);
        _vm = ScriptEngine.CreateVm();
        Responses = new ResponseStore();
        _vm.Watch(TimeSpan.FromMilliseconds(100), () => Scope.IsCut);
        Numbers[Frame.Tags] = run.Metrics.TagSets.Of(run.Tags);
        BaseTags = (int)Numbers[Frame.Tags];
        Sender = run.Http is null ? null : NewSender();
        _runtime = Boot();
        _iterate = Part("iterate");
        _pump = Part("pump");
        Call("start", _vm.From(run.Files.MainFile));
        AwaitMain();
        Invoke("begin");
        if (id > 0) run.Progress.UserCreated();
    }

    public ScriptRun Run { get; }

    public int Id { get; }

    public double[] Numbers { get; }

    public IterationScope Scope { get; }

    public IScriptVm Vm => _vm;

    public ResponseStore Responses { get; }

    /// <summary>Null in the first init stage, when the options are not known yet.</summary>
    public HttpSender? Sender { get; set; }

    /// <summary>Number of the tags that an iteration begins with.</summary>
    public int BaseTags { get; private set; }

    public ScenarioActivation? Activation => _activation;

    /// <summary>The jars that the script made, also in its init stage.</summary>
    public List<ScriptCookieJar> EarlyJars { get; } = [];

    /// <summary>Where samples go; null: they wait.</summary>
    public SampleTarget? Recording { get; set; }

    /// <summary>Number of the running iteration over the whole scenario.</summary>
    public long IterationNumber { get; private set; }

    /// <summary>Iterations of the running scenario by this user.</summary>
    public long IterationsInScenario { get; private set; }

    /// <summary>Makes the client, once the options are known.</summary>
    public HttpSender NewSender()
    {
        var sender = new HttpSender(Run.Http, Run.Metrics, Run.Steps) { Log = (level, text) => Run.Log.Write(level, text) };
        sender.UseJars(EarlyJars);
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
        if (activation.EnvironmentJson is { } variables) Call("setEnv", _vm.From(variables));
        Call("setData", _vm.From(Run.SetupJson));
        Call("select", _vm.From(activation.Function));
    }

    /// <summary>Runs one iteration. True when it ended by itself, also by an exception; false when it was cut.</summary>
    /// <param name="intendedNanos">When it was due.</param>
    public bool RunIteration(long intendedNanos)
    {
        Scope.Begin(intendedNanos);
        Numbers[Frame.Iteration] = _iterations++;
        Numbers[Frame.Tags] = BaseTags;
        if (!_activation!.KeepsCookies) Sender!.Cookies.Clear();
        if (_activation.ReconnectsEveryIteration) Sender!.Client.CloseConnections();
        Responses.BeginIteration();
        IterationNumber = _activation.NextIteration();
        try
        {
            _vm.Invoke(_iterate);
            RunPending();
        }
        catch (ScriptException e)
        {
            Forget();
            if (Scope.IsCut || e.IsTermination) return false;
            Run.Errors.Report(e);
        }
        IterationsInScenario++;
        return !Scope.IsCut;
    }

    /// <summary>Calls a function of the runtime (setup, teardown, handleSummary …) and waits for its promise.</summary>
    /// <exception cref="ScriptException">It threw.</exception>
    public void CallAndWait(string part, params ReadOnlySpan<ScriptValue> arguments)
    {
        Scope.Begin(-1);
        try
        {
            Call(part, arguments);
            RunPending();
        }
        catch (ScriptException)
        {
            Forget();
            throw;
        }
    }

    /// <summary>Calls a function of the runtime and gives its result as text.</summary>
    public string Ask(string part, params ReadOnlySpan<ScriptValue> arguments)
    {
        var value = _vm.Call(Part(part), arguments);
        var text = _vm.Text(value);
        _vm.Free(value);
        return text;
    }

    /// <summary>Calls a function of the runtime.</summary>
    public void Call(string part, params ReadOnlySpan<ScriptValue> arguments)
    {
        _vm.Free(_vm.Call(Part(part), arguments));
        foreach (var argument in arguments) _vm.Free(argument);
    }

    /// <summary>Sets the tags that samples carry outside of iterations, such as in setup.</summary>
    public void UseTags(ImmutableSortedDictionary<string, string> tags) =>
        Numbers[Frame.Tags] = BaseTags = Run.Metrics.TagSets.Of(tags);

    /// <summary>From any thread: an operation of the script has ended.</summary>
    public void Ended(int operation)
    {
        _ended.Enqueue(operation);
        _wake.Set();
    }

    /// <summary>The next operation that has ended; 0 for none.</summary>
    public int TakeEnded() => _ended.TryDequeue(out var operation) ? operation : 0;

    /// <summary>Hands over what was measured so far.</summary>
    public void Flush() => Recording?.Take(Scope.Samples, Run.Clock.NowNanos);

    /// <summary>Leaves the script when its iteration was cut.</summary>
    /// <exception cref="HostException">It was.</exception>
    public void ThrowIfCut()
    {
        if (Scope.IsCut) throw new HostException("the iteration was cut");
    }

    /// <summary>From any thread: ends the iteration that goes on.</summary>
    public void Cut()
    {
        Scope.Cut();
        _wake.Set();
    }

    public void Dispose()
    {
        Sender?.Dispose();
        _vm.Dispose();
        Scope.Dispose();
        _wake.Dispose();
    }

    private ScriptValue Boot()
    {
        var hosts = HostTable.For(this);
        var bootstrap = _vm.Evaluate(Bootstrap, "bootstrap.js");
        var values = new ScriptValue[hosts.Names.Count + 1];
        values[0] = _vm.From(JsonSerializer.Serialize(hosts.Names));
        for (var i = 0; i < hosts.Names.Count; i++) values[i + 1] = _vm.Function(hosts.Names[i], hosts.Functions[i]);
        var host = _vm.Call(bootstrap, values);
        var config = _vm.Evaluate($"({ConfigJson()})", "config.js");
        var runtime = _vm.Call(_vm.Evaluate(Prelude.Runtime, "runtime.js"), host, _vm.Share(Numbers), config);
        var define = _vm.Evaluate("(function (runtime, module) { runtime.define(module.name, module.make); if (module.global) module.global(runtime.kit); })", "define.js");
        foreach (var (name, source) in Prelude.Modules) _vm.Free(_vm.Call(define, runtime, _vm.Evaluate(source, name)));
        return runtime;
    }

    private const string Bootstrap = """
        (function (names) { const host = {}; JSON.parse(names).forEach((n, i) => { host[n] = arguments[i + 1]; }); return host; })
        """;

    private string ConfigJson() => JsonSerializer.Serialize(new { vu = Id, env = Run.Variables });

    private ScriptValue Part(string name)
    {
        if (_parts.TryGetValue(name, out var part)) return part;
        var getter = _vm.Evaluate("(function (runtime, name) { return runtime[name]; })", "part.js");
        return _parts[name] = _vm.Call(getter, _runtime, _vm.From(name));
    }

    private void Invoke(string part) => _vm.Invoke(Part(part));

    private void AwaitMain()
    {
        Invoke("awaitMain");
        RunPending();
    }

    /// <summary>The event loop: timers and operations until none is left.</summary>
    private void RunPending()
    {
        while (Numbers[Frame.Pending] > 0 && Numbers[Frame.Rejected] == 0)
        {
            _wake.Reset();
            _vm.Invoke(_pump);
            if (Scope.IsCut) throw new ScriptException("the iteration was cut") { IsTermination = true };
            var wait = Numbers[Frame.NextTimer] < 0 ? -1 : Math.Ceiling(Numbers[Frame.NextTimer] - RuntimeHost.Now(Run.Clock));
            if (Numbers[Frame.Pending] == 0 || (wait <= 0 && Numbers[Frame.NextTimer] >= 0) || !_ended.IsEmpty) continue;
            _wake.Wait(wait < 0 ? Timeout.InfiniteTimeSpan : TimeSpan.FromMilliseconds(wait));
        }
        if (Numbers[Frame.Rejected] != 0)
        {
            Invoke("forgetPending");
            Invoke("rethrow");
        }
    }

    private void Forget()
    {
        _ended.Clear();
        if (Numbers[Frame.Pending] != 0) Invoke("forgetPending");
        Numbers[Frame.Rejected] = 0;
    }
}
