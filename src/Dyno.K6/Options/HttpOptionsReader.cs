using System.Collections.Immutable;
using System.Net;
using System.Text.Json.Nodes;
using Dyno.Http.Clients;
using Dyno.Http.Requests;
using Dyno.K6.Http;
using Dyno.Load.Engine;

namespace Dyno.K6.Options;

/// <summary>The options that shape requests and connections.</summary>
internal static class HttpOptionsReader
{
    /// <summary>Reads them.</summary>
    public static HttpRunOptions Read(JsonObject merged, ImmutableHashSet<string> systemTags, OptionProblems problems, EngineClock clock)
    {
        var values = new OptionValues(merged, "", problems);
        var connections = new HttpOptions
        {
            ConnectTimeout = TimeSpan.FromSeconds(30),
            ReuseConnections = !(values.Truth("noConnectionReuse") ?? false),
            DnsTtl = DnsTtlOf(values),
            ConnectTo = HostsOf(values),
            Tls = TlsOf(values),
        };
        return new HttpRunOptions
        {
            Network = new WireNetwork(connections, clock),
            MaxRedirects = values.Number("maxRedirects") ?? 10,
            UserAgent = values.Text("userAgent") ?? $"Dyno/{Load.Running.ToolRecords.Current.Version} (k6 script)",
            DiscardsBodies = values.Truth("discardResponseBodies") ?? false,
            Throws = values.Truth("throw") ?? false,
            Batch = values.Number("batch") ?? 20,
            BatchPerHost = values.Number("batchPerHost") ?? 6,
            Debug = values.Text("httpDebug") is { Length: > 0 } debug ? debug : null,
            Limit = values.Number("rps") is > 0 and var rps ? new RateLimit(clock, rps) : null,
            Addresses = new AddressRules(BlacklistOf(values), [.. values.Texts("blockHostnames") ?? []]),
            SystemTags = systemTags,
        };
    }

    private static TimeSpan? DnsTtlOf(OptionValues values)
    {
        if (values.Object("dns")?["ttl"] is not { } node) return TimeSpan.FromMinutes(5);
        if (ScenarioReader.TextOf(node) == "inf") return null;
        if (OptionValues.TryTime(node, out var time)) return time;
        values.Problem("dns.ttl", $"'{ScenarioReader.TextOf(node)}' is no time", "write 5m, 0 or inf");
        return null;
    }

    private static ImmutableArray<ConnectToRule> HostsOf(OptionValues values)
    {
        var rules = ImmutableArray.CreateBuilder<ConnectToRule>();
        foreach (var (name, node) in values.Object("hosts") ?? [])
        {
            var target = node is null ? "" : ScenarioReader.TextOf(node);
            if (name.Contains('*')) { values.Problem($"hosts.{name}", "patterns are not supported", "name each host"); continue; }
            var (host, port) = Split(name);
            var (address, targetPort) = Split(target);
            if (!IPAddress.TryParse(address.Trim('[', ']'), out _)) { values.Problem($"hosts.{name}", $"'{target}' is no IP address", "write '127.0.0.1' or '127.0.0.1:8080'"); continue; }
            rules.Add(new ConnectToRule(host, port, address, targetPort));
        }
        return rules.ToImmutable();
    }

    private static (string Host, int? Port) Split(string text)
    {
        var colon = text.LastIndexOf(':');
        var isPort = colon > 0 && !text.EndsWith(']')
            && text.IndexOf(':', StringComparison.Ordinal) == colon | text[..colon].EndsWith(']');
        return isPort && int.TryParse(text.AsSpan(colon + 1), out var port) ? (text[..colon], port) : (text, null);
    }

    private static ImmutableArray<IPNetwork> BlacklistOf(OptionValues values)
    {
        var networks = ImmutableArray.CreateBuilder<IPNetwork>();
        foreach (var text in values.Texts("blacklistIPs") ?? [])
            if (IPNetwork.TryParse(text, out var network)) networks.Add(network);
            else if (IPAddress.TryParse(text, out var one)) networks.Add(new IPNetwork(one, one.GetAddressBytes().Length * 8));
            else values.Problem("blacklistIPs", $"'{text}' is no range of addresses", "write '10.0.0.0/8'");
        return networks.ToImmutable();
    }

    private static TlsClientOptions TlsOf(OptionValues values)
    {
        var tls = new TlsClientOptions { Insecure = values.Truth("insecureSkipTLSVerify") ?? false };
        if (values.Node("tlsVersion") is JsonValue one) tls = tls with { MinVersion = VersionOf(one, values), MaxVersion = VersionOf(one, values) };
        if (values.Node("tlsVersion") is JsonObject range)
            tls = tls with
            {
                MinVersion = range["min"] is { } min ? VersionOf(min, values) : TlsVersion.Tls12,
                MaxVersion = range["max"] is { } max ? VersionOf(max, values) : TlsVersion.Tls13,
            };
        if (values.Array("tlsAuth") is { Count: > 0 } certificates && certificates[0] is JsonObject first) tls = WithCertificate(tls, first);
        values.Texts("tlsCipherSuites");
        return tls;
    }

    private static TlsVersion VersionOf(JsonNode node, OptionValues values)
    {
        switch (ScenarioReader.TextOf(node))
        {
            case "tls1.2": return TlsVersion.Tls12;
            case "tls1.3": return TlsVersion.Tls13;
            case "tls1.0" or "tls1.1": return TlsVersion.Tls12;
            default:
                values.Problem("tlsVersion", $"'{ScenarioReader.TextOf(node)}' is no version of TLS", "write http.TLS_1_2 or http.TLS_1_3");
                return TlsVersion.Tls12;
        }
    }

    // k6 takes the certificate's text; the client reads files.
    private static TlsClientOptions WithCertificate(TlsClientOptions tls, JsonObject pair)
    {
        if (pair["cert"] is not { } certificate || pair["key"] is not { } key) return tls;
        var file = Path.Combine(Path.GetTempPath(), $"dyno-{Guid.NewGuid():n}.pem");
        var access = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows()) access.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        using (var writer = new StreamWriter(file, System.Text.Encoding.UTF8, access)) writer.Write($"{ScenarioReader.TextOf(certificate)}\n{ScenarioReader.TextOf(key)}\n");
        return tls with { ClientCertificateFile = file };
    }
}
