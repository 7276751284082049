namespace Dyno.K6;

/// <summary>
/// One output of samples. Samples are kept in memory as they are made, and written from time to time. A failure to write ends the output,
/// not the run. Thread-safe.
/// </summary>
internal sealed class SampleStream : ISampleSink, IAsyncDisposable
{
    private const int MostBytes = 32 * 1024 * 1024; // most bytes that wait in memory; beyond it, code that measures waits
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200); // between two writes
    private readonly Lock _gate = new();
    private readonly Stream _stream;
    private readonly JsonSamples _format;
    private readonly EngineClock _clock;
    private readonly long _unixOffsetNanos;
    private readonly CancellationTokenSource _ending = new();
    private readonly Task _writing;
    private ArrayBufferWriter<byte> _filling = new(64 * 1024);
    private ArrayBufferWriter<byte> _spare = new(64 * 1024);

    /// <summary>Begins the output.</summary>
    /// <param name="name">The output, as the user wrote it.</param>
    /// <param name="stream">The stream to write to; closed at the end.</param>
    public SampleStream(string name, Stream stream, JsonSamples format, EngineClock clock)
    {
        (Name, _stream, _format, _clock) = (name, stream, format, clock);
        _unixOffsetNanos = (clock.UtcNow - DateTimeOffset.UnixEpoch).Ticks * 100 - clock.NowNanos;
        _writing = Task.Run(WriteNowAndThenAsync);
    }

    public string Name { get; }

    /// <summary>Why nothing more could be written; null when everything could.</summary>
    public string? Problem { get; private set; }

    public void Add(MetricDefinition metric, double value, long nanos, ImmutableSortedDictionary<string, string> tags)
    {
        lock (_gate)
        {
            if (Problem is not null) return;
            _format.Write(_filling, metric, value, nanos + _unixOffsetNanos, tags);
            if (_filling.WrittenCount > MostBytes) Write(_filling);
        }
    }

    /// <summary>Writes the rest and closes.</summary>
    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        await _writing;
        lock (_gate) Write(_filling);
        try
        {
            await _stream.DisposeAsync();
        }
        catch (IOException e)
        {
            Problem ??= e.Message;
        }
        _ending.Dispose();
    }

    private async Task WriteNowAndThenAsync()
    {
        while (!_ending.IsCancellationRequested)
        {
            await Task.Delay(Pause, _clock.Provider, _ending.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            ArrayBufferWriter<byte> full;
            lock (_gate)
            {
                full = _filling;
                (_filling, _spare) = (_spare, _filling);
            }
            Write(full);
        }
    }

    private void Write(ArrayBufferWriter<byte> samples)
    {
        try
        {
            if (Problem is null) _stream.Write(samples.WrittenSpan);
        }
        catch (IOException e)
        {
            Problem = e.Message;
        }
        samples.ResetWrittenCount();
    }
}
