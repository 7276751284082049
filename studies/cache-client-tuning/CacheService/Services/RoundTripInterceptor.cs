using Grpc.Core;
using Grpc.Core.Interceptors;

namespace CacheService.Services;

/// <summary>Delays the start of each unary call by the round-trip time.</summary>
internal sealed class RoundTripInterceptor(DelayLine line) : Interceptor
{
    public override async Task<TResponse> UnaryServerHandler<TRequest, TResponse>(
        TRequest request, ServerCallContext context, UnaryServerMethod<TRequest, TResponse> continuation)
    {
        await line.WaitAsync();
        return await continuation(request, context);
    }
}
