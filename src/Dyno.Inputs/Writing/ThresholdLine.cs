using Dyno.Load.Plans;
using Dyno.Metrics.Thresholds;

namespace Dyno.Inputs.Writing;

/// <summary>A threshold as it can be read again: in its short form where it has one.</summary>
internal static class ThresholdLine
{
    public static string Of(Threshold threshold)
    {
        var isShort = ThresholdParser.TryParse(threshold.Expression.Text, out var again, out _) && again.Selector.Equals(threshold.Selector);
        var text = isShort ? threshold.Expression.Text : threshold.ToString();
        if (!threshold.AbortOnFail) return text;
        return threshold.DelayAbortEval > TimeSpan.Zero
            ? $"{text} abortOnFail,delay={DurationText.Format(threshold.DelayAbortEval)}"
            : $"{text} abortOnFail";
    }
}
