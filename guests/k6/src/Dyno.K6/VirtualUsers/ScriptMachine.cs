using System.Runtime.ExceptionServices;

namespace Dyno.K6;

/// <summary>
/// A virtual machine with the runtime that virtual users need. Either one user has the machine to itself, or many users share it, each with
/// its own copy of every module's variables. One thread.
/// </summary>
internal sealed class ScriptMachine : IDisposable
{
    private static readonly TimeSpan WatchInterval = TimeSpan.FromMilliseconds(100);
    private const int SharedTextBytes = 256 * 1024;
    private const int OwnTextBytes = 32 * 1024;
    private readonly Dictionary<string, ScriptValue> _bodies = new(StringComparer.Ordinal);
    private ScriptValue? _boot;
    private ScriptValue? _part;
    private ScriptValue? _inside;
    private Action? _work;
    private Exception? _fault;

    public ScriptMachine(bool isShared)
    {
        IsShared = isShared;
        Vm = ScriptEngine.CreateVm();
        Texts = new RepeatedTexts(Vm, isShared ? SharedTextBytes : OwnTextBytes);
    }

    /// <summary>Whether several users live here.</summary>
    public bool IsShared { get; }

    public IScriptVm Vm { get; }

    /// <summary>Texts of bodies that came more than once.</summary>
    public RepeatedTexts Texts { get; }

    /// <summary>Serves the requests of users that share the machine; null: .NET's sockets do.</summary>
    public ClientLoop? Loop { get; init; }

    /// <summary>Set when a script was ended: the engine must be left before anything more is called inside <see cref="Inside"/>.</summary>
    public bool MustLeave { get; set; }

    /// <summary>The user whose code runs now: the functions of .NET that a script calls act for this user.</summary>
    public ScriptUser? Current { get; set; }

    /// <summary>Asks from now on whether the script that runs must end.</summary>
    /// <param name="mustEnd">Asked while a script runs; may not call the machine (<see cref="IScriptVm.Watch"/>).</param>
    public void Watch(Func<bool> mustEnd) => Vm.Watch(WatchInterval, mustEnd);

    /// <summary>
    /// Runs something of .NET as if a script had called it. What it calls of scripts is then called from inside the engine,
    /// which costs half of what entering it costs; work that a script leaves for later waits until this returns.
    /// </summary>
    /// <param name="work">Returns as soon as <see cref="MustLeave"/> is set.</param>
    public void Inside(Action work)
    {
        _inside ??= Vm.Function("inside", _ => RunInside());
        (_work, MustLeave, _fault) = (work, false, null);
        try
        {
            Vm.Invoke(_inside.Value);
        }
        catch (ScriptException)
        {
            // The engine ended the script from outside. The caller that ended the script knows that, so nothing is thrown here.
        }
        _work = null;
        if (_fault is { } fault) ExceptionDispatchInfo.Throw(fault);
    }

    /// <summary>The runtime (runtime.js) of one more user.</summary>
    /// <param name="user">The user; its code runs from here on.</param>
    /// <param name="frame">The script's side of its numbers; released.</param>
    /// <param name="configJson">What runtime.js calls config.</param>
    public ScriptValue NewRuntime(ScriptUser user, ScriptValue frame, string configJson)
    {
        Current = user;
        _boot ??= Boot(user.Hosts);
        var config = Vm.From(configJson);
        var runtime = Vm.Call(_boot.Value, frame, config);
        Vm.Free(frame);
        Vm.Free(config);
        return runtime;
    }

    public ScriptValue Part(ScriptValue runtime, string name)
    {
        _part ??= Vm.Evaluate("(function (runtime, name) { return runtime[name]; })", "part.js");
        var key = Vm.From(name);
        var part = Vm.Call(_part.Value, runtime, key);
        Vm.Free(key);
        return part;
    }

    /// <summary>The function that is a module, compiled once per machine.</summary>
    public ScriptValue Body(CompiledSource module)
    {
        if (_bodies.TryGetValue(module.File, out var body)) return body;
        var source = IsShared ? module.Dense ?? throw new HostException($"{module.File} was not made for many users") : module;
        return _bodies[module.File] = Vm.Evaluate(source.Body, source.File);
    }

    public void Dispose() => Vm.Dispose();

    // Keeps exceptions from crossing the frames of the engine.
    private void RunInside()
    {
        try
        {
            _work!();
        }
        catch (Exception e)
        {
            _fault = e;
        }
    }

    private ScriptValue Boot(HostTable hosts)
    {
        var functions = new ScriptValue[hosts.Names.Count + 1];
        functions[0] = Vm.From(new JsonArray([.. hosts.Names.Select(name => (JsonNode?)name)]).ToJsonString());
        for (var i = 0; i < hosts.Names.Count; i++)
        {
            var index = i;
            functions[i + 1] = Vm.Function(hosts.Names[i], call => Current!.Hosts.Functions[index](call));
        }
        var host = Vm.Call(Vm.Evaluate(HostObject, "host.js"), functions);
        ScriptValue[] modules = [.. Prelude.Modules.Select(m => Vm.Evaluate(m.Source, m.Name))];
        var list = Vm.Call(Vm.Evaluate("(function () { return Array.from(arguments); })", "list.js"), modules);
        var machine = Vm.Evaluate("({ unhandled() {} })", "machine.js");
        Vm.OnUnhandledRejection(Vm.Call(Vm.Evaluate("(function (machine) { return (promise, reason) => machine.unhandled(reason); })", "machine.js"), machine));
        return Vm.Call(Vm.Evaluate(Maker, "boot.js"), Vm.Evaluate(Prelude.Runtime, "runtime.js"), host, list, machine);
    }

    private const string HostObject = """
        (function (names) { const host = {}; JSON.parse(names).forEach((n, i) => { host[n] = arguments[i + 1]; }); return host; })
        """;

    // Globals that are the same for every user are made once.
    private const string Maker = """
        (function (makeRuntime, host, modules, machine) {
          let isFirst = true;
          return function (F, config) {
            const runtime = makeRuntime(host, F, JSON.parse(config), machine);
            for (const module of modules) {
              runtime.define(module.name, module.make);
              if (module.global && isFirst) module.global(runtime.kit);
            }
            isFirst = false;
            return runtime;
          };
        })
        """;
}
