namespace Dyno.Profiling;

/// <summary>Stacks of the runtime's events: allocations, exceptions, contentions, waits.</summary>
internal sealed class EventStacks(StackBuilder builder)
{
    /// <summary>What the stack of a wait ends with.</summary>
    public const string Waits = "waits";

    /// <summary>What the stack of a contention ends with.</summary>
    public const string Contends = "contends for a lock";

    /// <summary>What the end of an exception's stack begins with.</summary>
    public const string Throws = "throws ";

    private const int AllocationTick = 10;
    private const int ExceptionThrown = 80;
    private const int ContentionStart = 81;
    private const int WaitStart = 301;
    private const int AllocationSampled = 303;
    private const int ManagedCode = 2; // of a sample; 1 is native code or waiting
    private const double BytesBetweenSamples = 102_400;

    private readonly StackTally _ticks = new();
    private readonly StackTally _sampled = new();

    /// <summary>Allocated bytes. Sampled allocations are more exact; runtimes before .NET 10 have only the event of each 100 KiB.</summary>
    public StackTally Allocations => _sampled.Total > 0 ? _sampled : _ticks;

    /// <summary>Exceptions, contentions and waits.</summary>
    public StackTally Others { get; } = new();

    /// <summary>Reads a trace of events.</summary>
    /// <exception cref="InvalidDataException">It is no trace.</exception>
    public void Read(Stream trace)
    {
        var found = new Dictionary<(int Stack, int Event, string What), double>();
        var reader = new NetTraceReader(trace);
        reader.Read((scoped in TraceRecord record) =>
        {
            if (record.Kind.Provider != TraceProviders.Runtime || WeightOf(record, out var what) is not { } weight) return;
            CollectionsMarshal.GetValueRefOrAddDefault(found, (record.Stack, record.Kind.Id, what), out _) += weight;
        });
        foreach (var ((stack, id, what), weight) in found)
        {
            var tally = id switch { AllocationSampled => _sampled, AllocationTick => _ticks, _ => Others };
            tally.Add([.. builder.FramesOf(reader.Stacks[stack]), new CodeFrame(what.Replace(';', ','), FrameKind.Native)], weight);
        }
    }

    private static double? WeightOf(scoped in TraceRecord record, out string what)
    {
        var at = new TraceCursor(record.Payload);
        what = "";
        switch (record.Kind.Id)
        {
            case AllocationSampled:
                at.Skip(14); // kind, instance of the runtime, type
                what = at.Text();
                at.Skip(8); // the address
                // A byte is sampled with probability 1 in 102,400; an object of this size with 1 − (1 − 1/102,400)^size.
                var size = (double)at.UInt64();
                return size / (1 - Math.Exp(-size / BytesBetweenSamples));
            case AllocationTick:
                at.Skip(10); // amount in 32 bits, kind, instance of the runtime
                var amount = at.UInt64();
                at.Skip(8); // the type
                what = at.Text();
                return amount;
            case ExceptionThrown:
                what = Throws + at.Text();
                return 1;
            case ContentionStart:
                what = Contends;
                return 1;
            case WaitStart:
                what = Waits;
                return 1;
            default:
                return null;
        }
    }

    /// <summary>The samples of the runtime's sample profiler that were taken in managed code.</summary>
    /// <exception cref="InvalidDataException">It is no trace.</exception>
    public static StackTally ManagedSamples(Stream trace, StackBuilder builder)
    {
        var counts = new Dictionary<int, int>();
        var reader = new NetTraceReader(trace);
        reader.Read((scoped in TraceRecord record) =>
        {
            if (record.Kind.Provider != TraceProviders.Sampler || record.Payload.Length < 4 || BitConverter.ToInt32(record.Payload) != ManagedCode) return;
            CollectionsMarshal.GetValueRefOrAddDefault(counts, record.Stack, out _)++;
        });
        var tally = new StackTally();
        foreach (var (stack, count) in counts) tally.Add(builder.FramesOf(reader.Stacks[stack]), count);
        return tally;
    }
}
