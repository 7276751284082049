namespace Dyno.K6;

/// <summary>The parameters of one call of crypto.subtle: the algorithm and its settings, checked by webcrypto.js.</summary>
internal readonly struct WebParameters : IDisposable
{
    private readonly JsonDocument _document;

    public WebParameters(string json) => _document = JsonDocument.Parse(json);

    /// <summary>The algorithm, as the standard writes it: <c>AES-GCM</c>.</summary>
    public string Name => Text("name");

    /// <summary>The family of keys: <c>aes</c>, <c>hmac</c>, <c>rsa</c>, <c>ec</c> or <c>derivation</c>.</summary>
    public string Kind => Text("kind");

    public HashAlgorithmName Hash => HashOf(Text("hash"));

    public ECCurve Curve => CurveOf(Text("namedCurve"));

    public static HashAlgorithmName HashOf(string name) => name switch
    {
        "SHA-1" => HashAlgorithmName.SHA1,
        "SHA-384" => HashAlgorithmName.SHA384,
        "SHA-512" => HashAlgorithmName.SHA512,
        _ => HashAlgorithmName.SHA256,
    };

    public static ECCurve CurveOf(string name) => name switch
    {
        "P-384" => ECCurve.NamedCurves.nistP384,
        "P-521" => ECCurve.NamedCurves.nistP521,
        "P-256" => ECCurve.NamedCurves.nistP256,
        _ => throw new HostException($"there is no curve {name}"),
    };

    /// <summary>A member that is text; empty when the member is missing.</summary>
    public string Text(string name) => _document.RootElement.TryGetProperty(name, out var value) ? value.GetString() ?? "" : "";

    /// <summary>A member that is a whole number; <paramref name="otherwise"/> when the member is missing.</summary>
    public int Whole(string name, int otherwise = 0) =>
        _document.RootElement.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.Number && value.TryGetInt32(out var whole)
            ? whole : otherwise;

    /// <summary>A member that holds bytes, which the script hands over as base 64; empty when the member is missing.</summary>
    public byte[] Bytes(string name) => Convert.FromBase64String(Text(name));

    public void Dispose() => _document.Dispose();
}
