namespace Dyno.Bench.Benchmarks;

/// <summary>One question about Dyno's cost, answered by a table.</summary>
internal interface IBenchmark
{
    /// <summary>What it is called on the command line.</summary>
    string Name { get; }

    /// <summary>The question.</summary>
    string What { get; }

    /// <summary>Measures and returns Markdown.</summary>
    string Run(BenchOptions options);
}
