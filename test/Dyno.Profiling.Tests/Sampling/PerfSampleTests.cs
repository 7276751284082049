using System.Runtime.InteropServices;

namespace Dyno.Profiling.Tests;

public sealed class PerfSampleTests
{
    /// <summary>A sample of process 42 with two addresses, rbp 0x9000, rsp 0x7000, and three words of stack of which two are real.</summary>
    private static readonly ulong[] Words = [0x1000, 42 | 43ul << 32, 7, 2, unchecked((ulong)-512), 0x1000, 2, 0x9000, 0x7000, 24, 11, 12, 13, 16];

    [Fact]
    public void A_sample_is_read_as_the_kernel_writes_it()
    {
        PerfSample.TryRead(Bytes(Words), hasStack: true, out var sample).ShouldBeTrue();

        sample.ProcessId.ShouldBe(42);
        sample.Chain.ToArray().ShouldBe([unchecked((ulong)-512), 0x1000ul]);
        sample.Registers.ToArray().ShouldBe([0x9000ul, 0x7000ul]);
        sample.Stack.ToArray().ShouldBe([11ul, 12ul]);
    }

    [Fact]
    public void A_thread_of_the_kernel_has_no_registers()
    {
        PerfSample.TryRead(Bytes([0, 42, 7, 1, 5, 0]), hasStack: true, out var sample).ShouldBeTrue();

        sample.Registers.IsEmpty.ShouldBeTrue();
    }

    [Fact]
    public void A_record_that_is_cut_short_is_refused_or_read_without_a_fault()
    {
        for (var length = 0; length < Words.Length; length++) PerfSample.TryRead(Bytes(Words[..length]), hasStack: true, out _);
        PerfSample.TryRead(Bytes([0, 42, 7, ulong.MaxValue]), hasStack: true, out _).ShouldBeFalse();
    }

    [Fact]
    public void Of_managed_code_only_the_top_of_the_stack_is_kept()
    {
        var managed = new SampleStore(CodeRanges.Parse("1000-2000 r-xp 00000000 00:00 0 \n"), limit: 1000);
        var native = new SampleStore(CodeRanges.Parse("1000-2000 r-xp 00000000 08:01 5 /lib/libc.so.6\n"), limit: 1000);
        ulong[] deep = [.. Words[..9], 80, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 80];
        PerfSample.TryRead(Bytes(deep), hasStack: true, out var sample);
        managed.Add(sample);
        native.Add(sample);

        managed.Read().Single().Stack.Length.ShouldBe(4);
        native.Read().Single().Stack.Length.ShouldBe(10);
        native.Read().Single().Sp.ShouldBe(0x7000ul);
    }

    [Fact]
    public void Samples_beyond_the_limit_are_counted_and_left_out()
    {
        var store = new SampleStore(CodeRanges.Parse(""), limit: 20);
        for (var i = 0; i < 10; i++)
        {
            PerfSample.TryRead(Bytes(Words), hasStack: true, out var sample);
            store.Add(sample);
        }

        store.Count.ShouldBeGreaterThan(0);
        (store.Count + store.Dropped).ShouldBe(10);
        store.Read().Count().ShouldBe(store.Count);
    }

    private static ReadOnlySpan<byte> Bytes(ulong[] words) => MemoryMarshal.AsBytes(words.AsSpan());
}
