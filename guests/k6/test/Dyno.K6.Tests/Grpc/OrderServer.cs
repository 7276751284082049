using Dyno.K6.Tests.Grpc.Protos;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;
using Grpc.HealthCheck;
using Grpc.Reflection;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using ServingStatus = Grpc.Health.V1.HealthCheckResponse.Types.ServingStatus;

namespace Dyno.K6.Tests;

/// <summary>A real gRPC service on ASP.NET Core, with the services beside it that a test asks for.</summary>
internal sealed class OrderServer : IAsyncDisposable
{
    private readonly WebApplication _app;

    private OrderServer(WebApplication app) => _app = app;

    /// <summary>Host and port.</summary>
    public string Address => new Uri(_app.Urls.First()).Authority;

    /// <summary>Starts.</summary>
    /// <param name="add">What else it offers: reflection of either version, health checks.</param>
    public static async Task<OrderServer> StartAsync(Action<WebApplication>? add = null)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(k => k.Listen(System.Net.IPAddress.Loopback, 0, o => o.Protocols = HttpProtocols.Http2));
        builder.Services.AddGrpc();
        builder.Services.AddSingleton(new ReflectionV1ServiceImpl(Orders.Descriptor));
        builder.Services.AddSingleton(new ReflectionServiceImpl(Orders.Descriptor));
        var health = new HealthServiceImpl();
        health.SetStatus("", ServingStatus.Serving);
        health.SetStatus("shop.Orders", ServingStatus.NotServing);
        builder.Services.AddSingleton(health);
        var app = builder.Build();
        app.MapGrpcService<OrderService>();
        add?.Invoke(app);
        await app.StartAsync();
        return new OrderServer(app);
    }

    public async ValueTask DisposeAsync()
    {
        using var now = new CancellationTokenSource();
        await now.CancelAsync();
        await _app.StopAsync(now.Token);
        await _app.DisposeAsync();
    }
}

/// <summary>Every order has one book, and was made at the same time.</summary>
internal sealed class OrderService : Orders.OrdersBase
{
    public override Task<Order> Get(OrderId request, ServerCallContext context) => Task.FromResult(Of(request.Id));

    public override async Task Watch(OrderId request, IServerStreamWriter<Order> responseStream, ServerCallContext context)
    {
        for (var id = 1; id <= request.Id; id++) await responseStream.WriteAsync(Of(id));
    }

    private static Order Of(int id) => new()
    {
        Id = id,
        Items = { new Item { Name = "a book", Kind = Kind.Book } },
        Stock = { ["here"] = 3 },
        At = Timestamp.FromDateTimeOffset(new DateTimeOffset(2026, 5, 4, 3, 2, 1, TimeSpan.Zero)),
    };
}
