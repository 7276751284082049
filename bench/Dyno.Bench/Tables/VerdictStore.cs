using System.Text.Encodings.Web;
using System.Text.Json;

namespace Dyno.Bench;

/// <summary>
/// A file of experiments on verdicts, one a line, to which each run adds: a table of twenty experiments a row takes six hours, more than
/// most have at a time.
/// </summary>
internal sealed class VerdictStore(string file)
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Writes an experiment behind the others, at once: what was measured stays when the next one is stopped.</summary>
    public void Add(StoredVerdict verdict) => File.AppendAllText(file, JsonSerializer.Serialize(verdict, Json) + "\n");

    /// <summary>All experiments, in the order in which they were made; none without a file.</summary>
    /// <exception cref="BenchException">A line is no experiment.</exception>
    public IEnumerable<StoredVerdict> All()
    {
        if (!File.Exists(file)) yield break;
        foreach (var (line, number) in File.ReadLines(file).Select((line, i) => (line, i + 1)))
        {
            StoredVerdict? verdict;
            try
            {
                verdict = JsonSerializer.Deserialize<StoredVerdict>(line, Json);
            }
            catch (JsonException e)
            {
                throw new BenchException($"{file}, line {number}: {e.Message}");
            }
            yield return verdict ?? throw new BenchException($"{file}, line {number}: null");
        }
    }
}

/// <summary>One experiment on a planted difference.</summary>
internal sealed record StoredVerdict
{
    /// <summary>The row: what was planted.</summary>
    public required string Planted { get; init; }

    /// <summary>The share of a CPU that another process burnt beside it.</summary>
    public required double Busy { get; init; }

    /// <summary>The minutes that the experiment was given.</summary>
    public required double Minutes { get; init; }

    /// <summary>The minutes that it took, builds left out.</summary>
    public required double Took { get; init; }

    /// <summary>
    /// What was planted, relative, as the programs themselves counted it over all launches: CPU time that was spun, or a wait that was
    /// longer; null in earlier experiments, and where nothing of the kind was planted.
    /// </summary>
    public double? Counted { get; init; }

    /// <summary>When it began.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>What the program called itself, with its commit.</summary>
    public required string Build { get; init; }

    /// <summary>How slices were measured: experiments of different ways are not in one table. Null in the earliest ones.</summary>
    public string? Estimator { get; init; }

    /// <summary>Dyno's verdict.</summary>
    public required string Verdict { get; init; }

    /// <summary>The verdict of a t-test over the requests of two runs; null when one of them was void.</summary>
    public required string? TTest { get; init; }

    /// <summary>Half the width of the interval of the rate's ratio, in logarithms; null for a verdict on structure.</summary>
    public required double? HalfWidth { get; init; }

    /// <summary>The rate of the planted program ÷ the other's; null when it was not judged.</summary>
    public required double? Rate { get; init; }

    /// <summary>The server's CPU time per request of the planted program ÷ the other's; null when it was not judged.</summary>
    public required double? CpuPerRequest { get; init; }

    /// <summary>Dyno's sentence.</summary>
    public required string Sentence { get; init; }
}
