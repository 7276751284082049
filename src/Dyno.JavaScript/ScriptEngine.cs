using Dyno.JavaScript.JavaScriptCore;
using Dyno.JavaScript.V8;

namespace Dyno.JavaScript;

/// <summary>The engine of this process: JavaScriptCore where it is installed, V8 elsewhere, or the one that a variable names.</summary>
public static class ScriptEngine
{
    /// <summary>The variable that names the engine: <c>jsc</c> or <c>v8</c>. Not set or empty: the first installed one of these.</summary>
    public const string Variable = "DYNO_SCRIPT_ENGINE";

    private static readonly IScriptEngine[] Engines = [new JscEngine(), new V8Engine()];
    private static readonly Lazy<IScriptEngine> OfProcess = new(static () => Loaded(Environment.GetEnvironmentVariable(Variable), Engines));

    /// <summary>The word of the engine that was chosen: <c>jsc</c> or <c>v8</c>.</summary>
    /// <exception cref="ScriptEngineMissingException">No engine is installed.</exception>
    public static string Word => OfProcess.Value.Word;

    /// <summary>The name of the engine that was chosen: <c>JavaScriptCore</c> or <c>V8</c>.</summary>
    /// <exception cref="ScriptEngineMissingException">No engine is installed.</exception>
    public static string Name => OfProcess.Value.Name;

    /// <summary>
    /// Finds and loads the engine.
    /// </summary>
    /// <exception cref="ScriptEngineMissingException">The engine is not installed, or the variable names no known engine.</exception>
    public static void Load() => _ = OfProcess.Value;

    /// <summary>
    /// Releases code pages of the engine and of .NET's compiler that only the start of a process needs. Compiling scripts touches a third
    /// of the engine's code, which would count as memory of this process until its end.
    /// </summary>
    public static void GiveBackCode()
    {
        if (OperatingSystem.IsLinux()) Libc.GiveBackCode(OfProcess.Value.LibraryName, "libclrjit");
    }

    /// <summary>Creates a machine.</summary>
    /// <exception cref="ScriptEngineMissingException">No engine is installed.</exception>
    public static IScriptVm CreateVm() => OfProcess.Value.CreateVm();

    /// <summary>Chooses an engine and loads it.</summary>
    /// <param name="word">The value of the variable; null or empty: the first installed engine.</param>
    /// <param name="engines">The engines, the preferred one first.</param>
    /// <exception cref="ScriptEngineMissingException">The engine is not installed, or no engine has that name.</exception>
    internal static IScriptEngine Loaded(string? word, params ReadOnlySpan<IScriptEngine> engines)
    {
        ScriptEngineMissingException? why = null;
        foreach (var engine in engines)
        {
            if (!string.IsNullOrEmpty(word) && engine.Word != word) continue;
            try
            {
                engine.Load();
                return engine;
            }
            catch (ScriptEngineMissingException missing)
            {
                why ??= missing;
            }
        }
        throw why ?? new ScriptEngineMissingException($"{Variable}={word} names no JavaScript engine", $"set {Variable} to jsc or to v8, or leave it unset");
    }
}

/// <summary>The engine is not installed, or none has the requested name; <see cref="Hint"/> says what to do.</summary>
public sealed class ScriptEngineMissingException(string message, string hint) : Exception(message)
{
    /// <summary>The command that installs the engine, or another remedy.</summary>
    public string Hint { get; } = hint;
}
