namespace CacheLab.Implementations;

/// <summary>
/// The caches under test. To test another one, write its registration in a file beside this one and add a line here. The lab tests the
/// <c>HybridCache</c> of the container.
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
