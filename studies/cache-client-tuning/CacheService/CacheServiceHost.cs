using CacheService.Services;
using CacheService.Storage;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace CacheService;

/// <summary>Builds the service, so that the program and the tests start the same one.</summary>
public static class CacheServiceHost
{
    /// <summary>The service, not started yet. It listens at the address in <c>ASPNETCORE_URLS</c> or <c>--urls</c>, over HTTP/2 only.</summary>
    /// <param name="args">The command line; see <see cref="CacheServiceOptions"/>.</param>
    /// <param name="time">The clock of expiry; null: the system's.</param>
    /// <exception cref="ArgumentException">A setting cannot be used; the message says what to write instead.</exception>
    public static WebApplication Build(string[] args, TimeProvider? time = null)
    {
        var builder = WebApplication.CreateSlimBuilder(args);
        builder.Logging.SetMinimumLevel(LogLevel.Warning);
        var options = CacheServiceOptions.Read(builder.Configuration);

        // Without TLS there is no negotiation of the protocol, and gRPC needs HTTP/2.
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.Http2.MaxStreamsPerConnection = options.StreamsPerConnection;
            kestrel.ConfigureEndpointDefaults(endpoint => endpoint.Protocols = HttpProtocols.Http2);
        });
        builder.Services.AddGrpc(grpc =>
        {
            grpc.MaxReceiveMessageSize = ItemLimits.MaxMessageBytes;
            if (options.RoundTrip > TimeSpan.Zero) grpc.Interceptors.Add<RoundTripInterceptor>();
        });
        builder.Services.AddGrpcReflection();
        builder.Services.AddGrpcHealthChecks().AddCheck("cache", () => new());
        builder.Services.AddSingleton(options).AddSingleton(time ?? TimeProvider.System).AddSingleton<CacheRegistry>().AddSingleton<DelayLine>();

        var app = builder.Build();
        app.MapGrpcService<CacheApi>();
        app.MapGrpcService<ControlApi>();
        app.MapGrpcService<PingApi>();
        app.MapGrpcReflectionService();
        app.MapGrpcHealthChecksService();
        return app;
    }
}
