using System.Globalization;
using System.Text;
using Dyno.Load.Running;
using Dyno.Outputs.Points;

namespace Dyno.Outputs.Prometheus;

/// <summary>
/// Prometheus' text exposition format 0.0.4 (prometheus.io, "Exposition formats"): base units, <c>_total</c> for counters,
/// a histogram of the response times that can be added up over generators.
/// </summary>
internal static class PrometheusText
{
    /// <summary>The page.</summary>
    /// <param name="phases">The latest point of each phase, in order of the phases.</param>
    public static string Of(IReadOnlyCollection<OutputPoint> phases)
    {
        var page = new StringBuilder();
        foreach (var figure in OutputFigure.All)
        {
            var name = "dyno_" + figure.Name + (figure.Unit == OutputUnit.Bytes ? "_bytes" : "") + (figure.IsCount ? "_total" : "");
            // A gauge is about now: only the phase that goes on has one.
            Metric(page, name, figure.IsCount ? "counter" : "gauge", figure.What,
                (figure.IsCount ? phases : phases.TakeLast(1)).Select(point => (Labels(point), figure.Of(point.Snapshot))));
        }
        Metric(page, "dyno_errors_total", "counter", "Failed requests by kind",
            phases.SelectMany(point => point.Snapshot.Errors.Select(error => (Labels(point, ("kind", error.Key)), (double?)error.Value))));
        foreach (var figure in OutputFigure.ResponseTimes)
            Metric(page, $"dyno_response_time_{figure.Name}_seconds", "gauge", figure.What,
                phases.TakeLast(1).Select(point => (Labels(point), figure.Of(point.Snapshot))));
        ResponseTimes(page, phases);
        return page.ToString();
    }

    private static void ResponseTimes(StringBuilder page, IReadOnlyCollection<OutputPoint> phases)
    {
        const string name = "dyno_response_time_seconds";
        Head(page, name, "histogram", "Response times of every request");
        foreach (var point in phases)
        {
            if (point.Snapshot.ResponseTimes is not { } times) continue;
            foreach (var (bound, count) in LatencyBuckets.Bounds.Zip(times.CountsUpTo))
                Sample(page, name + "_bucket", Labels(point, ("le", Number(bound.TotalSeconds))), count);
            Sample(page, name + "_bucket", Labels(point, ("le", "+Inf")), times.Count);
            Sample(page, name + "_sum", Labels(point), times.SumNanos / 1e9);
            Sample(page, name + "_count", Labels(point), times.Count);
        }
    }

    private static void Metric(StringBuilder page, string name, string type, string help, IEnumerable<(string Labels, double? Value)> samples)
    {
        Head(page, name, type, help);
        foreach (var (labels, value) in samples)
            if (value is { } known) Sample(page, name, labels, known);
    }

    private static void Head(StringBuilder page, string name, string type, string help) =>
        page.Append("# HELP ").Append(name).Append(' ').Append(help).Append("\n# TYPE ").Append(name).Append(' ').Append(type).Append('\n');

    private static void Sample(StringBuilder page, string name, string labels, double value) =>
        page.Append(name).Append(labels).Append(' ').Append(Number(value)).Append('\n');

    private static string Labels(OutputPoint point, params (string Name, string Value)[] more) =>
        "{" + string.Join(',', more.Prepend(("phase", point.Phase)).Prepend(("run", point.Run)).Select(label => $"{label.Item1}=\"{Escaped(label.Item2)}\"")) + "}";

    private static string Escaped(string text) =>
        text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal);

    private static string Number(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}
