namespace Dyno.Bench;

/// <summary>Paired, interleaved rounds: every contender runs once per round, in a random order drawn for that round.</summary>
internal static class PairedRounds
{
    /// <summary>Runs the rounds.</summary>
    /// <param name="contenders">The number of contenders.</param>
    /// <param name="run">Runs one contender once.</param>
    /// <returns>Per contender, its figures in the order of the rounds.</returns>
    public static ImmutableArray<ImmutableArray<T>> Run<T>(int contenders, BenchOptions options, Func<int, T> run)
    {
        var random = new Random(options.Seed);
        var figures = Enumerable.Range(0, contenders).Select(_ => ImmutableArray.CreateBuilder<T>()).ToArray();
        var order = Enumerable.Range(0, contenders).ToArray();
        for (var round = 1; round <= options.Rounds; round++)
        {
            random.Shuffle(order);
            foreach (var contender in order) figures[contender].Add(run(contender));
            Console.Error.WriteLine($"bench:   round {round} of {options.Rounds}");
        }

        return [.. figures.Select(builder => builder.ToImmutable())];
    }
}
