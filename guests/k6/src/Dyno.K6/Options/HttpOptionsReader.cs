namespace Dyno.K6;

/// <summary>The options that shape requests and connections.</summary>
internal static class HttpOptionsReader
{
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(30);

    /// <summary>Reads the options that shape requests and connections.</summary>
    public static HttpRunOptions Read(JsonObject merged, ImmutableHashSet<string> systemTags, OptionProblems problems, EngineClock clock,
        (Uri From, Uri To)? rebase = null, string? trustedFile = null)
    {
        var values = new OptionValues(merged, "", problems);
        var (blacklist, dns) = (BlacklistOf(values), DnsOptionsReader.Read(values));
        var maxRedirects = values.Number("maxRedirects");
        var connections = new HttpOptions
        {
            ConnectTimeout = ConnectTimeout,
            FirstHandshakeTimeout = ConnectTimeout, // k6 has no shorter time for the first handshake
            ReuseConnections = !(values.Truth("noConnectionReuse") ?? false),
            DnsTtl = dns.Ttl,
            DnsPreference = dns.Preference,
            DnsSelection = dns.Selection,
            BlockedNetworks = blacklist,
            ConnectTo = [.. Moved(rebase), .. HostsOf(values)],
            Tls = TlsOptionsReader.Read(values) with { CaFile = trustedFile },
        };
        return new HttpRunOptions
        {
            Network = new WireNetwork(connections, clock),
            MaxRedirects = maxRedirects ?? 10,
            WarnsOfRedirects = maxRedirects is null,
            UserAgent = values.Text("userAgent") ?? $"Dyno/{Dyno.Load.ToolRecords.Current.Version} (k6 script)",
            DiscardsBodies = values.Truth("discardResponseBodies") ?? false,
            Throws = values.Truth("throw") ?? false,
            Batch = values.Number("batch") ?? 20,
            BatchPerHost = values.Number("batchPerHost") ?? 6,
            Debug = values.Text("httpDebug") is { Length: > 0 } debug && TruthText.Read(debug) != false ? debug : null,
            Limit = values.Number("rps") is > 0 and var rps ? new RateLimit(clock, rps) : null,
            Addresses = new AddressRules(blacklist, BlockedNamesOf(values)),
            LocalAddresses = LocalAddressesOf(values),
            SystemTags = systemTags,
        };
    }

    private static AddressPool? LocalAddressesOf(OptionValues values)
    {
        if (values.Text("localIPs") is not { Length: > 0 } text) return null;
        if (AddressPool.TryParse(text, out var pool, out var wrong)) return pool;
        if (wrong.Contains('%')) values.Problem("localIPs", $"'{wrong}' has a zone, which is not supported", "write an address that is not link-local");
        else values.Problem("localIPs", $"'{wrong}' is not an address, range or network", "write 10.0.0.2,10.0.1.1-10.0.1.9,10.0.2.0/24");
        return null;
    }

    private static IEnumerable<ConnectToRule> Moved((Uri From, Uri To)? rebase) => rebase is not { } moved ? []
        : [new ConnectToRule(moved.From.IdnHost, moved.From.Port, moved.To.IdnHost, moved.To.Port)];

    private static ImmutableArray<ConnectToRule> HostsOf(OptionValues values)
    {
        var rules = ImmutableArray.CreateBuilder<ConnectToRule>();
        foreach (var (name, node) in values.Object("hosts") ?? [])
        {
            var target = node is null ? "" : ScenarioReader.TextOf(node);
            if (name.LastIndexOf('*') > 0) { values.Problem($"hosts.{name}", "a pattern has its '*' at the beginning", "write '*.example.com'"); continue; }
            var (host, port) = Split(name);
            var (address, targetPort) = Split(target);
            if (!IPAddress.TryParse(address.Trim('[', ']'), out _)) { values.Problem($"hosts.{name}", $"'{target}' is not an IP address", "write '127.0.0.1' or '127.0.0.1:8080'"); continue; }
            if (port is > 65_535 || targetPort is > 65_535) { values.Problem($"hosts.{name}", "a port is at most 65535", "write '127.0.0.1:8080'"); continue; }
            rules.Add(new ConnectToRule(host.Trim('[', ']'), port, address, targetPort));
        }
        // The order of the rules: names before patterns, longer patterns before shorter ones, rules with a port before rules without one.
        return [.. rules.OrderBy(r => r.FromHost.StartsWith('*')).ThenByDescending(r => r.FromHost.Length).ThenByDescending(r => r.FromPort is not null)];
    }

    private static (string Host, int? Port) Split(string text)
    {
        var colon = text.LastIndexOf(':');
        var isPort = colon > 0 && !text.EndsWith(']')
            && text.IndexOf(':', StringComparison.Ordinal) == colon | text[..colon].EndsWith(']');
        return isPort && int.TryParse(text.AsSpan(colon + 1), out var port) ? (text[..colon], port) : (text, null);
    }

    private static ImmutableArray<string> BlockedNamesOf(OptionValues values)
    {
        var names = values.Texts("blockHostnames") ?? [];
        foreach (var name in names.Where(n => !AddressRules.IsNamePattern(n)))
            values.Problem("blockHostnames", $"'{name}' is not a host name or pattern", "write 'a.example.com' or '*.example.com': no scheme, port or path, a '*' at the beginning only");
        return [.. names];
    }

    private static ImmutableArray<IPNetwork> BlacklistOf(OptionValues values)
    {
        var networks = ImmutableArray.CreateBuilder<IPNetwork>();
        foreach (var text in values.Texts("blacklistIPs") ?? [])
            if (IPNetwork.TryParse(text, out var network)) networks.Add(network);
            else if (IPAddress.TryParse(text, out var one)) networks.Add(new IPNetwork(one, one.GetAddressBytes().Length * 8));
            else values.Problem("blacklistIPs", $"'{text}' is not a range of addresses", "write '10.0.0.0/8'");
        return networks.ToImmutable();
    }
}
