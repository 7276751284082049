namespace Dyno.Cli;

/// <summary>
/// Environment variables that tell code where each instance of the program under test listens: <c>NAME_1</c>, <c>NAME_2</c> and so on,
/// beside <c>NAME</c>.
/// </summary>
internal static class InstanceVariables
{
    /// <summary>The variables, from the first instance on.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Of(string name, ImmutableArray<Uri> instances) => instances.Select((address, i) =>
        KeyValuePair.Create(string.Create(CultureInfo.InvariantCulture, $"{name}_{i + 1}"), address.GetLeftPart(UriPartial.Authority)));
}
