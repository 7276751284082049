namespace Dyno.Profiling;

/// <summary>
/// The system calls of the kernel's sampler (man 2 perf_event_open). Every pointer that is handed over points to memory of the caller that
/// lives for the whole call; the kernel keeps none of them.
/// </summary>
internal static unsafe partial class PerfEvent
{
    /// <summary>Bit of a sample's registers: rbp. The kernel gives registers in the order of their bits.</summary>
    private const ulong RegistersOfUnwinding = 0xC0; // rbp and rsp of x86-64

    private const int AttributeBytes = 112;
    private const uint TypeSoftware = 1;
    private const ulong SampleTypes = 1 | 2 | 4 | 0x20; // IP, TID, TIME, CALLCHAIN
    private const ulong SampleStack = 0x1000 | 0x2000;  // REGS_USER, STACK_USER
    private const nint IoctlEnable = 0x2400;
    private const nint IoctlDisable = 0x2401;
    private const nint IoctlSetOutput = 0x2405;

    /// <summary>Whether this machine's system and processor have the sampler that is used here.</summary>
    public static bool IsSupported => OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture == Architecture.X64;

    /// <summary>Opens a stopped event that samples by CPU time; returns its descriptor, or minus the error number.</summary>
    /// <param name="target">A thread, or -1 for the whole machine.</param>
    /// <param name="options">What a sample holds, and how often one is taken.</param>
    public static int Open(int target, int cpu, PerfOptions options)
    {
        var attribute = stackalloc byte[AttributeBytes];
        new Span<byte>(attribute, AttributeBytes).Clear();
        *(uint*)attribute = TypeSoftware;
        *(uint*)(attribute + 4) = AttributeBytes;
        *(ulong*)(attribute + 8) = 0; // PERF_COUNT_SW_CPU_CLOCK
        *(ulong*)(attribute + 16) = (ulong)(1_000_000_000 / options.SamplesPerSecond); // a period in nanoseconds
        *(ulong*)(attribute + 24) = SampleTypes | (options.StackBytes > 0 ? SampleStack : 0);
        *(ulong*)(attribute + 40) = FlagsOf(options);
        *(ulong*)(attribute + 80) = options.StackBytes > 0 ? RegistersOfUnwinding : 0;
        *(uint*)(attribute + 88) = (uint)options.StackBytes;
        *(int*)(attribute + 92) = 1; // CLOCK_MONOTONIC
        var descriptor = (int)syscall(298, attribute, target, cpu, -1, 8 /* close on exec */);
        return descriptor >= 0 ? descriptor : -Marshal.GetLastPInvokeError();
    }

    // disabled, inherit, exclude_kernel, exclude_hv, exclude_idle, exclude_callchain_kernel, use_clockid
    private static ulong FlagsOf(PerfOptions options) => 1 | (options.Inherits ? 2ul : 0)
        | (options.HasKernel ? 0 : 1ul << 5 | 1ul << 21) | 1ul << 6 | 1ul << 7 | 1ul << 25;

    /// <summary>Maps the ring of an event; -1 when the kernel refuses.</summary>
    public static nint Map(int descriptor, long bytes) => mmap(0, (nint)bytes, 3 /* read, write */, 1 /* shared */, descriptor, 0);

    /// <summary>Removes the mapping of a ring.</summary>
    public static void Unmap(nint address, long bytes) => _ = munmap(address, (nint)bytes);

    /// <summary>Lets an event write into the ring of another one; false when the kernel refuses.</summary>
    public static bool WriteInto(int descriptor, int owner) => ioctl(descriptor, IoctlSetOutput, owner) == 0;

    /// <summary>Starts or stops the samples of an event.</summary>
    public static void Enable(int descriptor, bool isOn) => _ = ioctl(descriptor, isOn ? IoctlEnable : IoctlDisable, 0);

    public static void Close(int descriptor) => _ = close(descriptor);

    [LibraryImport("libc", SetLastError = true)]
    private static partial long syscall(long number, byte* attribute, long target, long cpu, long group, long flags);

    [LibraryImport("libc", SetLastError = true)]
    private static partial nint mmap(nint at, nint length, int protection, int flags, int descriptor, nint offset);

    [LibraryImport("libc")]
    private static partial int munmap(nint at, nint length);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int ioctl(int descriptor, nint request, nint argument);

    [LibraryImport("libc")]
    private static partial int close(int descriptor);
}

/// <summary>What a sample holds, and how often one is taken.</summary>
/// <param name="SamplesPerSecond">Samples per second of CPU time.</param>
/// <param name="StackBytes">Bytes of the thread's stack that are copied with each sample; 0 for none.</param>
/// <param name="HasKernel">Whether code of the kernel is sampled, too.</param>
/// <param name="Inherits">Whether threads that a sampled thread starts are sampled, too.</param>
internal readonly record struct PerfOptions(int SamplesPerSecond, int StackBytes, bool HasKernel, bool Inherits);
