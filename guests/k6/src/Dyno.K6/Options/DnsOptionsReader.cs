namespace Dyno.K6;

internal sealed record DnsOptions
{
    /// <summary>How long a resolved name is used; null: for the whole run.</summary>
    public TimeSpan? Ttl { get; init; } = TimeSpan.FromMinutes(5);

    public DnsSelection Selection { get; init; } = DnsSelection.Random;

    public DnsPreference Preference { get; init; } = DnsPreference.PreferIPv4;
}

internal static class DnsOptionsReader
{
    private static readonly Dictionary<string, DnsSelection> Selections = new(StringComparer.OrdinalIgnoreCase)
    {
        ["random"] = DnsSelection.Random,
        ["roundRobin"] = DnsSelection.RoundRobin,
        ["first"] = DnsSelection.First,
    };

    private static readonly Dictionary<string, DnsPreference> Policies = new(StringComparer.OrdinalIgnoreCase)
    {
        ["preferIPv4"] = DnsPreference.PreferIPv4,
        ["preferIPv6"] = DnsPreference.PreferIPv6,
        ["onlyIPv4"] = DnsPreference.OnlyIPv4,
        ["onlyIPv6"] = DnsPreference.OnlyIPv6,
        ["any"] = DnsPreference.Any,
    };

    public static DnsOptions Read(OptionValues values)
    {
        var dns = new DnsOptions();
        if (values.Inner("dns") is not { } members) return dns;
        return new DnsOptions
        {
            Ttl = TtlOf(members, dns.Ttl),
            Selection = OneOf(members, "select", Selections, dns.Selection, "is not a way to choose an address"),
            Preference = OneOf(members, "policy", Policies, dns.Preference, "is not a policy"),
        };
    }

    private static TimeSpan? TtlOf(OptionValues dns, TimeSpan? otherwise)
    {
        if (dns.Node("ttl") is not { } node) return otherwise;
        if (node is JsonValue && ScenarioReader.TextOf(node) == "inf") return null;
        if (OptionValues.TryTime(node, out var time)) return time;
        dns.Problem("ttl", $"'{ScenarioReader.TextOf(node)}' is not a time", "write 5m, 0 or inf");
        return otherwise;
    }

    private static T OneOf<T>(OptionValues dns, string name, Dictionary<string, T> all, T otherwise, string what)
    {
        if (dns.Node(name) is not { } node) return otherwise;
        if (all.TryGetValue(ScenarioReader.TextOf(node), out var known)) return known;
        dns.Problem(name, $"'{ScenarioReader.TextOf(node)}' {what}", $"write {string.Join(", ", all.Keys.SkipLast(1))} or {all.Keys.Last()}");
        return otherwise;
    }
}
