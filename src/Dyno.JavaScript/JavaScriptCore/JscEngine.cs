namespace Dyno.JavaScript.JavaScriptCore;

/// <summary>The JavaScriptCore of the system.</summary>
internal sealed class JscEngine : IScriptEngine
{
    private static readonly Lazy<bool> Loaded = new(LoadLibrary);

    public string Word => "jsc";

    public string Name => "JavaScriptCore";

    public string LibraryName => "libjavascriptcoregtk";

    public void Load() => _ = Loaded.Value;

    public IScriptVm CreateVm() => new JscVm();

    // Once: the engine may be reading its variables already.
    private static bool LoadLibrary()
    {
        // With signals instead, a thread of the engine would interrupt a machine a thousand times a second from the moment its
        // limit is looked at until its script goes on: also while it only waits for an answer.
        Libc.SetVariable("JSC_usePollingTraps", "1");
        // What outlives a collection of the young is only looked at again when the heap has doubled. In a loop of requests that is
        // what was in flight: a machine grew by 12 bytes per iteration for minutes. Its heap is small, looking at all costs no more.
        Libc.SetVariable("JSC_useGenerationalGC", "0");
        Jsc.Load();
        return true;
    }
}
