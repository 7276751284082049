using System.Collections.Immutable;
using System.Globalization;
using System.Net;
using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Dyno.Http.Clients;
using Dyno.Http.Requests;
using Dyno.Inputs.Problems;
using Dyno.K6.Http;
using Dyno.Load.Engine;

namespace Dyno.K6.Options;

/// <summary>The options that shape requests and connections.</summary>
internal static partial class HttpOptionsReader
{
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(30);
    private static readonly string[] DnsNames = ["ttl", "select", "policy"];

    /// <summary>Reads them.</summary>
    public static HttpRunOptions Read(JsonObject merged, ImmutableHashSet<string> systemTags, OptionProblems problems, EngineClock clock,
        (Uri From, Uri To)? rebase = null, string? trustedFile = null)
    {
        var values = new OptionValues(merged, "", problems);
        var blacklist = BlacklistOf(values);
        var dns = DnsOf(values);
        var maxRedirects = values.Number("maxRedirects");
        var connections = new HttpOptions
        {
            ConnectTimeout = ConnectTimeout,
            FirstHandshakeTimeout = ConnectTimeout, // k6 has no shorter one
            ReuseConnections = !(values.Truth("noConnectionReuse") ?? false),
            DnsTtl = dns.Ttl,
            DnsPreference = dns.Preference,
            DnsSelection = dns.Selection,
            BlockedNetworks = blacklist,
            ConnectTo = [.. Moved(rebase), .. HostsOf(values)],
            Tls = TlsOf(values) with { CaFile = trustedFile },
        };
        return new HttpRunOptions
        {
            Network = new WireNetwork(connections, clock),
            MaxRedirects = maxRedirects ?? 10,
            WarnsOfRedirects = maxRedirects is null,
            UserAgent = values.Text("userAgent") ?? $"Dyno/{Load.Running.ToolRecords.Current.Version} (k6 script)",
            DiscardsBodies = values.Truth("discardResponseBodies") ?? false,
            Throws = values.Truth("throw") ?? false,
            Batch = values.Number("batch") ?? 20,
            BatchPerHost = values.Number("batchPerHost") ?? 6,
            Debug = values.Text("httpDebug") is { Length: > 0 } debug ? debug : null,
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
        values.Problem("localIPs", $"'{wrong}' is no address, range or network", "write 10.0.0.2,10.0.1.1-10.0.1.9,10.0.2.0/24");
        return null;
    }

    private static (TimeSpan? Ttl, DnsPreference Preference, DnsSelection Selection) DnsOf(OptionValues values)
    {
        if (values.Object("dns") is not { } written) return (TimeSpan.FromMinutes(5), DnsPreference.PreferIPv4, DnsSelection.Random);
        var dns = new OptionValues(written, "dns.", values.Problems);
        var read = (DnsTtlOf(dns), NameOf(dns, "policy", DnsPreference.PreferIPv4, "there is no policy '{0}'", "write preferIPv4, preferIPv6, onlyIPv4, onlyIPv6 or any"),
            NameOf(dns, "select", DnsSelection.Random, "'{0}' is no way to choose an address", "write random, roundRobin or first"));
        foreach (var unknown in dns.Unknown) dns.Problem(unknown, "dns has no such setting", $"write {NearestWord.Find(unknown, DnsNames) ?? "ttl, select or policy"}");
        return read;
    }

    private static TimeSpan? DnsTtlOf(OptionValues dns)
    {
        if (dns.Node("ttl") is not { } node) return TimeSpan.FromMinutes(5);
        if (ScenarioReader.TextOf(node) == "inf") return null;
        if (OptionValues.TryTime(node, out var time)) return time;
        dns.Problem("ttl", $"'{ScenarioReader.TextOf(node)}' is no time", "write 5m, 0 or inf");
        return null;
    }

    private static T NameOf<T>(OptionValues values, string option, T otherwise, string what, string instead)
        where T : struct, Enum
    {
        if (values.Node(option) is not { } node) return otherwise;
        var text = ScenarioReader.TextOf(node);
        foreach (var value in Enum.GetValues<T>())
            if (value.ToString().Equals(text, StringComparison.OrdinalIgnoreCase)) return value;
        values.Problem(option, string.Format(CultureInfo.InvariantCulture, what, text), instead);
        return otherwise;
    }

    private static ImmutableArray<string> BlockedNamesOf(OptionValues values)
    {
        foreach (var pattern in values.Texts("blockHostnames") ?? [])
            if (!HostPattern().IsMatch(pattern)) values.Problem("blockHostnames", $"'{pattern}' is no pattern of host names", "write 'www.example.com', or '*.example.com' with the '*' at the beginning");
        return [.. values.Texts("blockHostnames") ?? []];
    }

    private static IEnumerable<ConnectToRule> Moved((Uri From, Uri To)? rebase) => rebase is not { } moved ? []
        : [new ConnectToRule(moved.From.IdnHost, moved.From.Port, moved.To.IdnHost, moved.To.Port)];

    private static DnsPreference PreferenceOf(OptionValues values)
    {
        if (values.Object("dns")?["policy"] is not { } node) return DnsPreference.PreferIPv4;
        if (Enum.TryParse<DnsPreference>(ScenarioReader.TextOf(node), ignoreCase: true, out var policy)) return policy;
        values.Problem("dns.policy", $"there is no policy '{ScenarioReader.TextOf(node)}'", "write preferIPv4, preferIPv6, onlyIPv4, onlyIPv6 or any");
        return DnsPreference.PreferIPv4;
    }

    private static DnsSelection SelectionOf(OptionValues values)
    {
        if (values.Object("dns")?["select"] is not { } node) return DnsSelection.Random;
        if (Enum.TryParse<DnsSelection>(ScenarioReader.TextOf(node), ignoreCase: true, out var select)) return select;
        values.Problem("dns.select", $"'{ScenarioReader.TextOf(node)}' is no way to choose an address", "write random, roundRobin or first");
        return DnsSelection.Random;
    }

    private static ImmutableArray<ConnectToRule> HostsOf(OptionValues values)
    {
        var rules = ImmutableArray.CreateBuilder<ConnectToRule>();
        foreach (var (name, node) in values.Object("hosts") ?? [])
        {
            var target = node is null ? "" : ScenarioReader.TextOf(node);
            if (name.LastIndexOf('*') > 0) { values.Problem($"hosts.{name}", "a pattern has its '*' at the beginning", "write '*.example.com'"); continue; }
            var (host, port) = Split(name);
            var (address, targetPort) = Split(target);
            if (!IPAddress.TryParse(address.Trim('[', ']'), out _)) { values.Problem($"hosts.{name}", $"'{target}' is no IP address", "write '127.0.0.1' or '127.0.0.1:8080'"); continue; }
            if (port is > 65_535 || targetPort is > 65_535) { values.Problem($"hosts.{name}", "a port is at most 65535", "write '127.0.0.1:8080'"); continue; }
            rules.Add(new ConnectToRule(host.Trim('[', ']'), port, address, targetPort));
        }
        // A name before a pattern, a longer pattern before a shorter one, a port before none.
        return [.. rules.OrderBy(r => r.FromHost.StartsWith('*')).ThenByDescending(r => r.FromHost.Length).ThenByDescending(r => r.FromPort is not null)];
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
        if (VersionsOf(values) is var (min, max)) tls = tls with { MinVersion = min, MaxVersion = max };
        return tls with { HostCertificates = CertificatesOf(values), CipherSuites = CipherSuitesOf(values) };
    }

    private static (TlsVersion Min, TlsVersion Max)? VersionsOf(OptionValues values)
    {
        switch (values.Node("tlsVersion"))
        {
            case null: return null;
            case JsonValue one:
                var only = VersionOf(one, values);
                return (only, only);
            case JsonObject range:
                var min = range["min"] is { } lowest ? VersionOf(lowest, values) : TlsVersion.Tls12;
                var max = range["max"] is { } highest ? VersionOf(highest, values) : TlsVersion.Tls13;
                if (min <= max) return (min, max);
                values.Problem("tlsVersion", "min is above max", "write { min: http.TLS_1_2, max: http.TLS_1_3 }");
                return null;
            default:
                values.Problem("tlsVersion", "a list cannot be used", "write http.TLS_1_3, or { min: http.TLS_1_2, max: http.TLS_1_3 }");
                return null;
        }
    }

    private static ImmutableArray<string> CipherSuitesOf(OptionValues values)
    {
        var suites = ImmutableArray.CreateBuilder<string>();
        foreach (var written in values.Texts("tlsCipherSuites") ?? [])
        {
            var name = written.EndsWith("_CHACHA20_POLY1305", StringComparison.Ordinal) ? written + "_SHA256" : written; // k6's name for it
            if (!char.IsAsciiDigit(name.FirstOrDefault()) && Enum.TryParse<TlsCipherSuite>(name, out _)) suites.Add(name);
            else values.Problem("tlsCipherSuites", $"there is no cipher suite '{name}'",
                NearestWord.Find(name, Enum.GetNames<TlsCipherSuite>()) is { } near ? $"write {near}" : "write names such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
        }
        return suites.ToImmutable();
    }

    private static ImmutableArray<HostCertificate> CertificatesOf(OptionValues values)
    {
        var certificates = ImmutableArray.CreateBuilder<HostCertificate>();
        foreach (var (node, index) in (values.Array("tlsAuth") ?? []).Select((n, i) => (n, i)))
        {
            if (node is JsonObject pair && pair["cert"] is { } certificate && pair["key"] is { } key)
            {
                var password = pair["password"] is { } secret ? ScenarioReader.TextOf(secret) : "";
                var domains = (pair["domains"] as JsonArray ?? []).Where(d => d is not null).Select(d => ScenarioReader.TextOf(d!));
                if (LoadCertificate(ScenarioReader.TextOf(certificate), ScenarioReader.TextOf(key), password) is { } loaded)
                    certificates.Add(new HostCertificate([.. domains], loaded.Own) { Issuers = loaded.Issuers });
                else values.Problem($"tlsAuth[{index}]", "certificate and key cannot be used together",
                    "give both in PEM: { cert: open('cert.pem'), key: open('key.pem'), password: '…' }");
            }
            else values.Problem($"tlsAuth[{index}]", "cert or key is missing", "write { domains: ['example.com'], cert: open('cert.pem'), key: open('key.pem') }");
        }
        return certificates.ToImmutable();
    }

    private static (X509Certificate2 Own, X509Certificate2Collection Issuers)? LoadCertificate(string certificate, string key, string password)
    {
        try
        {
            using var fromPem = password.Length > 0
                ? X509Certificate2.CreateFromEncryptedPem(certificate, key, password) : X509Certificate2.CreateFromPem(certificate, key);
            // Through PKCS#12, because some systems' TLS refuse a key that only lives in memory.
            var own = X509CertificateLoader.LoadPkcs12(fromPem.Export(X509ContentType.Pkcs12), null);
            X509Certificate2Collection all = [];
            all.ImportFromPem(certificate);
            return (own, [.. all.Where(other => other.Thumbprint != own.Thumbprint)]);
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException)
        {
            return null;
        }
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

    [GeneratedRegex(@"^(?:\*\.?)?[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?(?:\.[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)*$|^\*$", RegexOptions.CultureInvariant)]
    private static partial Regex HostPattern();
}
