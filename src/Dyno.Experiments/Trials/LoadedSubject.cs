namespace Dyno.Experiments;

/// <summary>The result of one launch of a program under a load; the program has ended.</summary>
/// <param name="Runs">The run; several runs only for a load that makes several.</param>
/// <param name="Load">The load, to be finished.</param>
public sealed record LoadedSubject(ImmutableArray<RunResult> Runs, IOpenLoad Load) : IAsyncDisposable
{
    /// <summary>The run of a trial.</summary>
    /// <exception cref="UserFault">The load made several.</exception>
    public RunResult Only => SingleRun.Of(Runs);

    public ValueTask DisposeAsync() => Load.DisposeAsync();
}
