namespace Dyno.K6;

/// <summary>
/// The half of a virtual user that lives in the script engine: its runtime (runtime.js), whose functions are called by name.
/// The machine's thread.
/// </summary>
internal sealed class UserRuntime
{
    private readonly ScriptUser _user;
    private readonly ScriptMachine _machine;
    private readonly ScriptValue _runtime;
    private readonly Dictionary<string, ScriptValue> _parts = new(StringComparer.Ordinal);

    /// <summary>Makes the runtime.</summary>
    /// <param name="user">The user, with its numbers and hosts.</param>
    /// <param name="frame">The script's side of the numbers; released.</param>
    /// <param name="configJson">What runtime.js calls config.</param>
    public UserRuntime(ScriptUser user, ScriptMachine machine, ScriptValue frame, string configJson)
    {
        (_user, _machine) = (user, machine);
        _runtime = machine.NewRuntime(user, frame, configJson);
    }

    /// <summary>One of its functions.</summary>
    public ScriptValue Part(string name)
    {
        if (_parts.TryGetValue(name, out var part)) return part;
        return _parts[name] = _machine.Part(_runtime, name);
    }

    /// <summary>Runs a function that takes and gives nothing.</summary>
    /// <exception cref="ScriptException">It threw.</exception>
    public void Invoke(ScriptValue function)
    {
        _machine.Current = _user;
        _machine.Vm.Invoke(function);
    }

    /// <inheritdoc cref="Invoke(ScriptValue)"/>
    public void Invoke(string part) => Invoke(Part(part));

    /// <summary>Calls a function, and lets go of the arguments.</summary>
    /// <exception cref="ScriptException">It threw.</exception>
    public void Call(string part, params ReadOnlySpan<ScriptValue> arguments) => _machine.Vm.Free(Result(part, arguments));

    /// <summary>Calls a function and gives its result as text; lets go of the arguments.</summary>
    /// <exception cref="ScriptException">It threw.</exception>
    public string Ask(string part, params ReadOnlySpan<ScriptValue> arguments)
    {
        var value = Result(part, arguments);
        var text = _machine.Vm.Text(value);
        _machine.Vm.Free(value);
        return text;
    }

    /// <summary>Ends the runtime; the machine lives on.</summary>
    public void LetGo()
    {
        foreach (var part in _parts.Values) _machine.Vm.Free(part);
        _machine.Vm.Free(_runtime);
    }

    private ScriptValue Result(string part, ReadOnlySpan<ScriptValue> arguments)
    {
        _machine.Current = _user;
        var value = _machine.Vm.Call(Part(part), arguments);
        foreach (var argument in arguments) _machine.Vm.Free(argument);
        return value;
    }
}
