namespace Dyno.Inputs;

/// <summary><c># @threshold p99 &lt; 200ms</c>, in the forms of <c>--threshold</c>.</summary>
internal static class ThresholdText
{
    public static Threshold? Read(Directive directive, SourcePlace place)
    {
        if (ThresholdParser.TryParse(directive.Argument, out var threshold, out var error)) return threshold;
        place.Problem(error, "write # @threshold p99 < 200ms", directive.Column);
        return null;
    }
}
