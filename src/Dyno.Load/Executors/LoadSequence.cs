namespace Dyno.Load;

/// <summary>
/// <c>sequence</c>: several executors of one model, one after the other, with pauses between them. A virtual user that
/// is no longer needed ends its iteration and rests; the same users continue in the next part.
/// </summary>
public sealed record LoadSequence : ExecutorPlan
{
    /// <summary>The parts in order, at least one with an executor. A part that ends by a number of iterations must be the only one.</summary>
    public required ImmutableArray<SequencePart> Parts { get; init; }

    public override string Name => "sequence";

    public override LoadModel Model => Executors.First().Model;

    public override TimeSpan Length => Parts.Aggregate(TimeSpan.Zero, (sum, part) => sum + part.Length);

    public override int MaxVirtualUsers => Executors.Max(e => e.MaxVirtualUsers);

    public override ImmutableSortedDictionary<string, string> Parameters =>
        ParameterText.Of(("parts", string.Join("; ", Parts.Select(p => p.Text))));

    private IEnumerable<ExecutorPlan> Executors => Parts.Select(p => p.Executor).OfType<ExecutorPlan>();

    /// <summary>Warms up as its first part does.</summary>
    public override ExecutorPlan ForWarmUp(TimeSpan length) => Executors.First().ForWarmUp(length);

    public override ImmutableArray<Pacer> CreatePacers(ExecutionSegment segment, int workers, long seed)
    {
        var parts = Parts.Select((part, i) => part.Executor?.CreatePacers(segment, workers, unchecked(seed + i * 0x5851F42D))).ToList();
        return ForEach(workers, w => Model == LoadModel.Open
            ? new ArrivalSequencePacer([.. Placed<ArrivalPacer>(parts, w)], Length)
            : new LoopSequencePacer([.. Placed<LoopPacer>(parts, w)], Length));
    }

    public override void AddProblems(PlanProblems problems)
    {
        for (var i = 0; i < Parts.Length; i++)
        {
            var own = new PlanProblems($"parts[{i}].");
            if (Parts[i].Executor is { } executor) executor.AddProblems(own);
            else own.RequireNotNegative("pause", Parts[i].Length);
            foreach (var problem in own.All) problems.Add(problem.Path, problem.Value, problem.Advice);
        }
        problems.Require(Executors.Any(), "parts", "", "there is no load: write at least one part that is not a pause");
        problems.Require(Executors.Select(e => e.Model).Distinct().Count() <= 1, "parts", "",
            "parts that keep virtual users and parts that keep a rate cannot follow each other: put them into separate scenarios");
        problems.Require(Parts.Length == 1 || !Executors.Any(e => e is FixedArrivals || e.EndsByIterations), "parts", "",
            "a part that ends after a number of iterations must be the only part");
    }

    public override void AddShareProblems(ExecutionSegment segment, PlanProblems problems)
    {
        foreach (var executor in Executors) executor.AddShareProblems(segment, problems);
    }

    private IEnumerable<PlacedPacer<T>> Placed<T>(List<ImmutableArray<Pacer>?> parts, int worker) where T : Pacer
    {
        var begin = 0L;
        for (var i = 0; i < parts.Count; i++)
        {
            var length = Parts[i].Length.ToNanos();
            if (parts[i] is { } pacers) yield return new PlacedPacer<T>((T)pacers[worker], begin, begin + length);
            begin += length;
        }
    }
}

/// <summary>One part of a sequence.</summary>
/// <param name="Executor">Its load; null for a pause.</param>
/// <param name="Pause">Length of a pause.</param>
public sealed record SequencePart(ExecutorPlan? Executor, TimeSpan Pause = default)
{
    internal TimeSpan Length => Executor?.Length ?? Pause;

    internal string Text => Executor is null
        ? $"pause {Pause.Text()}"
        : $"{Executor.Name} {string.Join(", ", Executor.Parameters.Select(p => $"{p.Key} = {p.Value}"))}";
}

/// <summary>The pacer of a part and the time in which the part runs.</summary>
internal readonly record struct PlacedPacer<T>(T Pacer, long BeginNanos, long EndNanos) where T : Pacer;

internal sealed class ArrivalSequencePacer(ImmutableArray<PlacedPacer<ArrivalPacer>> parts, TimeSpan length) : ArrivalPacer
{
    private int _at;

    public override int PreAllocatedVirtualUsers { get; } = parts.Max(p => p.Pacer.PreAllocatedVirtualUsers);

    public override int MaxVirtualUsers { get; } = parts.Max(p => p.Pacer.MaxVirtualUsers);

    public override long EndNanos { get; } = length.ToNanos();

    public override long NextDueNanos
    {
        get
        {
            for (; _at < parts.Length; _at++)
            {
                var due = parts[_at].Pacer.NextDueNanos;
                if (due != long.MaxValue) return parts[_at].BeginNanos + due;
            }
            return long.MaxValue;
        }
    }

    public override void Advance() => parts[_at].Pacer.Advance();
}

internal sealed class LoopSequencePacer(ImmutableArray<PlacedPacer<LoopPacer>> parts, TimeSpan length) : LoopPacer
{
    public override int PreAllocatedVirtualUsers { get; } = parts.Max(p => p.Pacer.PreAllocatedVirtualUsers);

    public override int MaxVirtualUsers { get; } = parts.Max(p => p.Pacer.MaxVirtualUsers);

    public override long EndNanos { get; } = length.ToNanos();

    public override bool HasIterations => true;

    public override int AllowedVirtualUsers(long nowNanos)
    {
        foreach (var part in parts)
            if (nowNanos >= part.BeginNanos && nowNanos < part.EndNanos) return part.Pacer.AllowedVirtualUsers(nowNanos - part.BeginNanos);
        return 0;
    }

    public override long NextChangeNanos(long nowNanos)
    {
        foreach (var part in parts)
        {
            if (nowNanos < part.BeginNanos) return part.BeginNanos;
            if (nowNanos >= part.EndNanos) continue;
            var inside = part.Pacer.NextChangeNanos(nowNanos - part.BeginNanos);
            return inside >= part.EndNanos - part.BeginNanos ? part.EndNanos : part.BeginNanos + inside;
        }
        return long.MaxValue;
    }

    public override bool TryTakeIteration(int virtualUser) => true;
}
