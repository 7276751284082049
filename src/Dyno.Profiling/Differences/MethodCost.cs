namespace Dyno.Profiling;

/// <summary>A method whose cost differs, with what it calls.</summary>
/// <param name="Method">The method; an area in brackets for code without a method of the user.</param>
/// <param name="Before">What the baseline needs per request, in microseconds.</param>
/// <param name="Difference">What the variant needs more per request, in microseconds.</param>
/// <param name="Half">Half the width of the 95 % interval of the difference.</param>
/// <param name="Call">What it calls that explains most of the difference; null when its own code does.</param>
/// <param name="CallDifference">What that call costs more, in microseconds.</param>
/// <param name="IsCallNew">Whether the baseline does not call it there.</param>
/// <param name="IsSure">Whether a verdict may rest on it: all that are sure hold together, while each twentieth of the others may be chance.</param>
public sealed record MethodCost(
    string Method, double Before, double Difference, double Half, string? Call, double CallDifference, bool IsCallNew, bool IsSure)
{
    /// <summary>Whether it is an area of the framework and no method of the user.</summary>
    public bool IsArea => StackOwner.IsArea(Method);
}
