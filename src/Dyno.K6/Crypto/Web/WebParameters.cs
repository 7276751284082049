using System.Security.Cryptography;
using System.Text.Json;
using Dyno.JavaScript;

namespace Dyno.K6.Crypto;

/// <summary>What a call of crypto.subtle is about: the algorithm with its parameters, checked by webcrypto.js.</summary>
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

    /// <summary>A text; empty when it is not there.</summary>
    public string Text(string name) => _document.RootElement.TryGetProperty(name, out var value) ? value.GetString() ?? "" : "";

    /// <summary>A whole number, or what stands for it when it is not there.</summary>
    public int Whole(string name, int otherwise = 0) =>
        _document.RootElement.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.Number && value.TryGetInt32(out var whole)
            ? whole : otherwise;

    /// <summary>Bytes, which cross as base 64; empty when they are not there.</summary>
    public byte[] Bytes(string name) => Convert.FromBase64String(Text(name));

    public void Dispose() => _document.Dispose();
}
