using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace CacheService;

/// <summary>
/// Delays each call by the same time, to emulate a distance. A separate thread sleeps with the system's nanosleep, because .NET's timers
/// are too coarse for half a millisecond. All delays are equal, so calls are due in the order of their arrival.
/// </summary>
internal sealed partial class DelayLine : IDisposable
{
    private readonly ConcurrentQueue<(long Due, TaskCompletionSource Call)> _calls = new();
    private readonly SemaphoreSlim _arrived = new(0);
    private readonly CancellationTokenSource _closing = new();
    private readonly long _delayTicks;

    public DelayLine(CacheServiceOptions options)
    {
        _delayTicks = (long)(options.RoundTrip.TotalSeconds * Stopwatch.Frequency);
        if (_delayTicks > 0) new Thread(Run) { IsBackground = true, Name = "delay line" }.Start();
    }

    /// <summary>Completes after the round-trip time.</summary>
    public Task WaitAsync()
    {
        var call = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _calls.Enqueue((Stopwatch.GetTimestamp() + _delayTicks, call));
        _arrived.Release();
        return call.Task;
    }

    public void Dispose() => _closing.Cancel();

    private void Run()
    {
        while (!_closing.IsCancellationRequested)
        {
            try
            {
                _arrived.Wait(_closing.Token);
            }
            catch (OperationCanceledException)
            {
                return;
            }

            _calls.TryDequeue(out var next);
            SleepUntil(next.Due);
            next.Call.SetResult();
        }
    }

    private static void SleepUntil(long due)
    {
        var left = due - Stopwatch.GetTimestamp();
        if (left <= 0) return;
        if (!OperatingSystem.IsLinux())
        {
            Thread.Sleep(TimeSpan.FromSeconds((double)left / Stopwatch.Frequency));
            return;
        }

        var nanos = (long)(left * (1e9 / Stopwatch.Frequency));
        var time = new TimeSpec { Seconds = nanos / 1_000_000_000, Nanos = nanos % 1_000_000_000 };
        _ = NanoSleep(in time, 0);
    }

    [LibraryImport("libc", EntryPoint = "nanosleep")]
    private static partial int NanoSleep(in TimeSpec time, nint remaining);

    private struct TimeSpec
    {
        public long Seconds;
        public long Nanos;
    }
}
