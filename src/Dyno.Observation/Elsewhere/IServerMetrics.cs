namespace Dyno.Observation;

/// <summary>Where the figures of a server come from that Dyno neither started nor sees: a page that is read, or messages that are pushed.</summary>
public interface IServerMetrics : IAsyncDisposable
{
    /// <summary>The place in words, without secrets: <c>page http://host:9464/metrics</c>.</summary>
    string Place { get; }

    /// <summary>Why figures do not come at this moment; null when they do.</summary>
    string? Trouble { get; }

    /// <summary>What a user can do when too few figures came, as an order: <c>send more often: …</c>.</summary>
    string Remedy { get; }

    /// <summary>Whether the place answers when it is asked, so that figures are of the moment.</summary>
    bool Answers { get; }

    /// <summary>Waits for the first figures.</summary>
    /// <param name="take">Receives every reading from now on.</param>
    /// <exception cref="Dyno.Results.UserFault">Nothing comes, or nothing that Dyno understands.</exception>
    internal Task StartAsync(Action<ServerReading, bool> take, CancellationToken cancellation);

    /// <summary>Asks for figures of this moment, where the place answers, and waits for them a little while.</summary>
    internal Task AskAsync(CancellationToken cancellation);
}
