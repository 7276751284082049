namespace Dyno.JavaScript;

/// <summary>
/// A JavaScript virtual machine with one global object: the port behind which an engine works. Used by one thread at a time. Every value
/// that it returns lives until it is freed or the machine is disposed of.
/// </summary>
public interface IScriptVm : IDisposable
{
    /// <summary>Runs a program and returns its completion value.</summary>
    /// <param name="file">The name of the file in errors and stacks.</param>
    /// <exception cref="ScriptException">The program does not parse, or it threw.</exception>
    ScriptValue Evaluate(string source, string file);

    /// <summary>Calls a function and returns its result.</summary>
    /// <exception cref="ScriptException">The function threw.</exception>
    ScriptValue Call(ScriptValue function, params ReadOnlySpan<ScriptValue> arguments);

    /// <summary>Calls a function without arguments and ignores its result; the cheapest call. Promise jobs have run when it returns.</summary>
    /// <exception cref="ScriptException">The function threw.</exception>
    void Invoke(ScriptValue function);

    /// <summary>Makes a function that calls .NET.</summary>
    /// <param name="function">The .NET function; it runs on the calling thread.</param>
    ScriptValue Function(string name, HostFunction function);

    /// <summary>Makes numbers that the script and .NET share without calls; all are zero at first.</summary>
    /// <param name="array">The script's side: a <c>Float64Array</c>.</param>
    SharedNumbers Share(int count, out ScriptValue array);

    ScriptValue From(string text);

    ScriptValue From(double number);

    /// <summary>The value as a string, as <c>String(value)</c> gives it.</summary>
    /// <exception cref="ScriptException">The conversion threw.</exception>
    string Text(ScriptValue value);

    /// <summary>The value as a number, as <c>Number(value)</c> gives it.</summary>
    /// <exception cref="ScriptException">The conversion threw.</exception>
    double Number(ScriptValue value);

    /// <summary>The value as JSON; null when it has none (undefined, a function).</summary>
    /// <exception cref="ScriptException">The conversion threw.</exception>
    string? Json(ScriptValue value);

    /// <summary>Whether the value is undefined or null.</summary>
    bool IsNothing(ScriptValue value);

    void Free(ScriptValue value);

    /// <summary>
    /// Asks repeatedly, each time a call has run for the interval, whether that call must end. A call that must end throws a
    /// <see cref="ScriptException"/> with <see cref="ScriptException.IsTermination"/> set, which no <c>catch</c> of the script sees.
    /// </summary>
    /// <param name="mustEnd">
    /// Returns whether the call must end. Called on another thread while the thread of the call cannot leave the script's code. It may
    /// therefore touch the state of that thread, but must not call the machine.
    /// </param>
    void Watch(TimeSpan interval, Func<bool> mustEnd);

    /// <summary>
    /// Sets the function that is called with a rejected promise and the reason, if the rejection is unhandled after the promise jobs have
    /// run.
    /// </summary>
    void OnUnhandledRejection(ScriptValue function);

    /// <summary>Number of calls of .NET functions by scripts so far. A script that makes no such calls is busy with its own code.</summary>
    long HostCalls { get; }

    void CollectGarbage();
}

/// <summary>A value of a virtual machine: a handle, meaningless to any other machine.</summary>
/// <param name="Handle">The handle, whose meaning the engine defines.</param>
public readonly record struct ScriptValue(nint Handle);

/// <summary>A .NET function that a script can call.</summary>
/// <param name="call">The arguments and the result; not to be kept after the function returns.</param>
public delegate void HostFunction(HostCall call);
