namespace Dyno.K6;

/// <summary>Where requests may not go: <c>blacklistIPs</c> and <c>blockHostnames</c>. Immutable.</summary>
internal sealed record AddressRules(ImmutableArray<IPNetwork> Blacklist, ImmutableArray<string> BlockedNames)
{
    public static AddressRules None { get; } = new([], []);

    /// <summary>Whether every address is allowed.</summary>
    public bool IsEmpty => Blacklist.IsEmpty && BlockedNames.IsEmpty;

    /// <summary>k6's text when a host is blocked; null when it is not.</summary>
    public string? Problem(string host)
    {
        if (IPAddress.TryParse(host.Trim('[', ']'), out var address))
        {
            foreach (var network in Blacklist)
                if (network.Contains(address)) return $"IP ({address}) is in a blacklisted range ({network})";
            return null;
        }
        foreach (var pattern in BlockedNames)
            if (Matches(host, pattern)) return $"hostname ({host}) is in a blocked pattern ({pattern})";
        return null;
    }

    /// <summary>Whether a text is a pattern for host names: labels of letters, digits, '-' and '_', perhaps after a '*'.</summary>
    public static bool IsNamePattern(string pattern)
    {
        var name = pattern.StartsWith('*') ? pattern[1..] : pattern;
        if (name.Length == 0) return pattern == "*";
        if (name.Length < pattern.Length && name[0] == '.') name = name[1..];
        return name.Split('.').All(label => label.Length > 0 && label.All(c => char.IsLetterOrDigit(c) || c is '-' or '_'));
    }

    private static bool Matches(string host, string pattern) =>
        pattern.StartsWith('*') ? host.EndsWith(pattern[1..], StringComparison.OrdinalIgnoreCase)
            : host.Equals(pattern, StringComparison.OrdinalIgnoreCase);
}
