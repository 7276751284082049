using ModelContextProtocol;
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

namespace Dyno.Cli;

/// <summary>Tells a client that asked for it how far a call is: the last line of progress, and the seconds since the call.</summary>
internal sealed class ProgressSigns : IAsyncDisposable
{
    private readonly RequestContext<CallToolRequestParams> _request;
    private readonly TimeProvider _time;
    private readonly long _begun;
    private readonly ITimer? _timer;
    private readonly Lock _lock = new();
    private Task _sending = Task.CompletedTask;
    private double _lastSeconds;
    private string? _line;

    public ProgressSigns(RequestContext<CallToolRequestParams> request, TimeProvider time, TimeSpan interval)
    {
        (_request, _time, _begun) = (request, time, time.GetTimestamp());
        if (request.Params.ProgressToken is not null) _timer = time.CreateTimer(_ => Send(null), null, interval, interval);
    }

    public void Say(string line)
    {
        if (_timer is not null) Send(line);
    }

    public async ValueTask DisposeAsync()
    {
        if (_timer is null) return;
        await _timer.DisposeAsync();
        await _sending; // no sign may follow the answer
    }

    private void Send(string? line)
    {
        lock (_lock)
        {
            _line = line ?? _line;
            var (seconds, text) = (Math.Max(_time.GetElapsedTime(_begun).TotalSeconds, _lastSeconds + 0.001), _line); // progress must rise
            _lastSeconds = seconds;
            _sending = SendAsync(_sending, new ProgressNotificationValue { Progress = (float)seconds, Message = text });
        }
    }

    private async Task SendAsync(Task before, ProgressNotificationValue value)
    {
        await before;
        try
        {
            await _request.Server.NotifyProgressAsync(_request.Params.ProgressToken!.Value, value);
        }
        catch (Exception failure) when (failure is IOException or InvalidOperationException or OperationCanceledException or ObjectDisposedException)
        {
            // The client is gone: the end of the input ends the call.
        }
    }
}
