using System.Collections.Immutable;
using System.Net;

namespace Dyno.K6.Http;

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

    private static bool Matches(string host, string pattern) =>
        pattern.StartsWith('*') ? host.EndsWith(pattern[1..], StringComparison.OrdinalIgnoreCase)
            : host.Equals(pattern, StringComparison.OrdinalIgnoreCase);
}
