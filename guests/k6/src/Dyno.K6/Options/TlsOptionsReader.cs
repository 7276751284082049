using System.Net.Security;

namespace Dyno.K6;

/// <summary>The options that shape TLS.</summary>
internal static class TlsOptionsReader
{
    private const string HowVersions = "write http.TLS_1_2, http.TLS_1_3 or { min: http.TLS_1_2, max: http.TLS_1_3 }";
    private const string HowCertificates = "write { domains: ['example.com'], cert: open('cert.pem'), key: open('key.pem') }";

    public static TlsClientOptions Read(OptionValues values)
    {
        var (min, max) = VersionsOf(values);
        return new TlsClientOptions
        {
            Insecure = values.Truth("insecureSkipTLSVerify") ?? false,
            FetchesIssuers = values.Truth("tlsAIAFetch") ?? false,
            MinVersion = min,
            MaxVersion = max,
            HostCertificates = CertificatesOf(values),
            CipherSuites = CipherSuitesOf(values),
        };
    }

    private static (TlsVersion Min, TlsVersion Max) VersionsOf(OptionValues values)
    {
        switch (values.Node("tlsVersion"))
        {
            case null:
                return (TlsVersion.Tls12, TlsVersion.Tls13);
            case JsonObject range:
                var members = new OptionValues(range, values.PathOf("tlsVersion."), values.Problems);
                var (min, max) = (VersionOf(members, "min", TlsVersion.Tls12), VersionOf(members, "max", TlsVersion.Tls13));
                if (min > max) values.Problem("tlsVersion", "min is a later version than max", "write { min: http.TLS_1_2, max: http.TLS_1_3 }");
                return (min, max);
            case JsonArray:
                values.Problem("tlsVersion", "a list of versions cannot be used", HowVersions);
                return (TlsVersion.Tls12, TlsVersion.Tls13);
            default:
                var one = VersionOf(values, "tlsVersion", TlsVersion.Tls12);
                return (one, one);
        }
    }

    // Versions before 1.2 are switched off in the system (docs/k6.md).
    private static TlsVersion VersionOf(OptionValues values, string name, TlsVersion otherwise)
    {
        if (values.Node(name) is not { } node) return otherwise;
        switch (ScenarioReader.TextOf(node))
        {
            case "ssl3.0" or "tls1.0" or "tls1.1" or "tls1.2": return TlsVersion.Tls12;
            case "tls1.3": return TlsVersion.Tls13;
            default:
                values.Problem(name, $"'{ScenarioReader.TextOf(node)}' is not a TLS version", HowVersions);
                return otherwise;
        }
    }

    private static ImmutableArray<string> CipherSuitesOf(OptionValues values)
    {
        var suites = ImmutableArray.CreateBuilder<string>();
        foreach (var written in values.Texts("tlsCipherSuites") ?? [])
        {
            var name = written.EndsWith("_CHACHA20_POLY1305", StringComparison.Ordinal) ? written + "_SHA256" : written; // k6's name for the suite is shorter
            if (Enum.GetNames<TlsCipherSuite>().Contains(name)) suites.Add(name);
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
            if (node is not JsonObject pair) values.Problem($"tlsAuth[{index}]", "the value is not a certificate with its key", HowCertificates);
            else if (CertificateOf(new OptionValues(pair, values.PathOf($"tlsAuth[{index}]."), values.Problems), values, index) is { } read) certificates.Add(read);
        }
        return certificates.ToImmutable();
    }

    private static HostCertificate? CertificateOf(OptionValues pair, OptionValues values, int index)
    {
        if (!pair.Has("cert") || !pair.Has("key"))
        {
            values.Problem($"tlsAuth[{index}]", "cert or key is missing", HowCertificates);
            return null;
        }
        var (certificate, key, password, domains) = (pair.Text("cert"), pair.Text("key"), pair.Text("password"), pair.Texts("domains"));
        if (certificate is null || key is null) return null; // the problem was reported
        if (ClientCertificate.TryRead(certificate, key, password ?? "", [.. domains ?? []], out var read, out var problem)) return read;
        values.Problem($"tlsAuth[{index}]", problem.What, problem.Instead);
        return null;
    }
}
