namespace Dyno.Load.Plans;

/// <summary>One thing that is wrong with a plan.</summary>
/// <param name="Path">Where: <c>scenarios.checkout.duration</c>.</param>
/// <param name="Value">What stands there, as text; empty when nothing does.</param>
/// <param name="Advice">What is wrong and what to write instead.</param>
public sealed record PlanProblem(string Path, string Value, string Advice)
{
    /// <inheritdoc/>
    public override string ToString() => Value.Length == 0 ? $"{Path}: {Advice}" : $"{Path} is {Value}: {Advice}";
}
