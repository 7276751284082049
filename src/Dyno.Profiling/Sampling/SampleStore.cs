namespace Dyno.Profiling;

/// <summary>The samples of one process, in bounded memory, as they were taken: addresses, and of the stack what unwinding needs.</summary>
/// <param name="code">The executable memory of the process.</param>
/// <param name="limit">The most 8-byte words that are kept; stacks beyond it are left out, and then whole samples.</param>
internal sealed class SampleStore(CodeRanges code, int limit)
{
    private const int TopOfManagedStack = 4; // words that helpers without a frame push
    private const ulong KernelSpace = 0x8000_0000_0000;

    private readonly List<ulong> _words = [];

    /// <summary>How many samples are kept.</summary>
    public int Count { get; private set; }

    /// <summary>How many samples found no room.</summary>
    public int Dropped { get; private set; }

    public void Add(in PerfSample sample)
    {
        var stack = KeptStack(sample);
        if (_words.Count + sample.Chain.Length + stack.Length + 4 > limit) stack = [];
        if (_words.Count + sample.Chain.Length + 4 > limit)
        {
            Dropped++;
            return;
        }
        _words.Add((ulong)sample.Chain.Length);
        foreach (var address in sample.Chain) _words.Add(address);
        _words.Add((ulong)stack.Length);
        if (stack.Length > 0)
        {
            _words.Add(sample.Registers[0]);
            _words.Add(sample.Registers[1]);
            foreach (var word in stack) _words.Add(word);
        }
        Count++;
    }

    // Compiled code has frame pointers throughout: of its stack only the top is kept, for helpers that set up no frame.
    private ReadOnlySpan<ulong> KeptStack(in PerfSample sample)
    {
        if (sample.Registers.IsEmpty) return [];
        foreach (var address in sample.Chain)
            if (address < KernelSpace) return code.HasFrames(address) ? sample.Stack[..Math.Min(TopOfManagedStack, sample.Stack.Length)] : sample.Stack;
        return [];
    }

    /// <summary>The samples, in the order in which they were taken.</summary>
    public IEnumerable<StoredSample> Read()
    {
        for (var i = 0; i < _words.Count;)
        {
            var chain = Slice(i + 1, (int)_words[i]);
            i += 1 + chain.Length;
            var length = (int)_words[i++];
            var (bp, sp) = length > 0 ? (_words[i], _words[i + 1]) : (0, 0);
            if (length > 0) i += 2;
            yield return new StoredSample(chain, bp, sp, Slice(i, length));
            i += length;
        }
    }

    private ImmutableArray<ulong> Slice(int at, int length) => [.. _words.GetRange(at, length)];
}

/// <summary>A stored sample.</summary>
/// <param name="Chain">The call chain by frame pointers, innermost first, with the kernel's markers.</param>
/// <param name="Bp">rbp.</param>
/// <param name="Sp">rsp, the address of the first word of the stack.</param>
/// <param name="Stack">The top of the stack; empty when it was not copied.</param>
internal readonly record struct StoredSample(ImmutableArray<ulong> Chain, ulong Bp, ulong Sp, ImmutableArray<ulong> Stack);
