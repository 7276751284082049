using Dyno.Metrics.Histograms;

namespace Dyno.Load.Engine;

/// <summary>
/// How long the requests of one step took that ended with one status. Kept only for a status that a threshold asks for:
/// for every one of them it would be as much memory again as all the rest.
/// </summary>
public sealed class StatusTimes
{
    internal StatusTimes(int status, bool isOpen)
    {
        Status = status;
        Service = new Histogram();
        Response = isOpen ? new Histogram() : Service;
    }

    /// <summary>Status code; 0 for requests without an answer.</summary>
    public int Status { get; }

    /// <summary>From the actual start.</summary>
    public Histogram Service { get; }

    /// <summary>From the intended start; the same object as <see cref="Service"/> in a closed model.</summary>
    public Histogram Response { get; }

    internal void Record(long responseNanos, long serviceNanos)
    {
        Service.Record(serviceNanos);
        if (!ReferenceEquals(Response, Service)) Response.Record(responseNanos);
    }
}
