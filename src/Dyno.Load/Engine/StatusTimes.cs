namespace Dyno.Load;

/// <summary>
/// Latencies of the requests of one step that ended with one status. They are kept only for a status that a threshold asks for, because
/// keeping them for every status would take as much memory again as everything else.
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

    /// <summary>Latencies from the actual start.</summary>
    public Histogram Service { get; }

    /// <summary>Latencies from the intended start; the same object as <see cref="Service"/> in a closed model.</summary>
    public Histogram Response { get; }

    internal void Record(long responseNanos, long serviceNanos)
    {
        Service.Record(serviceNanos);
        if (!ReferenceEquals(Response, Service)) Response.Record(responseNanos);
    }
}
