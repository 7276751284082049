using System.Security.Cryptography.X509Certificates;

namespace Dyno.Subjects;

/// <summary>Sends requests to a server until it gives a good answer.</summary>
internal sealed class ReadinessProbe : IDisposable
{
    // Short compared with any start-up time that matters, and long enough to cost the starting program almost nothing.
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan OneAnswer = TimeSpan.FromSeconds(10);

    private readonly HttpClient _client;
    private readonly Uri _url;
    private readonly int _firstBadStatus;
    private readonly TimeProvider _time;

    /// <summary>Creates the probe.</summary>
    /// <param name="path">The path to request: any status below 400 is good. Null: <c>/</c>, and any status below 500 is good.</param>
    /// <param name="trusted">The only certificate that is accepted; null: the system decides.</param>
    public ReadinessProbe(Uri baseUrl, string? path, TimeProvider time, X509Certificate2? trusted = null)
    {
        _url = new Uri(baseUrl, path ?? "/");
        _firstBadStatus = path is null ? 500 : 400;
        _time = time;
        var handler = new SocketsHttpHandler { AllowAutoRedirect = false, UseProxy = false, UseCookies = false, ConnectCallback = HostAddresses.ConnectAsync };
        if (trusted is not null)
            handler.SslOptions.RemoteCertificateValidationCallback = (_, shown, _, _) =>
                shown?.GetRawCertData().AsSpan().SequenceEqual(trusted.RawData) == true;
        _client = new HttpClient(handler)
        {
            Timeout = Timeout.InfiniteTimeSpan,
        };
    }

    public Uri Url => _url;

    /// <summary>The clock's timestamp at the first good answer; null before it.</summary>
    public long? AnsweredAt { get; private set; }

    /// <summary>The status of the last answer; null when the server never answered.</summary>
    public HttpStatusCode? LastStatus { get; private set; }

    /// <summary>Returns after the first good answer.</summary>
    /// <exception cref="OperationCanceledException">Cancelled before the first good answer.</exception>
    public async Task WaitAsync(CancellationToken cancellation)
    {
        while (!await AskAsync(cancellation)) await Task.Delay(Pause, _time, cancellation);
        AnsweredAt = _time.GetTimestamp();
    }

    public void Dispose() => _client.Dispose();

    private async Task<bool> AskAsync(CancellationToken cancellation)
    {
        using var limit = new CancellationTokenSource(OneAnswer, _time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellation, limit.Token);
        try
        {
            using var answer = await _client.GetAsync(_url, HttpCompletionOption.ResponseHeadersRead, either.Token);
            LastStatus = answer.StatusCode;
            return (int)answer.StatusCode < _firstBadStatus;
        }
        catch (HttpRequestException)
        {
            return false;
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return false;
        }
    }
}
