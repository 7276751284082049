namespace Dyno.Serving;

/// <summary>The limits of an <see cref="HttpServer"/>.</summary>
public sealed record HttpServerOptions
{
    /// <summary>The largest content of a request, in bytes; a larger one is answered with 413. Default 64 KiB.</summary>
    public int MostBodyBytes { get; init; } = 64 * 1024;

    /// <summary>The largest number of connections at one time; further connections are closed. Default 64.</summary>
    public int MostConnections { get; init; } = 64;

    /// <summary>How long the head of a request may take to arrive once it has begun, and how long its content may stall. Default 10 s.</summary>
    public TimeSpan Patience { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long a connection stays open without a request. Default 2 minutes.</summary>
    public TimeSpan IdleTime { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>How long the server waits at its end for answers in progress. Default 10 s.</summary>
    public TimeSpan LastAnswers { get; init; } = TimeSpan.FromSeconds(10);
}
