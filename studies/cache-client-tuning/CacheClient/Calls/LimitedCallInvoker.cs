using Dyno.Caching.Limits;
using Grpc.Core;

namespace Dyno.Caching.Calls;

/// <summary>
/// Limits the unary calls in flight of any generated gRPC client: <c>new Greeter.GreeterClient(new LimitedCallInvoker(invoker, gate,
/// time))</c>. An interceptor cannot do this, because it would have to wait before the call exists. Streams and blocking calls are not
/// limited: a stream may live for ever, and a permit that is never returned would block the limit.
/// </summary>
/// <param name="inner">Sends the calls, such as <c>channel.CreateCallInvoker()</c>.</param>
/// <param name="gate">Grants the permits.</param>
/// <param name="time">The clock of the deadlines.</param>
public sealed class LimitedCallInvoker(CallInvoker inner, ConcurrencyGate gate, TimeProvider time) : CallInvoker
{
    /// <inheritdoc/>
    public override AsyncUnaryCall<TResponse> AsyncUnaryCall<TRequest, TResponse>(
        Method<TRequest, TResponse> method, string? host, CallOptions options, TRequest request)
    {
        var call = new LimitedCall<TResponse>(gate, time);
        var response = call.SendAsync(() => inner.AsyncUnaryCall(method, host, options, request), options);
        return new AsyncUnaryCall<TResponse>(
            response, call.HeadersAsync(response), call.Status, call.Trailers, call.Dispose);
    }

    /// <inheritdoc/>
    public override TResponse BlockingUnaryCall<TRequest, TResponse>(
        Method<TRequest, TResponse> method, string? host, CallOptions options, TRequest request) =>
        inner.BlockingUnaryCall(method, host, options, request);

    /// <inheritdoc/>
    public override AsyncServerStreamingCall<TResponse> AsyncServerStreamingCall<TRequest, TResponse>(
        Method<TRequest, TResponse> method, string? host, CallOptions options, TRequest request) =>
        inner.AsyncServerStreamingCall(method, host, options, request);

    /// <inheritdoc/>
    public override AsyncClientStreamingCall<TRequest, TResponse> AsyncClientStreamingCall<TRequest, TResponse>(
        Method<TRequest, TResponse> method, string? host, CallOptions options) =>
        inner.AsyncClientStreamingCall(method, host, options);

    /// <inheritdoc/>
    public override AsyncDuplexStreamingCall<TRequest, TResponse> AsyncDuplexStreamingCall<TRequest, TResponse>(
        Method<TRequest, TResponse> method, string? host, CallOptions options) =>
        inner.AsyncDuplexStreamingCall(method, host, options);
}
