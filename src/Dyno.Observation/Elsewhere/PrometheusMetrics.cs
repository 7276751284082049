using System.Net;
using System.Net.Http.Headers;

namespace Dyno.Observation;

/// <summary>
/// A page in Prometheus' format, read once a second: by OpenTelemetry's exporter, prometheus-net or dotnet-monitor. What the page sends is
/// limited in size and time, and redirects are not followed.
/// </summary>
public sealed class PrometheusMetrics : IServerMetrics
{
    /// <summary>The largest page that is read, in bytes.</summary>
    public const int MostBytes = 8 * 1024 * 1024;

    private const string Accepted = "text/plain;version=0.0.4";
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan FirstPatience = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private readonly Uri _page;
    private readonly TimeProvider _time;
    private readonly HttpClient _client;
    private readonly SemaphoreSlim _one = new(1, 1);
    private readonly CancellationTokenSource _stop = new();
    private Action<ServerReading, bool> _take = (_, _) => { };
    private Task _reading = Task.CompletedTask;
    private volatile string? _trouble;

    /// <summary>Reads a page.</summary>
    /// <param name="page">An http or https address; a user and a password in it become basic authentication.</param>
    public PrometheusMetrics(Uri page, TimeProvider time)
    {
        _time = time;
        _page = new UriBuilder(page) { UserName = "", Password = "" }.Uri;
        _client = new HttpClient(new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            UseCookies = false,
            UseProxy = false,
            ActivityHeadersPropagator = null,
            ConnectCallback = HostAddresses.ConnectAsync,
        })
        { MaxResponseContentBufferSize = MostBytes };
        _client.DefaultRequestHeaders.TryAddWithoutValidation("Accept", Accepted);
        if (page.UserInfo.Length > 0)
            _client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Basic",
                Convert.ToBase64String(Encoding.UTF8.GetBytes(Uri.UnescapeDataString(page.UserInfo))));
    }

    public string Place => $"page {Shown}";

    public string? Trouble => _trouble;

    public string Remedy => "measure for several seconds, and see that the page answers while the server is under load";

    public bool Answers => true;

    /// <summary>Pages that were read. The server may count them as requests.</summary>
    public int Reads { get; private set; }

    async Task IServerMetrics.StartAsync(Action<ServerReading, bool> take, CancellationToken cancellation)
    {
        _take = take;
        var (reading, page) = await FirstAsync(cancellation);
        if (reading.IsEmpty)
            throw new UserFault($"--server-metrics: {Shown} has no figure that Dyno knows{Example(page)}",
                "name the page of OpenTelemetry's exporter for Prometheus with AddAspNetCoreInstrumentation and AddRuntimeInstrumentation, of prometheus-net, or of dotnet-monitor");
        _take(reading, false);
        _reading = ReadOnAsync();
    }

    async Task IServerMetrics.AskAsync(CancellationToken cancellation)
    {
        using var both = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token, cancellation);
        await ReadAsync(both.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    /// <summary>Ends the reading.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _reading.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _client.Dispose();
        _stop.Dispose();
        _one.Dispose();
    }

    // A query may hold a key.
    private string Shown => _page.GetLeftPart(UriPartial.Path);

    private async Task<(ServerReading Reading, string Page)> FirstAsync(CancellationToken cancellation)
    {
        try
        {
            var page = await PageAsync(FirstPatience, cancellation);
            return (ServerReading.Of(PrometheusReader.Read(page)), page);
        }
        catch (Exception failure) when (IsOfThePage(failure) && !cancellation.IsCancellationRequested)
        {
            throw new UserFault($"--server-metrics: {Shown} cannot be read: {InWords(failure)}", "open the address in a browser: it must show figures as text, one a line", failure);
        }
    }

    private async Task ReadOnAsync()
    {
        using var timer = new PeriodicTimer(Interval, _time);
        while (await timer.WaitForNextTickAsync(_stop.Token)) await ReadAsync(_stop.Token);
    }

    private async Task ReadAsync(CancellationToken cancellation)
    {
        await _one.WaitAsync(cancellation);
        try
        {
            var page = await PageAsync(Patience, cancellation);
            _take(ServerReading.Of(PrometheusReader.Read(page)), false);
            _trouble = null;
        }
        catch (Exception failure) when (IsOfThePage(failure) && !cancellation.IsCancellationRequested)
        {
            _trouble = InWords(failure);
        }
        finally
        {
            _one.Release();
        }
    }

    private async Task<string> PageAsync(TimeSpan patience, CancellationToken cancellation)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(patience);
        Reads++;
        using var answer = await _client.GetAsync(_page, HttpCompletionOption.ResponseContentRead, limit.Token);
        if (answer.StatusCode != HttpStatusCode.OK) throw new HttpRequestException($"it answered with status {(int)answer.StatusCode}");
        return Encoding.UTF8.GetString(await answer.Content.ReadAsByteArrayAsync(limit.Token));
    }

    private static bool IsOfThePage(Exception failure) => failure is HttpRequestException or OperationCanceledException or IOException;

    private static string InWords(Exception failure) => failure is OperationCanceledException ? "it did not answer in time"
        : failure is HttpRequestException { HttpRequestError: HttpRequestError.ConfigurationLimitExceeded } ? $"it is larger than {MostBytes / 1024 / 1024} MiB"
        : failure.GetBaseException().Message;

    private static string Example(string page) =>
        PrometheusReader.Read(page).Select(sample => sample.Name).FirstOrDefault() is { } name ? $"; its first one is {name}" : ": it has no figures at all";
}
