namespace Dyno.Load;

/// <summary>One thing that is wrong with a plan.</summary>
/// <param name="Path">Path of the wrong value: <c>scenarios.checkout.duration</c>.</param>
/// <param name="Value">The wrong value as text; empty when there is no value.</param>
/// <param name="Advice">What is wrong and what to write instead.</param>
public sealed record PlanProblem(string Path, string Value, string Advice)
{
    public override string ToString() => Value.Length == 0 ? $"{Path}: {Advice}" : $"{Path} is {Value}: {Advice}";
}
