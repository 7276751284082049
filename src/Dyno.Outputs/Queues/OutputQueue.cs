using System.Threading.Channels;

namespace Dyno.Outputs;

/// <summary>
/// The queue between the run and one output. It takes points without waiting and hands them over one after another, on its own task.
/// When the output falls behind, the queue drops the oldest points and counts them. After a failure the queue waits for a second, then
/// for two, four … up to sixteen seconds, because each attempt costs the generator a connection and exceptions. Points that arrive
/// meanwhile stay in the queue.
/// </summary>
internal sealed class OutputQueue : IAsyncDisposable
{
    /// <summary>The largest number of waiting points: half a minute of points.</summary>
    public const int Capacity = 30;

    private static readonly TimeSpan WriteLimit = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan CloseLimit = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan FirstPause = TimeSpan.FromSeconds(1);

    /// <summary>Well below the time that the queue covers, so that an output that recovers still receives the waiting points.</summary>
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(16);

    private readonly string _spelling;
    private readonly IOutput _output;
    private readonly TimeProvider _time;
    private readonly Channel<OutputPoint> _points;
    private readonly CancellationTokenSource _abort = new();
    private readonly TaskCompletionSource _ending = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Task _pump = Task.CompletedTask;
    private TimeSpan _pause = FirstPause;
    private int _sent;
    private int _lost;
    private int _inHand;
    private string? _reason;

    public bool AsksForHealth => _output.AsksForHealth;

    public OutputQueue(string spelling, IOutput output, TimeProvider time)
    {
        (_spelling, _output, _time) = (spelling, output, time);
        _points = Channel.CreateBounded<OutputPoint>(
            new BoundedChannelOptions(Capacity) { FullMode = BoundedChannelFullMode.DropOldest, SingleReader = true }, _ => Lose("the output was too slow"));
    }

    /// <summary>Opens the output and begins to hand points over.</summary>
    /// <exception cref="UserFault">The output cannot be opened.</exception>
    public async Task OpenAsync(CancellationToken cancellation)
    {
        await _output.OpenAsync(cancellation);
        _pump = Task.Run(PumpAsync, CancellationToken.None);
    }

    /// <summary>Takes a point. Never waits and never throws.</summary>
    public void Offer(OutputPoint point) => _points.Writer.TryWrite(point);

    /// <summary>Accepts no further points, and gives the output at most the given time to receive the waiting ones.</summary>
    public async Task<OutputEnding> EndAsync(TimeSpan limit)
    {
        _points.Writer.TryComplete();
        _ending.TrySetResult();
        if (!await EndsWithinAsync(limit))
        {
            await _abort.CancelAsync();
            await EndsWithinAsync(TimeSpan.FromMilliseconds(500));
        }
        var left = _points.Reader.Count + Volatile.Read(ref _inHand);
        if (left > 0) _reason ??= "the output did not accept the last points in time";
        return new OutputEnding(_spelling, Volatile.Read(ref _sent), Volatile.Read(ref _lost) + left, _reason);
    }

    /// <summary>Closes the output; an output that hangs is abandoned.</summary>
    public async ValueTask DisposeAsync()
    {
        _ending.TrySetResult();
        await _abort.CancelAsync();
        try
        {
            await _output.DisposeAsync().AsTask().WaitAsync(CloseLimit, _time);
        }
        catch (Exception failure)
        {
            _reason ??= failure.Message; // the points are already delivered or lost; a fault on closing must not fail the run
        }
    }

    private async Task<bool> EndsWithinAsync(TimeSpan limit)
    {
        try
        {
            await _pump.WaitAsync(limit, _time);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }

    private async Task PumpAsync()
    {
        while (!_abort.IsCancellationRequested && await _points.Reader.WaitToReadAsync())
            while (!_abort.IsCancellationRequested && Take() is { } point)
                if (await SendAsync(point)) _pause = FirstPause;
                else await LeaveAloneAsync();
    }

    // Once the run ends, attempts no longer disturb the load, so every waiting point is tried without a pause.
    private async Task LeaveAloneAsync()
    {
        await Task.WhenAny(Task.Delay(_pause, _time), _ending.Task);
        _pause = _pause * 2 < LongestPause ? _pause * 2 : LongestPause;
    }

    private OutputPoint? Take()
    {
        Volatile.Write(ref _inHand, 1);
        if (_points.Reader.TryRead(out var point)) return point;
        Volatile.Write(ref _inHand, 0);
        return null;
    }

    private async Task<bool> SendAsync(OutputPoint point)
    {
        using var limit = new CancellationTokenSource(WriteLimit, _time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, _abort.Token);
        try
        {
            await _output.WriteAsync(point, either.Token);
            Interlocked.Increment(ref _sent);
            return true;
        }
        catch (Exception failure)
        {
            Lose(failure is OperationCanceledException ? "the output did not answer in time" : failure.Message);
            return false;
        }
        finally
        {
            Volatile.Write(ref _inHand, 0);
        }
    }

    private void Lose(string reason)
    {
        _reason ??= reason;
        Interlocked.Increment(ref _lost);
    }
}
