namespace Dyno.Profiling;

/// <summary>One sample as the kernel writes it (man 2 perf_event_open, PERF_RECORD_SAMPLE), read in place.</summary>
internal readonly ref struct PerfSample
{
    private const int Head = 32; // instruction pointer, process and thread, time, number of addresses

    private PerfSample(int processId, ReadOnlySpan<ulong> chain, ReadOnlySpan<ulong> registers, ReadOnlySpan<ulong> stack)
    {
        ProcessId = processId;
        Chain = chain;
        Registers = registers;
        Stack = stack;
    }

    public int ProcessId { get; }

    /// <summary>The call chain by frame pointers, innermost first, with the kernel's markers between its parts.</summary>
    public ReadOnlySpan<ulong> Chain { get; }

    /// <summary>rbp and rsp; empty for a thread of the kernel, and where stacks are not copied.</summary>
    public ReadOnlySpan<ulong> Registers { get; }

    /// <summary>The top of the thread's stack, from rsp on.</summary>
    public ReadOnlySpan<ulong> Stack { get; }

    /// <summary>Reads the body of a sample record; false when it is cut off.</summary>
    /// <param name="hasStack">Whether the sampler copies stacks.</param>
    public static bool TryRead(ReadOnlySpan<byte> body, bool hasStack, out PerfSample sample)
    {
        sample = default;
        var words = MemoryMarshal.Cast<byte, ulong>(body);
        if (body.Length < Head || words[3] > (ulong)(words.Length - 4)) return false;
        var process = (int)(uint)words[1];
        var chain = words.Slice(4, (int)words[3]);
        var rest = words[(4 + chain.Length)..];
        if (!hasStack || rest.Length == 0 || rest[0] == 0)
        {
            sample = new PerfSample(process, chain, [], []);
            return true;
        }
        if (rest.Length < 4) return false;
        var registers = rest.Slice(1, 2);
        var size = rest[3] / 8;
        if (size > (ulong)(rest.Length - 4)) return false;
        var stack = rest.Slice(4, (int)size);
        // Behind the copy stands how much of it is really the thread's stack.
        if (rest.Length > 4 + stack.Length && rest[4 + stack.Length] / 8 < (ulong)stack.Length) stack = stack[..(int)(rest[4 + stack.Length] / 8)];
        sample = new PerfSample(process, chain, registers, stack);
        return true;
    }
}
