using System.Collections.Immutable;
using System.IO.Compression;
using Dyno.Inputs.Problems;
using Dyno.K6.Options;
using Dyno.K6.Recording;
using Dyno.K6.VirtualUsers;
using Dyno.Metrics.Catalog;

namespace Dyno.K6.Outputs;

/// <summary>The outputs of samples that were asked for with <c>--out json=…</c> and <c>--out csv=…</c>. Thread-safe.</summary>
internal sealed class SampleOutputs : ISampleSink, IAsyncDisposable
{
    private static readonly TimeSpan JsonPause = TimeSpan.FromMilliseconds(200);
    private readonly ImmutableArray<SampleStream> _streams;
    private int _hasEnded;

    private SampleOutputs(ImmutableArray<SampleStream> streams) => _streams = streams;

    /// <summary>What could not be written, a sentence each; complete after the end.</summary>
    public IEnumerable<string> Problems => _streams.Where(s => s.Problem is not null).Select(s => $"--out {s.Name} could not be written: {s.Problem}");

    /// <summary>Opens them; null when there is none.</summary>
    /// <param name="request">Which.</param>
    /// <param name="options">The options in force.</param>
    /// <param name="problems">Takes what cannot be opened.</param>
    /// <param name="run">Its clock and its metrics.</param>
    public static SampleOutputs? Open(K6Request request, K6Options options, OptionProblems problems, ScriptRun run)
    {
        var streams = ImmutableArray.CreateBuilder<SampleStream>();
        foreach (var output in request.Outputs)
            if (PlanOf(output, request, options, problems, run.Metrics) is { } plan && TryOpen(plan.File, request, problems) is { } stream)
                streams.Add(new SampleStream(output, stream, plan.Format, plan.Pause, run.Clock));
        return streams.Count == 0 ? null : new SampleOutputs(streams.ToImmutable());
    }

    /// <inheritdoc/>
    public void Add(MetricDefinition metric, double value, long nanos, ImmutableSortedDictionary<string, string> tags)
    {
        foreach (var stream in _streams) stream.Add(metric, value, nanos, tags);
    }

    /// <summary>Writes the rest and closes; the second time nothing.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _hasEnded, 1) != 0) return;
        foreach (var stream in _streams) await stream.DisposeAsync();
    }

    private static (ISampleFormat Format, string File, TimeSpan Pause)? PlanOf(
        string output, K6Request request, K6Options options, OptionProblems problems, RunMetrics metrics)
    {
        var (kind, argument) = output.Split('=', 2) is [var name, var rest] ? (name, rest) : (output, null);
        switch (kind)
        {
            case "json":
                var judged = options.Thresholds.Where(t => t.Expression.Length > 0);
                return (new JsonSamples(judged.ToLookup(t => Selector(t.Metric), t => t.Expression), metrics.Registry), argument ?? "-", JsonPause);
            case "csv":
                var settings = CsvSettings.Read(argument, request.Environment, problems);
                return (new CsvSamples(options.SystemTags, settings.Time), settings.FileName, settings.SaveInterval);
            default:
                problems.Add("--out", $"'{output}' is no output of samples", NearestWord.Find(output, ["json", "csv"], 1) is { } near ? $"write {near}=FILE" : "write json=FILE or csv=FILE");
                return null;
        }
    }

    private static MetricSelector Selector(string metric) =>
        MetricSelector.TryParse(metric, out var selector, out _) ? selector : throw new InvalidOperationException($"thresholds on {metric} were let through");

    private static Stream? TryOpen(string file, K6Request request, OptionProblems problems)
    {
        if (file is "-" or "") return request.StandardOutput();
        try
        {
            var path = Path.GetFullPath(file, request.Folder);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            var stream = File.Create(path);
            return file.EndsWith(".gz", StringComparison.OrdinalIgnoreCase) ? new GZipStream(stream, CompressionLevel.Fastest) : stream;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            problems.Add("--out", $"{file} cannot be written: {e.Message}", "name a file that can be written");
            return null;
        }
    }
}
