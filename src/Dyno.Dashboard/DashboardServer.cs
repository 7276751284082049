using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.ResponseCompression;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Dyno.Dashboard;

/// <summary>The pages of a folder and the API below them, on Kestrel.</summary>
public sealed class DashboardServer : IAsyncDisposable
{
    private const long LargestRequest = 32 * 1024 * 1024; // room for a HAR file to import
    private readonly WebApplication _app;

    private readonly X509Certificate2? _certificate;

    private DashboardServer(WebApplication app, Uri address, string? token, X509Certificate2? certificate) =>
        (_app, Address, Token, _certificate) = (app, address, token, certificate);

    public Uri Address { get; }

    /// <summary>The token that a browser must present once; null when none is required.</summary>
    public string? Token { get; }

    public Uri OpeningAddress => Token is null ? Address : new Uri(Address, $"?token={Token}");

    /// <summary>SHA-256 of the certificate; null without a certificate.</summary>
    public string? Fingerprint => _certificate?.GetCertHashString(HashAlgorithmName.SHA256);

    /// <summary>Starts serving.</summary>
    /// <exception cref="UserFault">The server cannot listen on the address.</exception>
    public static async Task<DashboardServer> StartAsync(DashboardOptions options, TimeProvider? time = null, CancellationToken cancellation = default)
    {
        var isLocal = IPAddress.IsLoopback(options.Address);
        var clock = time ?? TimeProvider.System;
        var token = options.Token ?? (isLocal ? null : RandomNumberGenerator.GetHexString(32, lowercase: true));
        var certificate = isLocal ? null
            : options.CertificateFile is { } file ? OwnCertificate.Read(file) : OwnCertificate.Make(options.Address, options.HostNames, clock);
        var app = Build(options, clock, token, certificate);
        try
        {
            await app.StartAsync(cancellation);
        }
        catch (IOException failure)
        {
            await app.DisposeAsync();
            certificate?.Dispose();
            throw new UserFault($"cannot listen on {options.Address}:{options.Port}: {failure.Message}", "name another port (--port), or leave it out", failure);
        }
        var address = new Uri(app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());
        return new DashboardServer(app, address, token, certificate);
    }

    /// <summary>Asks all runs to end in order, waits for them, then stops serving.</summary>
    public async Task StopAsync()
    {
        await _app.Services.GetRequiredService<LiveRuns>().EndAsync();
        _app.Services.GetRequiredService<EventHub>().End();
        await _app.StopAsync();
    }

    /// <summary>Stops serving at once; the runs continue.</summary>
    public async ValueTask DisposeAsync()
    {
        _app.Services.GetRequiredService<EventHub>().End();
        await _app.DisposeAsync();
        _certificate?.Dispose();
    }

    private static WebApplication Build(DashboardOptions options, TimeProvider time, string? token, X509Certificate2? certificate)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => Listen(kestrel, options, certificate));
        if (certificate is not null) builder.WebHost.UseKestrelHttpsConfiguration();
        AddServices(builder.Services, options, time);
        var app = builder.Build();
        app.UseMiddleware<RefusalHandler>();
        app.Use(PageHeaders.AddAsync);
        app.UseMiddleware<RequestGuard>(new GuardRules([.. options.HostNames,
            .. IPAddress.Any.Equals(options.Address) ? [] : new[] { options.Address.ToString() }], token));
        app.UseResponseCompression();
        app.UseRouting();
        MapAll(app);
        app.Services.GetRequiredService<RunTrash>().Empty();
        app.Services.GetRequiredService<LiveRuns>().FindAgain();
        _ = app.Services.GetRequiredService<FolderWatch>(); // the watch starts here
        return app;
    }

    private static void Listen(KestrelServerOptions kestrel, DashboardOptions options, X509Certificate2? certificate)
    {
        kestrel.AddServerHeader = false;
        kestrel.Limits.MaxRequestBodySize = LargestRequest;
        kestrel.Listen(options.Address, options.Port, listen =>
        {
            if (certificate is not null) listen.UseHttps(certificate);
        });
    }

    private static void AddServices(IServiceCollection services, DashboardOptions options, TimeProvider time)
    {
        services.AddRoutingCore();
        services.AddLogging(logging => logging.ClearProviders());
        services.ConfigureHttpJsonOptions(json => ApiJson.Set(json.SerializerOptions));
        // Events are not compressed: a compressor would hold them back.
        services.AddResponseCompression(compression => compression.MimeTypes = ResponseCompressionDefaults.MimeTypes.Except(["text/event-stream"]));
        services.AddSingleton(time).AddSingleton(options.Program).AddSingleton(new OpenFolder(options.Folder))
            .AddSingleton(new PageAssets(options.AssetFolder));
        services.AddSingleton<EventHub>().AddSingleton<FolderWatch>().AddSingleton<LiveRuns>().AddSingleton<RunTrash>().AddSingleton<HistoryApi>();
        services.AddSingleton<SessionApi>().AddSingleton<ExperimentApi>();
    }

    private static void MapAll(WebApplication app)
    {
        FolderApi.Map(app);
        SessionApi.Map(app);
        RunApi.Map(app);
        HistoryApi.Map(app);
        ExperimentApi.Map(app);
        DoctorApi.Map(app);
        TrendApi.Map(app);
        app.MapGet("/api/openapi.json", (EndpointDataSource routes, IServiceProviderIsService services) => ApiDocument.Of(routes, services));
        app.MapFallback("{*path}", (HttpContext context, PageAssets pages) => pages.WriteAsync(context));
    }
}
