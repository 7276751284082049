namespace Dyno.Scenarios;

/// <summary>The figure on which a condition was judged, with its unit.</summary>
internal static class MeasuredText
{
    public static string Of(ThresholdOutcome outcome) => outcome.Threshold.Selector.Name switch
    {
        _ when outcome.IsNotMeasured => "not measured",
        _ when outcome.Threshold.IsOnFigure => $"measured {FigureTable.Of(outcome.Threshold.Selector.Name).Say(outcome.Value)}",
        "response_time" or "service_time" or "http_req_duration" or "iteration_duration" or "start_lag" => $"measured {FigureText.Time(outcome.Value * 1e6)}",
        "http_req_failed" or "checks" => FormattableString.Invariant($"measured {outcome.Value * 100:0.##} %"),
        _ => FormattableString.Invariant($"measured {outcome.Value:0.##}"),
    };
}
