namespace Dyno.Cli;

/// <summary>Where a user says that the figures of a server come from which Dyno neither starts nor sees.</summary>
/// <param name="Page">The page of metrics, as it was written; null for none.</param>
/// <param name="Listening">The address where OTLP arrives, as it was written; null for none.</param>
internal sealed record ServerElsewhere(string? Page, string? Listening)
{
    private const string PageOption = "--server-metrics";
    private const string ListeningOption = "--server-otlp";
    private const int OtlpPort = 4318;

    /// <summary>What is wrong with the addresses.</summary>
    /// <param name="hasSubject">Whether Dyno starts a program.</param>
    public IEnumerable<Problem> Problems(bool hasSubject)
    {
        var given = Page is not null ? PageOption : ListeningOption;
        if (hasSubject) yield return new Problem(given, null, null, "the program that Dyno starts is observed itself", $"leave out {given}, or --subject");
        if (Page is not null && Listening is not null)
            yield return new Problem(ListeningOption, null, null, $"the figures come from one place, and {PageOption} names another", "leave one of the two out");
        if (Page is not null && PageUrl is null)
            yield return new Problem(PageOption, null, null, $"this is not the address of a page: \"{InText.Quote(Page)}\"", $"write {PageOption} http://HOST:PORT/metrics");
        if (Listening is not null && Place is null)
            yield return new Problem(ListeningOption, null, null, $"this is not an address to listen at: \"{InText.Quote(Listening)}\"",
                $"write {ListeningOption} 127.0.0.1:4318, or {ListeningOption} 0.0.0.0:4318 for a server on another machine");
    }

    /// <summary>Waits for the first figures.</summary>
    /// <exception cref="UserFault">None come.</exception>
    public async Task<ElsewhereProbe> ObserveAsync(Action<string> say, CancellationToken cancellation)
    {
        if (PageUrl is { } page)
            return await ElsewhereProbe.StartAsync(new PrometheusMetrics(page, TimeProvider.System), TimeProvider.System, null, cancellation);
        var (host, port) = Place!.Value;
        var listener = OtlpListener.Start(host, port);
        say($"waiting for the first metrics at {listener.Url}");
        return await ElsewhereProbe.StartAsync(listener.Metrics, TimeProvider.System, listener, cancellation);
    }

    private Uri? PageUrl => Page is null ? null
        : Uri.TryCreate(Page.Contains("://", StringComparison.Ordinal) ? Page : $"http://{Page}", UriKind.Absolute, out var url)
            && (url.Scheme is "http" or "https") && url.Host.Length > 0
            ? url.AbsolutePath == "/" ? new Uri(url, "/metrics") : url : null;

    private (string Host, int Port)? Place
    {
        get
        {
            if (Listening is not { Length: > 0 } text) return null;
            if (TryPort(text, out var alone)) return ("127.0.0.1", alone);
            var colon = text.LastIndexOf(':');
            var hasPort = colon >= 0 && !text.EndsWith(']');
            var host = (hasPort ? text[..colon] : text).Trim('[', ']');
            var port = OtlpPort;
            return (!hasPort || TryPort(text[(colon + 1)..], out port)) && Uri.CheckHostName(host) != UriHostNameType.Unknown ? (host, port) : null;
        }
    }

    private static bool TryPort(string text, out int port)
    {
        var isPort = ushort.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value);
        port = value;
        return isPort;
    }
}
