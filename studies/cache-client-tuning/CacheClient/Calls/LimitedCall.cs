using Dyno.Caching.Limits;
using Grpc.Core;

namespace Dyno.Caching.Calls;

/// <summary>One unary call: it waits for its permit, is sent, and returns the permit.</summary>
internal sealed class LimitedCall<TResponse>(ConcurrencyGate gate, TimeProvider time)
{
    private AsyncUnaryCall<TResponse>? _sent;
    private bool _disposed;

    public async Task<TResponse> SendAsync(Func<AsyncUnaryCall<TResponse>> send, CallOptions options)
    {
        var permit = await EnterAsync(options).ConfigureAwait(false);
        var dropped = true;
        try
        {
            if (_disposed) throw new RpcException(new Status(StatusCode.Cancelled, "the call was given up while it waited in the client"));
            using var call = _sent = send();
            var response = await call.ResponseAsync.ConfigureAwait(false);
            dropped = false;
            return response;
        }
        catch (RpcException refused)
        {
            dropped = refused.StatusCode is StatusCode.DeadlineExceeded or StatusCode.ResourceExhausted or StatusCode.Unavailable;
            throw;
        }
        finally
        {
            gate.Leave(permit, dropped);
        }
    }

    public async Task<Metadata> HeadersAsync(Task<TResponse> response)
    {
        await response.ConfigureAwait(false);
        return await _sent!.ResponseHeadersAsync.ConfigureAwait(false);
    }

    public Status Status() => _sent?.GetStatus() ?? throw new InvalidOperationException("the call waits in the client: it has no status yet");

    public Metadata Trailers() => _sent?.GetTrailers() ?? throw new InvalidOperationException("the call waits in the client: it has no trailers yet");

    public void Dispose()
    {
        _disposed = true;
        _sent?.Dispose();
    }

    private async ValueTask<Permit> EnterAsync(CallOptions options)
    {
        var patience = options.Deadline is { } deadline ? deadline - time.GetUtcNow().UtcDateTime : Timeout.InfiniteTimeSpan;
        Permit permit;
        try
        {
            permit = await gate.EnterAsync(patience, options.CancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException cancelled)
        {
            throw new RpcException(new Status(StatusCode.Cancelled, "the call was cancelled while it waited in the client", cancelled));
        }

        return permit.Refusal switch
        {
            Refusal.None => permit,
            Refusal.QueueFull => throw new RpcException(new Status(StatusCode.ResourceExhausted, "too many calls wait in the client")),
            _ => throw new RpcException(new Status(StatusCode.DeadlineExceeded, "the deadline passed while the call waited in the client")),
        };
    }
}
