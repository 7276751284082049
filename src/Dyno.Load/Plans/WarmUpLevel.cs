namespace Dyno.Load;

/// <summary>
/// When a warm-up is over: the completion rates of the two halves of the last <see cref="Window"/> differ by at most
/// <see cref="Tolerance"/>, at least <see cref="Minimum"/> has passed, and the server's runtime, where it is observed, has almost stopped
/// compiling.
/// </summary>
public sealed record WarmUpLevel
{
    /// <summary>Shortest warm-up. Default 2 s; never shorter than the window.</summary>
    public TimeSpan Minimum { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>
    /// Time over which the rates are compared; in slices a third of the load so far, if that is shorter. Default 6 s; at least 2 s, because
    /// the load is looked at once a second.
    /// </summary>
    public TimeSpan Window { get; init; } = TimeSpan.FromSeconds(6);

    /// <summary>Largest difference of the two rates, relative to their mean. Default 0.03.</summary>
    public double Tolerance { get; init; } = 0.03;
}
