namespace Dyno.Bench;

/// <summary>The text of <c>./build bench --help</c>.</summary>
internal static class BenchHelp
{
    /// <summary>Every benchmark with its question, the options, examples.</summary>
    public static string Text(ImmutableArray<IBenchmark> benchmarks)
    {
        var defaults = new BenchOptions { Benchmarks = [] };
        var width = benchmarks.Max(b => b.Name.Length);
        var text = new StringBuilder("""
            ./build bench [NAME ...] [OPTION ...]

            Measures Dyno in pairs on this machine and prints Markdown; on a quiet machine only, because anything that runs beside
            it becomes part of the figures. Without a NAME all but those marked * run, one after the other.


            """);
        foreach (var benchmark in benchmarks)
            text.Append($"  {benchmark.Name.PadRight(width)} {(BenchOptions.RunsByNameOnly(benchmark) ? '*' : ' ')} {benchmark.What}\n");
        return text.Append($$"""

            Options:
              --rounds N    in each round every contender runs once, in a new order; default {{defaults.Rounds}}
              --seconds S   length of a long run; default {{defaults.Seconds}}
              --minutes M   length of a soak; default {{defaults.Minutes}}
              --experiments N  experiments that are added to each row of verdicts, 0 for the table alone; default {{defaults.Experiments}}
              --store FILE  the experiments on verdicts so far, one a line; default bench/verdicts.jsonl
              --rival S     seconds of each of the two runs that they are set against, 0 for none; default {{defaults.RivalSeconds}}
              --busy SHARE  share of a CPU that is burnt beside the experiments of verdicts; default {{defaults.Busy}}
              --against PROGRAM  another build's program, in the same rounds as this one's (startup), or instead of the peer
                              (http, https, portable, workers, http2, grpc, sockets)
              --seed N      seed of the order within the rounds; default {{defaults.Seed}}

            Examples:
              ./build bench http                        CPU per request against wrk
              ./build bench outputs --rounds 20         live outputs, more pairs than usual
              ./build bench soak --minutes 2            a short soak

            The figures of the last measurement: bench/NOTES.md

            """).ToString();
    }
}
