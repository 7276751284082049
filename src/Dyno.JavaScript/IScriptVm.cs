namespace Dyno.JavaScript;

/// <summary>
/// A JavaScript virtual machine with one global object: the port behind which an engine works. Used by one thread at a
/// time. Every value it hands out lives until it is freed or the machine is disposed of.
/// </summary>
public interface IScriptVm : IDisposable
{
    /// <summary>Runs a program and returns its completion value.</summary>
    /// <param name="source">The text.</param>
    /// <param name="file">Named in errors and stacks.</param>
    /// <exception cref="ScriptException">It does not parse, or it threw.</exception>
    ScriptValue Evaluate(string source, string file);

    /// <summary>Calls a function and returns its result.</summary>
    /// <exception cref="ScriptException">It threw.</exception>
    ScriptValue Call(ScriptValue function, params ReadOnlySpan<ScriptValue> arguments);

    /// <summary>Calls a function for its effects alone: the cheapest way in. Promise jobs have run when it returns.</summary>
    /// <exception cref="ScriptException">It threw.</exception>
    void Invoke(ScriptValue function);

    /// <summary>A function that calls back into .NET.</summary>
    /// <param name="name">Its name in stacks.</param>
    /// <param name="function">Runs on the thread of the caller.</param>
    ScriptValue Function(string name, HostFunction function);

    /// <summary>Numbers that both sides see without a call, all zero.</summary>
    /// <param name="count">How many.</param>
    /// <param name="array">The script's side: a <c>Float64Array</c>.</param>
    SharedNumbers Share(int count, out ScriptValue array);

    /// <summary>A string.</summary>
    ScriptValue From(string text);

    /// <summary>A number.</summary>
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

    /// <summary>Lets go of a value.</summary>
    void Free(ScriptValue value);

    /// <summary>
    /// Asks again and again, after each such amount of time spent inside one call, whether that call must end. When it must, it
    /// ends with a <see cref="ScriptException"/> whose <see cref="ScriptException.IsTermination"/> is set, which no <c>catch</c>
    /// of the script sees.
    /// </summary>
    /// <param name="interval">
    /// Asked before each wait: CPU time, or time where the engine has no such clock. A look may cost much: JavaScriptCore throws
    /// away what it has compiled of the functions that are running.
    /// </param>
    /// <param name="mustEnd">
    /// Called on the thread of the call, or on another one while that cannot leave the script's code: so it may touch what that
    /// thread touches, but must not call the machine.
    /// </param>
    void Watch(Func<TimeSpan> interval, Func<bool> mustEnd);

    /// <summary>
    /// Calls a function with a promise and why it was rejected, when nobody handles that by the time that promise jobs have run.
    /// </summary>
    void OnUnhandledRejection(ScriptValue function);

    /// <summary>Calls of functions of .NET that scripts have begun so far: who makes none is busy with itself.</summary>
    long HostCalls { get; }

    /// <summary>Frees what nothing refers to any more.</summary>
    void CollectGarbage();
}

/// <summary>A value of a virtual machine: a handle, meaningless to any other machine.</summary>
/// <param name="Handle">The engine's own.</param>
public readonly record struct ScriptValue(nint Handle);

/// <summary>What a script can call.</summary>
/// <param name="call">The arguments, and where the result goes; not to be kept.</param>
public delegate void HostFunction(HostCall call);
