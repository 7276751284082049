namespace Dyno.Load;

/// <summary>A sleep that another thread can end. Only one thread sleeps. A wake-up that comes while that thread is awake ends its next sleep.</summary>
internal interface IWakeUp : IDisposable
{
    /// <summary>Whether a sleep ends within about 30 µs of its time; otherwise sleeps last whole milliseconds.</summary>
    bool IsPrecise { get; }

    /// <summary>Sleeps this long, or until woken. May end early for no reason.</summary>
    void Sleep(long nanos);

    /// <summary>Ends the sleep. May be called on any thread, also after disposal.</summary>
    void Wake();
}
