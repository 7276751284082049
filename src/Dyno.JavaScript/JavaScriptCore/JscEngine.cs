namespace Dyno.JavaScript.JavaScriptCore;

/// <summary>The JavaScriptCore that is installed on the system.</summary>
internal sealed class JscEngine : IScriptEngine
{
    private static readonly Lazy<bool> Loaded = new(LoadLibrary);

    public string Word => "jsc";

    public string Name => "JavaScriptCore";

    public string LibraryName => "libjavascriptcoregtk";

    public void Load() => _ = Loaded.Value;

    public IScriptVm CreateVm() => new JscVm();

    // Runs once per process: a second call could set variables while the engine reads them.
    private static bool LoadLibrary()
    {
        // Without this setting the engine uses signals: from the moment a time limit is checked until the script continues, one of its
        // threads interrupts the machine a thousand times per second, even while the script only waits for an answer.
        Libc.SetVariable("JSC_usePollingTraps", "1");
        // Generational collection examines objects that survived a collection again only after the heap has doubled. In a loop of
        // requests the survivors are the objects in flight, and a machine grew by 12 bytes per iteration for minutes. The heap is small,
        // so a full collection costs no more.
        Libc.SetVariable("JSC_useGenerationalGC", "0");
        Jsc.Load();
        return true;
    }
}
