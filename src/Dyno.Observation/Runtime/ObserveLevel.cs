namespace Dyno.Observation.Runtime;

/// <summary>How much a .NET server is asked about itself while it is loaded. Its process is seen from outside at every level.</summary>
public enum ObserveLevel
{
    /// <summary>Nothing from inside.</summary>
    Off,

    /// <summary>The counters of the runtime and of ASP.NET Core hosting, once a second.</summary>
    Minimal,

    /// <summary>Also Kestrel's counters, request durations, every pause of the collector, every change of the thread pool.</summary>
    Full,
}
