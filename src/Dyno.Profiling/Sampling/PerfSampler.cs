namespace Dyno.Profiling;

/// <summary>
/// CPU samples of processes by the kernel's sampler. Its own thread empties the rings of the CPUs. Everything is released when it is
/// disposed; when Dyno is killed, the kernel closes the events with the process.
/// </summary>
internal sealed class PerfSampler : IDisposable
{
    public const int SamplesPerSecond = 999; // not a round number, so that no timer of the program keeps pace with it

    private const int SampleRecord = 9; // PERF_RECORD_SAMPLE
    private const int LostRecord = 2;   // PERF_RECORD_LOST
    private const int MostEvents = 4096;
    private const int MostWordsOfOne = 8 << 20; // 64 MiB, and 512 MiB for all processes together
    private const int MostWords = 64 << 20;
    private static readonly TimeSpan DrainPause = TimeSpan.FromMilliseconds(40);

    private readonly List<PerfRing> _rings = [];
    private readonly List<int> _events = [];
    private readonly Dictionary<int, SampleStore> _stores;
    private readonly PerfOptions _options;
    private readonly ManualResetEventSlim _ended = new();
    private Thread? _reader;
    private long _lost;

    private PerfSampler(ImmutableArray<int> processes, PerfOptions options)
    {
        _options = options;
        _stores = processes.ToDictionary(p => p, p => new SampleStore(CodeRanges.OfProcess(p), Math.Min(MostWordsOfOne, MostWords / processes.Length)));
    }

    public SamplerRung Rung => _options.HasKernel ? SamplerRung.System : SamplerRung.Threads;

    /// <summary>Samples that the kernel had no room for.</summary>
    public long Lost => Interlocked.Read(ref _lost);

    /// <summary>Opens the best sampler that this user may have; null when there is none.</summary>
    /// <param name="best">The best rung that may be taken.</param>
    /// <param name="whyNot">What the kernel said to the rungs that are not there.</param>
    public static PerfSampler? Open(ImmutableArray<int> processes, SamplerRung best, out string whyNot)
    {
        whyNot = "the kernel's sampler is used on Linux on x64 only";
        if (!PerfEvent.IsSupported || processes.IsEmpty) return null;
        var whole = new PerfOptions(SamplesPerSecond, StackBytes: 8192, HasKernel: true, Inherits: false);
        if (best == SamplerRung.System && Open(processes, whole, 2048, [-1], out whyNot) is { } system) return system;
        if (best > SamplerRung.Threads) return null;
        var own = new PerfOptions(SamplesPerSecond, StackBytes: 4096, HasKernel: false, Inherits: true);
        return Open(processes, own, 128, [.. processes.SelectMany(ThreadsOf)], out whyNot);
    }

    private static PerfSampler? Open(ImmutableArray<int> processes, PerfOptions options, int pages, ImmutableArray<int> targets, out string whyNot)
    {
        var sampler = new PerfSampler(processes, options);
        whyNot = "";
        foreach (var cpu in OnlineCpus())
        {
            if (sampler.TryOpen(cpu, targets, pages) is not { } reason) continue;
            sampler.Dispose();
            whyNot = reason;
            return null;
        }
        return sampler;
    }

    private string? TryOpen(int cpu, ImmutableArray<int> targets, int pages)
    {
        if (targets.Length + _events.Count > MostEvents) return "the programs have too many threads";
        var owner = -1;
        foreach (var target in targets)
        {
            var descriptor = PerfEvent.Open(target, cpu, _options);
            if (descriptor == -3) continue; // ESRCH: the thread has ended
            if (descriptor < 0) return Refusal(-descriptor);
            _events.Add(descriptor);
            if (owner < 0)
            {
                owner = descriptor;
                if (PerfRing.Map(descriptor, pages) is not { } ring) return "the kernel gives no memory for the samples (kernel.perf_event_mlock_kb)";
                _rings.Add(ring);
            }
            else if (!PerfEvent.WriteInto(descriptor, owner)) return "the kernel does not join the rings of threads";
        }
        return null;
    }

    private static string Refusal(int error) => error switch
    {
        1 or 13 => $"the kernel refuses it (kernel.perf_event_paranoid is {Paranoid()})",
        38 => "this kernel has no sampler",
        24 => "too many files are open",
        _ => string.Create(CultureInfo.InvariantCulture, $"the kernel refuses it with error {error}"),
    };

    private static string Paranoid()
    {
        try
        {
            return File.ReadAllText("/proc/sys/kernel/perf_event_paranoid").Trim();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "unknown";
        }
    }

    /// <summary>Begins to take samples.</summary>
    public void Start()
    {
        _reader = new Thread(() =>
        {
            while (!_ended.Wait(DrainPause)) Drain();
        })
        { IsBackground = true, Name = "dyno-samples" };
        _reader.Start();
        foreach (var one in _events) PerfEvent.Enable(one, isOn: true);
    }

    /// <summary>Takes no more samples. The samples of <see cref="SamplesOf"/> are complete then.</summary>
    public void Stop()
    {
        foreach (var one in _events) PerfEvent.Enable(one, isOn: false);
        _ended.Set();
        _reader?.Join();
        _reader = null;
        Drain();
    }

    /// <summary>The samples of a process, once the sampler has stopped.</summary>
    public SampleStore SamplesOf(int processId) => _stores[processId];

    private void Drain()
    {
        foreach (var ring in _rings) ring.Drain(Take);
    }

    private void Take(uint type, ReadOnlySpan<byte> body)
    {
        if (type == LostRecord && body.Length >= 16) Interlocked.Add(ref _lost, BitConverter.ToInt64(body[8..]));
        if (type == SampleRecord && PerfSample.TryRead(body, _options.StackBytes > 0, out var sample) && _stores.TryGetValue(sample.ProcessId, out var store))
            store.Add(sample);
    }

    private static IEnumerable<int> OnlineCpus()
    {
        try
        {
            if (CpuSet.TryParse(File.ReadAllText("/sys/devices/system/cpu/online").Trim(), out var online)) return online.Cpus;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // without /sys the runtime's count is the best guess
        }
        return Enumerable.Range(0, Environment.ProcessorCount);
    }

    private static IEnumerable<int> ThreadsOf(int processId)
    {
        try
        {
            return [.. Directory.EnumerateDirectories($"/proc/{processId}/task").Select(d => int.Parse(Path.GetFileName(d), CultureInfo.InvariantCulture))];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    public void Dispose()
    {
        Stop();
        foreach (var ring in _rings) ring.Dispose();
        foreach (var one in _events) PerfEvent.Close(one);
        _rings.Clear();
        _events.Clear();
    }
}
