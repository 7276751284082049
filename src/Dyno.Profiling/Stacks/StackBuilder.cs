namespace Dyno.Profiling;

/// <summary>Makes named stacks of the kernel's samples.</summary>
internal sealed class StackBuilder(ProcessSymbols symbols, KernelSymbols kernel)
{
    private const ulong KernelMarker = unchecked((ulong)-128); // PERF_CONTEXT_KERNEL
    private const ulong UserMarker = unchecked((ulong)-512);   // PERF_CONTEXT_USER
    private const int Deepest = 200;

    private readonly List<CodeFrame> _frames = [];

    /// <summary>The samples as stacks; those of the just-in-time compiler, too.</summary>
    public StackTally Fold(SampleStore samples)
    {
        var tally = new StackTally();
        foreach (var sample in samples.Read()) tally.Add(FramesOf(sample), 1);
        return tally;
    }

    /// <summary>A stack of return addresses, as events of the runtime have it, innermost first; the result begins with the outermost frame.</summary>
    public IReadOnlyList<CodeFrame> FramesOf(ulong[] addresses)
    {
        _frames.Clear();
        AddManaged(addresses);
        _frames.Reverse();
        return _frames;
    }

    private List<CodeFrame> FramesOf(in StoredSample sample)
    {
        _frames.Clear();
        var chain = sample.Chain.AsSpan();
        var user = chain.IndexOf(UserMarker);
        var begin = chain.IndexOf(KernelMarker);
        if (begin >= 0) _frames.Add(kernel.FrameOf(chain[(begin + 1)..(user > begin ? user : chain.Length)]));
        if (user >= 0) AddManaged(Repaired(sample, chain[(user + 1)..]));
        _frames.Reverse();
        return _frames;
    }

    private void AddManaged(ReadOnlySpan<ulong> addresses)
    {
        for (var i = 0; i < addresses.Length && i < Deepest; i++) symbols.Resolve(addresses[i], i == 0 ? null : _frames[^1], _frames);
    }

    /// <summary>
    /// Chains by frame pointers lack the caller of code that sets up no frame (memmove, write barriers, allocation helpers), and break where
    /// a native library uses rbp for something else. Native frames are unwound by the library's own rules over the copied stack, managed
    /// frames by rbp; behind the end of the copy the kernel's chain continues, where it has the last address.
    /// </summary>
    private ReadOnlySpan<ulong> Repaired(in StoredSample sample, ReadOnlySpan<ulong> chain)
    {
        if (sample.Stack.IsEmpty || chain.IsEmpty || symbols.IsManaged(chain[0])) return chain;
        var stack = new CopiedStack(sample.Sp, sample.Stack.AsMemory());
        var registers = new FrameRegisters(sample.Sp, sample.Bp);
        var built = new List<ulong> { chain[0] };
        while (built.Count < Deepest && Step(built[^1], built.Count == 1, stack, ref registers) is { } back && symbols.IsCode(back)) built.Add(back);
        if (built.Count == 1) return chain;
        var joint = chain.LastIndexOf(built[^1]);
        if (joint >= 0) built.AddRange(chain[(joint + 1)..]);
        return built.ToArray();
    }

    private ulong? Step(ulong address, bool isInnermost, in CopiedStack stack, ref FrameRegisters registers)
    {
        var at = isInnermost ? address : address - 1;
        if (symbols.IsManaged(at))
        {
            if (stack.WordAt(registers.Bp) is not { } next || stack.WordAt(registers.Bp + 8) is not { } back || next <= registers.Bp) return null;
            registers = new FrameRegisters(registers.Bp + 16, next);
            return back;
        }
        if (symbols.UnwindAt(at, out var own) is { } table) return table.Step(own, stack, ref registers, out var caller) ? caller : null;
        if (!isInnermost || stack.WordAt(registers.Sp) is not { } top) return null;
        registers = registers with { Sp = registers.Sp + 8 }; // a stub, which has pushed nothing yet
        return top;
    }
}
