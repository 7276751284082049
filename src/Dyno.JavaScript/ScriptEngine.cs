using Dyno.JavaScript.JavaScriptCore;

namespace Dyno.JavaScript;

/// <summary>The engine of this process: JavaScriptCore. To use another one, give it an <see cref="IScriptVm"/> and make it here.</summary>
public static class ScriptEngine
{
    // libpas, the allocator of JavaScriptCore (pas_scavenger.h): no document names it, but the library exports it.
    private static readonly Lazy<bool> KeepsFreedMemory = new(static () => Jsc.TryCall("pas_scavenger_suspend"));

    /// <summary>
    /// Finds and loads the engine. Settings count only before the first machine of the process is created.
    /// </summary>
    /// <param name="options">How its machines are to be.</param>
    /// <exception cref="ScriptEngineMissingException">It is not installed.</exception>
    public static void Load(ScriptEngineOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        // With signals instead, a thread of the engine would interrupt a machine a thousand times a second from the moment its
        // limit is looked at until its script goes on: also while it only waits for an answer.
        Libc.SetVariable("JSC_usePollingTraps", "1");
        // What outlives a collection of the young is only looked at again when the heap has doubled. In a loop of requests that is
        // what was in flight: a machine grew by 12 bytes per iteration for minutes. Its heap is small, looking at all costs no more.
        Libc.SetVariable("JSC_useGenerationalGC", "0");
        if (options.CompilesInPlace)
        {
            Libc.SetVariable("JSC_useConcurrentJIT", "0");
            // A thousand times what the engine waits for by itself: its last compiler takes four fifths of all compiling (50 of 65 ms
            // per machine for a small script) and much memory while it does, which a hundred machines repeat. A loop that computes
            // gets there in a fraction of a second; a script that sends requests gains nothing by it.
            Libc.SetVariable("JSC_thresholdForFTLOptimizeAfterWarmUp", "64000000");
            Libc.SetVariable("JSC_thresholdForFTLOptimizeSoon", "1000000");
        }
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

    /// <summary>
    /// The machines of this process keep what they free, for themselves. Otherwise a thread of the engine gives it back to the
    /// system, page by page, which cuts a machine's memory into dozens of mappings; Linux lets a process have only so many. A
    /// tenth to a sixth more memory. Cannot be undone.
    /// </summary>
    /// <returns>False when this build of the engine does not know how.</returns>
    /// <exception cref="ScriptEngineMissingException">The engine is not installed.</exception>
    public static bool KeepFreedMemory() => KeepsFreedMemory.Value;

    /// <summary>Creates a machine.</summary>
    /// <exception cref="ScriptEngineMissingException">The engine is not installed.</exception>
    public static IScriptVm CreateVm()
    {
        Jsc.Load();
        return new JscVm();
    }
}

/// <summary>Settings of the whole process.</summary>
public sealed record ScriptEngineOptions
{
    /// <summary>
    /// Whether a machine's thread compiles its hot code itself, and with the last compiler only what is run a thousand times as often;
    /// otherwise two threads of the engine do it beside all machines. For many more machines on threads of their own than there are
    /// processors: among busy threads those two come to a hundredth of the time, and a machine that collects its garbage waits
    /// for them, seconds long. Default: off.
    /// </summary>
    public bool CompilesInPlace { get; init; }
}

/// <summary>The engine is not installed; the message says which command installs it.</summary>
public sealed class ScriptEngineMissingException(string message, string hint) : Exception(message)
{
    /// <summary>What to type.</summary>
    public string Hint { get; } = hint;
}
