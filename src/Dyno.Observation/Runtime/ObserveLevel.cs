namespace Dyno.Observation;

/// <summary>How much Dyno asks a .NET server about its runtime during the load. The process of the server is observed from outside at every level.</summary>
public enum ObserveLevel
{
    /// <summary>Nothing from the runtime.</summary>
    Off,

    /// <summary>The counters of the runtime and of ASP.NET Core hosting, once a second.</summary>
    Minimal,

    /// <summary>Also Kestrel's counters, request durations, every pause of the collector, every change of the thread pool.</summary>
    Full,
}
