using Dyno.JavaScript.JavaScriptCore;

namespace Dyno.JavaScript;

/// <summary>The engine of this process: JavaScriptCore. To use another one, give it an <see cref="IScriptVm"/> and make it here.</summary>
public static class ScriptEngine
{
    /// <summary>
    /// Finds and loads the engine.
    /// </summary>
    /// <exception cref="ScriptEngineMissingException">It is not installed.</exception>
    public static void Load()
    {
        // With signals instead, a thread of the engine would interrupt a machine a thousand times a second from the moment its
        // limit is looked at until its script goes on: also while it only waits for an answer.
        Libc.SetVariable("JSC_usePollingTraps", "1");
        // What outlives a collection of the young is only looked at again when the heap has doubled. In a loop of requests that is
        // what was in flight: a machine grew by 12 bytes per iteration for minutes. Its heap is small, looking at all costs no more.
        Libc.SetVariable("JSC_useGenerationalGC", "0");
        Jsc.Load();
    }

    /// <summary>
    /// Gives back what only the start of a process needs of the engine and of .NET's compiler: compiling scripts touches a third
    /// of the engine's code, which would count as this process's memory to its end.
    /// </summary>
    public static void GiveBackCode()
    {
        if (OperatingSystem.IsLinux()) Libc.GiveBackCode("libjavascriptcoregtk", "libclrjit");
    }

    /// <summary>Creates a machine.</summary>
    /// <exception cref="ScriptEngineMissingException">The engine is not installed.</exception>
    public static IScriptVm CreateVm()
    {
        Jsc.Load();
        return new JscVm();
    }
}

/// <summary>The engine is not installed; the message says which command installs it.</summary>
public sealed class ScriptEngineMissingException(string message, string hint) : Exception(message)
{
    /// <summary>What to type.</summary>
    public string Hint { get; } = hint;
}
