using Dyno.Outputs;

namespace Dyno.Cli;

/// <summary>The live outputs of a run beside its progress, and the warnings about them.</summary>
internal sealed class RunOutputs : IRunListener, IAsyncDisposable
{
    private readonly ProgressLines _progress;
    private readonly LiveOutputs _outputs;

    private RunOutputs(ProgressLines progress, LiveOutputs outputs) => (_progress, _outputs) = (progress, outputs);

    /// <summary>Opens outputs.</summary>
    /// <param name="asked">The outputs as the user wrote them.</param>
    /// <param name="name">Name of the run.</param>
    /// <param name="progress">Receives the snapshots, and a warning about lost ones.</param>
    /// <exception cref="UserFault">An output is spelled wrong. The exception names all such outputs.</exception>
    /// <exception cref="UserFault">An output cannot be opened.</exception>
    public static async Task<RunOutputs> OpenAsync(IEnumerable<string> asked, string name, ProgressLines progress, CancellationToken cancellation)
    {
        var (requests, problems) = Read(asked);
        if (problems.Count > 0) throw new UserFault([.. problems]);
        var outputs = await LiveOutputs.OpenAsync(requests, name, cancellation: cancellation);
        return new RunOutputs(progress, outputs);
    }

    public bool AsksForHealth => _outputs.AsksForHealth;

    public void OnSnapshot(RunSnapshot snapshot)
    {
        _outputs.OnSnapshot(snapshot);
        _progress.OnSnapshot(snapshot);
    }

    /// <summary>Sends the snapshots that still wait, and warns about lost ones.</summary>
    public async Task EndAsync()
    {
        foreach (var ending in await _outputs.EndAsync())
            if (ending.Lost > 0) _progress.Warn(Sentence(ending));
    }

    public ValueTask DisposeAsync() => _outputs.DisposeAsync();

    /// <summary>The problems of outputs that are spelled wrong.</summary>
    /// <param name="asked">Outputs as the user wrote them.</param>
    public static IReadOnlyList<Problem> ProblemsOf(ImmutableArray<string> asked) => asked.IsEmpty ? [] : Read(asked).Problems;

    private static (List<OutputRequest> Requests, List<Problem> Problems) Read(IEnumerable<string> asked)
    {
        var problems = new List<Problem>();
        var requests = asked.Select(text => OutputKinds.Read(text, problems)).OfType<OutputRequest>().ToList();
        return (requests, problems);
    }

    private static string Sentence(OutputEnding ending) =>
        $"--out {ending.Output}: {ending.Lost} of {FigureText.Count(ending.Lost + ending.Sent, "snapshot")} lost ({ending.Reason}); the load was not slowed";
}
