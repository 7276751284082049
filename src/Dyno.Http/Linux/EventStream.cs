using System.Runtime.InteropServices;
using Dyno.Http.Parsing;

namespace Dyno.Http.Linux;

/// <summary>A stream of events that is being read; lives in native memory, so fields only.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct EventStream
{
    public EventStreamReader Reader;
    public long Events;
    public long LastNanos; // of the event before
    public int FirstStep;  // under which the time to the first event is recorded; the step after it has the gaps
}
