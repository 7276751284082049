namespace Dyno.Profiling;

/// <summary>How CPU time is sampled: the rungs of a ladder, the best first.</summary>
public enum SamplerRung
{
    /// <summary>The kernel's sampler for the whole machine, with copied stacks.</summary>
    System,

    /// <summary>The kernel's sampler for the program's threads, without code of the kernel.</summary>
    Threads,

    /// <summary>The sample profiler of the .NET runtime: managed code only.</summary>
    Runtime,

    /// <summary>No CPU samples: allocations and events only.</summary>
    Events,
}

/// <summary>The rungs in words.</summary>
public static class SamplerWords
{
    /// <summary>The name that documents have.</summary>
    public static string NameOf(SamplerRung rung) => rung switch
    {
        SamplerRung.System => "perf",
        SamplerRung.Threads => "perfThreads",
        SamplerRung.Runtime => "eventPipe",
        _ => "events",
    };

    /// <summary>What a rung sees and what it leaves out, in a sentence.</summary>
    public static string Bias(SamplerRung rung) => rung switch
    {
        SamplerRung.System => "The kernel's sampler saw all code: managed, native and the kernel's.",
        SamplerRung.Threads => "The kernel's sampler saw the program's threads without the kernel's code: system calls are missing, and threads that switch often ran more slowly.",
        SamplerRung.Runtime => "The runtime's sample profiler saw managed code only: time in native code, in the garbage collector and in the kernel is missing.",
        _ => "CPU time could not be sampled: only allocations, exceptions and contentions were recorded.",
    };
}
