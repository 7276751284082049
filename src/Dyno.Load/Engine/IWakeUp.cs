namespace Dyno.Load.Engine;

/// <summary>A sleep that another thread can end. One sleeper; a wake-up while nobody sleeps ends the next sleep.</summary>
internal interface IWakeUp : IDisposable
{
    /// <summary>Whether a sleep ends within some 30 µs of its time; otherwise it counts in milliseconds.</summary>
    bool IsPrecise { get; }

    /// <summary>Sleeps this long, or until woken. May end early for no reason.</summary>
    void Sleep(long nanos);

    /// <summary>Ends the sleep. From any thread, also after disposal.</summary>
    void Wake();
}
