using System.Globalization;
using Dyno.Load.Running;
using Dyno.Outputs.Points;

namespace Dyno.Outputs.StatsD;

/// <summary>
/// The lines of StatsD, <c>name:value|type</c>. Percentiles are sent as gauges, because the receiver would compute percentiles of timers.
/// Times are in milliseconds, as usual in StatsD.
/// </summary>
internal static class StatsDText
{
    private const double MillisPerSecond = 1000;

    public static IEnumerable<string> Lines(OutputPoint point, RunSnapshot? before)
    {
        var prefix = $"dyno.{point.Phase}.";
        foreach (var figure in OutputFigure.All.Concat(OutputFigure.Server))
        {
            if (figure.Of(point.Snapshot) is not { } value) continue;
            var name = figure.Unit == OutputUnit.Bytes ? $"{figure.Name}_bytes" : figure.Name;
            if (!figure.IsCount) yield return $"{prefix}{name}:{Number(value)}|g";
            else if (value - Before(figure, before) is > 0 and var more) yield return $"{prefix}{name}:{Number(more)}|c";
        }
        foreach (var (kind, count) in point.Snapshot.Errors)
            if (count - (before?.Errors.GetValueOrDefault(kind) ?? 0) is > 0 and var more) yield return $"{prefix}errors.{kind}:{more}|c";
        foreach (var figure in OutputFigure.ResponseTimes)
            if (figure.Of(point.Snapshot) is { } seconds) yield return $"{prefix}response_time.{figure.Name}:{Number(seconds * MillisPerSecond)}|g";
    }

    private static double Before(OutputFigure figure, RunSnapshot? before) => before is null ? 0 : figure.Of(before) ?? 0;

    private static string Number(double value) => value.ToString("0.######", CultureInfo.InvariantCulture);
}
