using System.Buffers.Text;

namespace Dyno.K6;

/// <summary>Keys as JSON (RFC 7517, 7518).</summary>
internal static class WebJwk
{
    /// <summary>The key, of the family that is wanted.</summary>
    /// <exception cref="HostException">The key is of another family.</exception>
    public static JsonObject Parse(string text, string kind)
    {
        var key = JsonNode.Parse(text)!.AsObject();
        var wanted = kind switch { "rsa" => "RSA", "ec" => "EC", _ => "oct" };
        var found = Text(key, "kty");
        return found == wanted ? key : throw new HostException($"the key's kty is '{found}', not {wanted}");
    }

    /// <summary>The bytes of a member.</summary>
    /// <exception cref="HostException">The member is missing, or is not base 64 for URLs.</exception>
    public static byte[] Bytes(JsonObject key, string name)
    {
        var text = Text(key, name);
        if (text.Length == 0) throw new HostException($"the key has no {name}");
        try
        {
            return Base64Url.DecodeFromChars(text);
        }
        catch (FormatException)
        {
            throw new HostException($"the key's {name} is not base 64 for URLs");
        }
    }

    public static RSAParameters RsaOf(JsonObject key)
    {
        var (modulus, exponent) = (Bytes(key, "n"), Bytes(key, "e"));
        if (!key.ContainsKey("d")) return new RSAParameters { Modulus = modulus, Exponent = exponent };
        var half = (modulus.Length + 1) / 2;
        return new RSAParameters
        {
            Modulus = modulus,
            Exponent = exponent,
            D = Padded(Bytes(key, "d"), modulus.Length),
            P = Padded(Bytes(key, "p"), half),
            Q = Padded(Bytes(key, "q"), half),
            DP = Padded(Bytes(key, "dp"), half),
            DQ = Padded(Bytes(key, "dq"), half),
            InverseQ = Padded(Bytes(key, "qi"), half),
        };
    }

    public static ECParameters EcOf(JsonObject key, string curve)
    {
        if (Text(key, "crv") != curve) throw new HostException($"the key is of another curve than {curve}: '{Text(key, "crv")}'");
        return new ECParameters
        {
            Curve = WebParameters.CurveOf(curve),
            Q = new ECPoint { X = Bytes(key, "x"), Y = Bytes(key, "y") },
            D = key.ContainsKey("d") ? Bytes(key, "d") : null,
        };
    }

    public static byte[] Of(ReadOnlySpan<byte> secret) => Written([("kty", "oct"), ("k", Base64Url.EncodeToString(secret))]);

    public static byte[] Of(RSAParameters key) => Written(
    [
        ("kty", "RSA"), ("n", Coded(key.Modulus)), ("e", Coded(key.Exponent)), ("d", Coded(key.D)), ("p", Coded(key.P)), ("q", Coded(key.Q)),
        ("dp", Coded(key.DP)), ("dq", Coded(key.DQ)), ("qi", Coded(key.InverseQ)),
    ]);

    public static byte[] Of(ECParameters key) => Written(
    [
        ("kty", "EC"), ("crv", key.Q.X!.Length switch { 48 => "P-384", 66 => "P-521", _ => "P-256" }),
        ("x", Coded(key.Q.X)), ("y", Coded(key.Q.Y)), ("d", Coded(key.D)),
    ]);

    private static string Text(JsonObject key, string name) => key[name] is JsonValue value && value.TryGetValue<string>(out var text) ? text : "";

    private static string? Coded(byte[]? bytes) => bytes is null ? null : Base64Url.EncodeToString(bytes);

    private static byte[] Written(ReadOnlySpan<(string Name, string? Value)> members)
    {
        var json = new JsonObject();
        foreach (var (name, value) in members)
            if (value is not null) json[name] = value;
        return JsonSerializer.SerializeToUtf8Bytes(json);
    }

    // .NET wants every part of a key at its full length, with leading zeros.
    private static byte[] Padded(byte[] bytes, int length) => bytes.Length >= length ? bytes : [.. new byte[length - bytes.Length], .. bytes];
}
