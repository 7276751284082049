namespace Dyno.K6;

/// <summary>The result of importKey(): the bytes of the key (raw, PKCS #8 or SPKI), and what webcrypto.js tells the script about the key.</summary>
/// <param name="Type"><c>secret</c>, <c>private</c> or <c>public</c>.</param>
/// <param name="Material">The bytes.</param>
/// <param name="Details">Members of the key's algorithm.</param>
internal sealed record WebKey(string Type, byte[] Material, JsonObject Details);

/// <summary>Reads, writes and makes keys of crypto.subtle. Damaged keys throw <see cref="CryptographicException"/>.</summary>
internal static class WebKeys
{
    public static WebKey Import(string format, WebParameters given, ReadOnlySpan<byte> bytes, string jwk)
    {
        var json = format == "jwk" ? WebJwk.Parse(jwk, given.Kind) : null;
        return given.Kind switch
        {
            "rsa" => ImportRsa(format, bytes, json),
            "ec" => ImportEc(format, given.Text("namedCurve"), bytes, json),
            _ => ImportSecret(format, given, json is null ? bytes.ToArray() : WebJwk.Bytes(json, "k")),
        };
    }

    public static byte[] Export(string format, WebParameters given, ReadOnlySpan<byte> material)
    {
        if (given.Kind == "rsa" && format == "jwk")
        {
            using var rsa = Rsa(given.Text("type"), material);
            return WebJwk.Of(rsa.ExportParameters(given.Text("type") == "private"));
        }
        if (given.Kind != "ec" || format is "spki" or "pkcs8") return format == "jwk" ? WebJwk.Of(material) : material.ToArray();
        using var ec = Ec(given.Text("type"), material);
        var parameters = ec.ExportParameters(given.Text("type") == "private");
        return format == "jwk" ? WebJwk.Of(parameters) : [4, .. parameters.Q.X!, .. parameters.Q.Y!];
    }

    /// <summary>A new pair: the private key as PKCS #8, the public one as SPKI.</summary>
    public static (byte[] Private, byte[] Public) Generate(WebParameters given)
    {
        using AsymmetricAlgorithm pair = given.Kind == "rsa" ? RSA.Create(given.Whole("modulusLength")) : ECDsa.Create(given.Curve);
        return (pair.ExportPkcs8PrivateKey(), pair.ExportSubjectPublicKeyInfo());
    }

    public static RSA Rsa(string type, ReadOnlySpan<byte> material) => Read(RSA.Create(), type, material);

    public static ECDsa Ec(string type, ReadOnlySpan<byte> material) => Read(ECDsa.Create(), type, material);

    private static T Read<T>(T key, string type, ReadOnlySpan<byte> material) where T : AsymmetricAlgorithm
    {
        try
        {
            var read = 0;
            if (type == "private") key.ImportPkcs8PrivateKey(material, out read);
            else key.ImportSubjectPublicKeyInfo(material, out read);
            if (read != material.Length) throw new CryptographicException("the key data has extra bytes at its end");
            return key;
        }
        catch
        {
            key.Dispose();
            throw;
        }
    }

    private static WebKey ImportSecret(string format, WebParameters given, byte[] material)
    {
        if (format is "spki" or "pkcs8") throw new HostException($"a key of {given.Name} cannot have the format {format}: use raw or jwk");
        var bits = material.Length * 8;
        if (given.Kind == "aes" && bits is not (128 or 192 or 256)) throw new HostException($"a key of {given.Name} has 16, 24 or 32 bytes, not {material.Length}");
        if (given.Kind == "hmac" && bits == 0) throw new HostException("the key is empty");
        var length = given.Whole("length", bits);
        if (given.Kind == "hmac" && (length > bits || length <= bits - 8)) throw new HostException($"the key has {bits} bits, not {length}");
        return new WebKey("secret", material, new JsonObject { ["length"] = given.Kind == "hmac" ? length : bits });
    }

    private static WebKey ImportRsa(string format, ReadOnlySpan<byte> bytes, JsonObject? jwk)
    {
        if (format == "raw") throw new HostException("an RSA key cannot have the format raw: use spki, pkcs8 or jwk");
        var type = jwk is null ? format == "pkcs8" ? "private" : "public" : jwk.ContainsKey("d") ? "private" : "public";
        using var rsa = jwk is null ? Rsa(type, bytes) : RSA.Create(WebJwk.RsaOf(jwk));
        var parameters = rsa.ExportParameters(false);
        return new WebKey(type, type == "private" ? rsa.ExportPkcs8PrivateKey() : rsa.ExportSubjectPublicKeyInfo(), new JsonObject
        {
            ["modulusLength"] = rsa.KeySize,
            ["publicExponent"] = new JsonArray([.. parameters.Exponent!.Select(b => (JsonNode?)b)]),
        });
    }

    private static WebKey ImportEc(string format, string curve, ReadOnlySpan<byte> bytes, JsonObject? jwk)
    {
        var type = format == "pkcs8" || jwk?.ContainsKey("d") == true ? "private" : "public";
        using var ec = jwk is not null ? ECDsa.Create(WebJwk.EcOf(jwk, curve)) : format == "raw" ? ECDsa.Create(PointOf(bytes, curve)) : Ec(type, bytes);
        var found = ec.ExportParameters(false).Curve.Oid;
        var wanted = WebParameters.CurveOf(curve).Oid;
        if (found.Value != wanted.Value && found.FriendlyName != wanted.FriendlyName) throw new HostException($"the key is of another curve than {curve}: {found.FriendlyName}");
        return new WebKey(type, type == "private" ? ec.ExportPkcs8PrivateKey() : ec.ExportSubjectPublicKeyInfo(), []);
    }

    // An uncompressed point: 4, then both coordinates.
    private static ECParameters PointOf(ReadOnlySpan<byte> bytes, string curve)
    {
        var size = curve switch { "P-384" => 48, "P-521" => 66, _ => 32 };
        if (bytes.Length != 1 + 2 * size || bytes[0] != 4) throw new HostException($"a raw key of {curve} is an uncompressed point: 4 and {2 * size} bytes");
        var (x, y) = (bytes[1..(1 + size)].ToArray(), bytes[(1 + size)..].ToArray());
        return new ECParameters { Curve = WebParameters.CurveOf(curve), Q = new ECPoint { X = x, Y = y } };
    }
}
