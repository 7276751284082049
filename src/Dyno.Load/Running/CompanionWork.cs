namespace Dyno.Load;

/// <summary>The work of a plan's companions, from the start of its workers to their end.</summary>
internal sealed class CompanionWork : IAsyncDisposable
{
    private readonly ImmutableArray<ICompanion> _companions;

    private CompanionWork(ImmutableArray<ICompanion> companions) => _companions = companions;

    public static CompanionWork Begin(TestPlan plan)
    {
        foreach (var companion in plan.Companions) companion.Begin();
        return new CompanionWork(plan.Companions);
    }

    /// <summary>Ends the work of every companion.</summary>
    public async ValueTask DisposeAsync() => await Task.WhenAll(_companions.Select(c => c.EndAsync()));
}
