namespace CacheLab.Implementations;

/// <summary>
/// The caches that are looked at. To look at another one, write how it is registered in a file beside this one and add its line: whatever
/// the container then gives as <c>HybridCache</c> is tried.
/// </summary>
internal static class Registrations
{
    public static Registration[] All { get; } =
    [
        new("hybrid", MicrosoftHybrid.Add),
        new("fusion", Fusion.Add),
        new("fusion-tuned", FusionTuned.Add),
    ];

    public static IEnumerable<string> Names => All.Select(r => r.Name);

    public static Registration? Find(string name) => All.FirstOrDefault(r => r.Name == name);
}
