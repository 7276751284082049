namespace Dyno.Cli;

/// <summary>Fetches modules that a script imports by an https URL.</summary>
internal static class ModuleDownload
{
    private const long MaxBytes = 16 * 1024 * 1024;

    /// <summary>Downloads the text of a URL; null when the download fails.</summary>
    public static string? Get(string url)
    {
        using var handler = new SocketsHttpHandler { AllowAutoRedirect = true, ConnectTimeout = TimeSpan.FromSeconds(10) };
        using var client = new HttpClient(handler) { Timeout = TimeSpan.FromSeconds(60), MaxResponseContentBufferSize = MaxBytes };
        try
        {
            return client.GetStringAsync(new Uri(url)).GetAwaiter().GetResult(); // on the script's thread, before the load
        }
        catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
        {
            return null;
        }
    }
}
