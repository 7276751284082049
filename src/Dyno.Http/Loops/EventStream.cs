namespace Dyno.Http;

/// <summary>An event stream that is being read; lives in native memory, so fields only.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct EventStream
{
    public EventStreamReader Reader;
    public long Events;
    public long LastNanos; // time of the previous event
    public int FirstStep;  // step of the time to the first event; the next step has the gaps between events
}
