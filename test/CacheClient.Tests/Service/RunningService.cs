using CacheService;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;

namespace CacheClient.Tests;

/// <summary>The cache service on a free port of loopback.</summary>
internal sealed class RunningService : IAsyncDisposable
{
    private readonly WebApplication _app;

    private RunningService(WebApplication app) => _app = app;

    public Uri Address => new(_app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());

    public static Task<RunningService> StartAsync(params string[] args) => StartAsync(TimeProvider.System, args);

    public static async Task<RunningService> StartAsync(TimeProvider time, params string[] args)
    {
        var app = CacheServiceHost.Build(["--urls", "http://127.0.0.1:0", .. args], time);
        await app.StartAsync(TestContext.Current.CancellationToken);
        return new RunningService(app);
    }

    public Task<Dyno.Caching.CacheClient> ClientAsync(CacheClientOptions? options = null) =>
        Dyno.Caching.CacheClient.CreateAsync(options ?? Presets.Laptop(Address), TestContext.Current.CancellationToken);

    public ValueTask DisposeAsync() => _app.DisposeAsync();
}
