using System.Runtime.InteropServices;

namespace Dyno.Profiling.Tests;

/// <summary>On the C library of this machine, which has names and unwinding rules on every Linux.</summary>
public sealed class ElfFileTests
{
    private static string LibraryOfC => File.ReadLines("/proc/self/maps").Select(line => line[(line.LastIndexOf(' ') + 1)..])
        .First(path => Path.GetFileName(path).StartsWith("libc.", StringComparison.Ordinal) || Path.GetFileName(path).StartsWith("libc-", StringComparison.Ordinal));

    private static ulong EntryOfAbort(ElfFile file) => Enumerable.Range(1, 0x100000).Select(i => (ulong)i).First(at => file.NameAt(at) == "abort");

    [Fact]
    public void A_function_is_named_by_its_address()
    {
        Assert.SkipUnless(RuntimeInformation.ProcessArchitecture == Architecture.X64, "the sampler is for x64");
        var file = ElfFile.Read(LibraryOfC);

        file.NameAt(EntryOfAbort(file)).ShouldBe("abort");
        file.NameAt(0).ShouldBeNull();
    }

    /// <summary>At its first instruction a function has pushed nothing: the return address is on top of the stack.</summary>
    [Fact]
    public void The_caller_of_a_function_is_found_by_the_unwinding_rules()
    {
        Assert.SkipUnless(RuntimeInformation.ProcessArchitecture == Architecture.X64, "the sampler is for x64");
        var file = ElfFile.Read(LibraryOfC);
        var entry = EntryOfAbort(file);
        var registers = new FrameRegisters(0x7000, 0x9000);

        new UnwindTable(file).Step(entry, new CopiedStack(0x7000, new ulong[] { 0x1234, 0x5678 }), ref registers, out var back).ShouldBeTrue();

        back.ShouldBe(0x1234ul);
        registers.ShouldBe(new FrameRegisters(0x7008, 0x9000));
    }

    [Fact]
    public void A_copied_stack_that_is_too_short_ends_the_unwinding()
    {
        Assert.SkipUnless(RuntimeInformation.ProcessArchitecture == Architecture.X64, "the sampler is for x64");
        var file = ElfFile.Read(LibraryOfC);
        var entry = EntryOfAbort(file);
        var registers = new FrameRegisters(0x7000, 0x9000);

        new UnwindTable(file).Step(entry, new CopiedStack(0x7000, ReadOnlyMemory<ulong>.Empty), ref registers, out _).ShouldBeFalse();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(64)]
    [InlineData(1000)]
    [InlineData(100_000)]
    public void A_file_that_is_cut_short_is_read_without_a_fault(int length)
    {
        var file = ElfFile.Parse(File.ReadAllBytes(LibraryOfC)[..length]);
        var registers = new FrameRegisters(0x7000, 0x9000);

        file.NameAt(0x1000).ShouldBeNull();
        new UnwindTable(file).Step(0x30000, new CopiedStack(0x7000, new ulong[] { 1 }), ref registers, out _).ShouldBeFalse();
    }
}
