namespace Dyno.Bench;

/// <summary>One question about Dyno's cost, answered by a table.</summary>
internal interface IBenchmark
{
    /// <summary>The benchmark's name on the command line.</summary>
    string Name { get; }

    /// <summary>The question that the benchmark answers.</summary>
    string What { get; }

    /// <summary>Measures, and returns the result as Markdown.</summary>
    string Run(BenchOptions options);
}
