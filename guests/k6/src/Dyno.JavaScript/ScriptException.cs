namespace Dyno.JavaScript;

/// <summary>An error that a script threw and did not catch.</summary>
public sealed class ScriptException : Exception
{
    public ScriptException(string message, string name = "Error") : base(message) => Name = name;

    /// <summary>Name of the error's type: <c>TypeError</c>; empty when the thrown value is not an error.</summary>
    public string Name { get; }

    /// <summary>The file in which the error was thrown, by the name given at evaluation; empty when unknown.</summary>
    public string File { get; init; } = "";

    /// <summary>Line, from 1; 0 when unknown.</summary>
    public int Line { get; init; }

    /// <summary>Column, from 1; 0 when unknown.</summary>
    public int Column { get; init; }

    /// <summary>The engine's stack: a line per frame, <c>function@file:line:column</c>.</summary>
    public string Stack { get; init; } = "";

    /// <summary>Whether the call was ended from outside (<see cref="IScriptVm.Watch"/>).</summary>
    public bool IsTermination { get; init; }
}
