using System.IO.Compression;

namespace Dyno.K6;

/// <summary>
/// The files of samples that <c>--out json=…</c> asks for. They are planned while the options are read, and opened
/// when nothing else can stop the run, so that files of an earlier run stay whole until then. Thread-safe once opened.
/// </summary>
internal sealed class SampleOutputs : ISampleSink, IAsyncDisposable
{
    private readonly K6Request _request;
    private readonly EngineClock _clock;
    private readonly ImmutableArray<Planned> _planned;
    private ImmutableArray<SampleStream> _streams = [];
    private int _hasEnded;

    private SampleOutputs(K6Request request, EngineClock clock, ImmutableArray<Planned> planned) => (_request, _clock, _planned) = (request, clock, planned);

    private sealed record Planned(string Output, JsonSamples Format, string File);

    /// <summary>What could not be written, a sentence each; complete after the end.</summary>
    public IEnumerable<string> Problems => _streams.Where(s => s.Problem is not null).Select(s => $"--out {s.Name} could not be written: {s.Problem}");

    /// <summary>Plans the outputs that a request asks for; null when there are none.</summary>
    /// <param name="request">The request, with its outputs.</param>
    /// <param name="run">Has the clock and the metrics.</param>
    public static SampleOutputs? Plan(K6Request request, K6Options options, ScriptRun run)
    {
        if (request.Outputs.IsEmpty) return null;
        var thresholds = options.Thresholds.Where(t => t.Expression.Length > 0).ToLookup(t => Selector(t.Metric), t => t.Expression);
        return new SampleOutputs(request, run.Clock, [.. request.Outputs.Select(output =>
            new Planned(output, new JsonSamples(thresholds, run.Metrics.Registry), output.Split('=', 2) is [_, var file] ? file : "-"))]);
    }

    /// <summary>Opens all outputs or none: files are emptied only when every output can be written.</summary>
    /// <param name="problems">Takes what cannot be opened.</param>
    public void Open(OptionProblems problems)
    {
        var files = _planned.Select(p => TryOpen(p.File, problems)).ToList();
        if (files.Contains(null))
        {
            foreach (var file in files) file?.Dispose();
            return;
        }
        foreach (var file in files.OfType<FileStream>().Where(f => f.CanSeek && f.Length > 0)) file.SetLength(0);
        _streams = [.. _planned.Zip(files, (plan, file) => new SampleStream(plan.Output, Packed(plan.File, file!), plan.Format, _clock))];
    }

    public void Add(MetricDefinition metric, double value, long nanos, ImmutableSortedDictionary<string, string> tags)
    {
        foreach (var stream in _streams) stream.Add(metric, value, nanos, tags);
    }

    /// <summary>Writes the rest and closes the outputs; a second call does nothing.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _hasEnded, 1) != 0) return;
        foreach (var stream in _streams) await stream.DisposeAsync();
    }

    private static MetricSelector Selector(string metric) =>
        MetricSelector.TryParse(metric, out var selector, out _) ? SampleSecrets.Mask(selector) : throw new InvalidOperationException($"thresholds on {metric} were let through");

    private static bool IsStandardOutput(string file) => file is "-" or "";

    private Stream? TryOpen(string file, OptionProblems problems)
    {
        if (IsStandardOutput(file)) return _request.StandardOutput();
        try
        {
            var path = Path.GetFullPath(file, _request.Folder);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            return new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.Read);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            problems.Add("--out", $"{file} cannot be written: {e.Message}", "name a file that can be written");
            return null;
        }
    }

    private static Stream Packed(string file, Stream stream) => !IsStandardOutput(file) && file.EndsWith(".gz", StringComparison.OrdinalIgnoreCase)
        ? new GZipStream(stream, CompressionLevel.Fastest) : stream;
}
