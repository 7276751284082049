namespace Bookstore;

/// <summary>
/// The work behind the reads of this process: how often a cache ran the code that asks the database, and how many statements were sent to
/// the database. A load reads the counts to show the effect of a stampede.
/// </summary>
internal sealed class WorkCounts
{
    private long _factoryRuns;
    private long _statements;

    public void FactoryRan() => Interlocked.Increment(ref _factoryRuns);

    public void StatementSent() => Interlocked.Increment(ref _statements);

    public Counts Now() => new(Environment.ProcessId, Volatile.Read(ref _factoryRuns), Volatile.Read(ref _statements));

    /// <summary>The counts since the process began.</summary>
    internal sealed record Counts(int Process, long FactoryRuns, long Statements);
}
