namespace Dyno.K6;

/// <summary>Hashes, codings and random numbers of k6/crypto, k6/encoding and the global crypto.</summary>
internal static class CryptoHost
{
    public static void AddTo(HostTable table)
    {
        var decoded = Array.Empty<byte>();
        table.Add("hash", call => call.Return(Convert.ToHexStringLower(Hashes.Hash(call.Text(0), call.Bytes(1)))));
        table.Add("hmac", call => call.Return(Convert.ToHexStringLower(Hashes.Hmac(call.Text(0), call.Bytes(1), call.Bytes(2)))));
        table.Add("hex", call => call.Return(Convert.ToHexStringLower(call.Bytes(0))));
        table.Add("recode", call => call.Return(Encode(Convert.FromHexString(call.Text(0)), call.Text(1))));
        table.Add("base64", call => call.Return(Encode(call.Bytes(0), call.Text(1))));
        table.Add("unbase64", call => call.Return((decoded = Decode(call.Text(0), call.Text(1))).Length));
        table.Add("takeBytes", call => decoded.CopyTo(call.Bytes(0)));
        table.Add("randomFill", call => RandomNumberGenerator.Fill(call.Bytes(0)));
        table.Add("uuid", call => call.Return(Guid.NewGuid().ToString()));
    }

    private static string Encode(ReadOnlySpan<byte> bytes, string kind) => kind switch
    {
        "hex" => Convert.ToHexStringLower(bytes),
        "url" or "base64url" => Convert.ToBase64String(bytes).Replace('+', '-').Replace('/', '_'),
        "rawurl" or "base64rawurl" => Convert.ToBase64String(bytes).Replace('+', '-').Replace('/', '_').TrimEnd('='),
        "rawstd" => Convert.ToBase64String(bytes).TrimEnd('='),
        _ => Convert.ToBase64String(bytes),
    };

    private static byte[] Decode(string text, string kind)
    {
        if (kind is "url" or "rawurl") text = text.Replace('-', '+').Replace('_', '/');
        if (kind is "rawstd" or "rawurl") text += (text.Length % 4) switch { 2 => "==", 3 => "=", _ => "" };
        try
        {
            return Convert.FromBase64String(text);
        }
        catch (FormatException)
        {
            throw new HostException("illegal base64 data: is it another kind (std, rawstd, url, rawurl)?");
        }
    }
}
