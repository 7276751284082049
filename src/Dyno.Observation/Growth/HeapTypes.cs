namespace Dyno.Observation;

/// <summary>A snapshot of the heap of a .NET process, by type.</summary>
/// <param name="ByName">Objects and bytes by the name of their type.</param>
/// <param name="Seconds">How long the snapshot took, in seconds.</param>
/// <param name="IsIncomplete">Whether events were lost, so that objects are missing.</param>
public sealed record HeapTypes(IReadOnlyDictionary<string, (long Objects, long Bytes)> ByName, double Seconds, bool IsIncomplete);
