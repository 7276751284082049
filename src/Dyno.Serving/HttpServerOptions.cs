namespace Dyno.Serving;

/// <summary>The limits of an <see cref="HttpServer"/>.</summary>
public sealed record HttpServerOptions
{
    /// <summary>Bytes of a request's content at most; more is 413. Default 64 KiB.</summary>
    public int MostBodyBytes { get; init; } = 64 * 1024;

    /// <summary>Connections at one time at most; who comes then is closed. Default 64.</summary>
    public int MostConnections { get; init; } = 64;

    /// <summary>How long the head of a request may take to arrive once it has begun, and its content may stand still. Default 10 s.</summary>
    public TimeSpan Patience { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long a connection stays open without a request. Default 2 minutes.</summary>
    public TimeSpan IdleTime { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>How long the end waits for answers that are being made. Default 10 s.</summary>
    public TimeSpan LastAnswers { get; init; } = TimeSpan.FromSeconds(10);
}
