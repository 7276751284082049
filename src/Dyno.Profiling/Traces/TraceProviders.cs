using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;

namespace Dyno.Profiling;

/// <summary>What the sessions of a profile ask the runtime for.</summary>
internal static class TraceProviders
{
    public const string Runtime = "Microsoft-Windows-DotNETRuntime";
    public const string Private = "Microsoft-Windows-DotNETRuntimePrivate";
    public const string Sampler = "Microsoft-DotNETCore-SampleProfiler";

    private const long Loader = 0x8;
    private const long Jit = 0x10;
    private const long JitTracing = 0x1000;
    private const long MethodDetails = 0x4000000000;
    private const long RichDebugInfo = 0x40000; // of the private provider
    private const long AllocationSampled = 0x80000000000;
    private const long GarbageCollector = 0x1;
    private const long Contention = 0x4000;
    private const long Exceptions = 0x8000;
    private const long Waits = 0x40000000000;

    /// <summary>
    /// Names of methods. Inlined calls are told as methods are compiled and at no other time, so this session begins with the program and
    /// ends behind the measurement.
    /// </summary>
    public static EventPipeProvider[] Names { get; } =
        [new(Private, EventLevel.Informational, RichDebugInfo), new(Runtime, EventLevel.Verbose, Loader | Jit | MethodDetails)];

    /// <summary>What is compiled, and what is inlined there, as a variable of a program says it.</summary>
    public static string Compiled { get; } = $"{Runtime}:0x{Jit | JitTracing:x}:5";

    /// <summary>Samples of managed code.</summary>
    public static EventPipeProvider[] Samples { get; } = [new(Sampler, EventLevel.Informational)];

    /// <summary>
    /// Allocations, exceptions, contentions and waits, with their stacks. .NET 10 and later send sampled allocations; earlier runtimes do not know
    /// that keyword, and send one event per 100 KiB by the keyword of the garbage collector.
    /// </summary>
    public static EventPipeProvider[] Events { get; } =
        [new(Runtime, EventLevel.Verbose, AllocationSampled | GarbageCollector | Contention | Exceptions | Waits)];
}
