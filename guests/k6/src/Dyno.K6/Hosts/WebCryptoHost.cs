namespace Dyno.K6;

/// <summary>
/// The computations of crypto.subtle (webcrypto.js). Bytes are returned in two steps: a function returns their number, then webTake() fills
/// the array that the script has made for them.
/// </summary>
internal static class WebCryptoHost
{
    private delegate byte[] Operation(WebParameters given, ReadOnlySpan<byte> key, ReadOnlySpan<byte> data);

    public static void AddTo(HostTable table)
    {
        var made = Array.Empty<byte>();
        table.Add("webTake", call =>
        {
            made.CopyTo(call.Bytes(0));
            made = [];
        });
        table.Add("webDigest", call => call.Return((made = CryptographicOperations.HashData(WebParameters.HashOf(call.Text(0)), call.Bytes(1))).Length));
        Add("webSign", WebSignatures.Sign);
        Add("webEncrypt", static (given, key, data) => given.Name == "RSA-OAEP" ? WebSignatures.EncryptRsa(given, key, data) : AesCiphers.Encrypt(given, key, data));
        Add("webDecrypt", static (given, key, data) => given.Name == "RSA-OAEP" ? WebSignatures.DecryptRsa(given, key, data) : AesCiphers.Decrypt(given, key, data));
        Add("webDerive", WebDerivation.Derive);
        table.Add("webVerify", call =>
        {
            using var given = new WebParameters(call.Text(0));
            call.Return(WebSignatures.Verify(given, call.Bytes(1), call.Bytes(2), call.Bytes(3)));
        });
        table.Add("webImport", call =>
        {
            using var given = new WebParameters(call.Text(1));
            var key = WebKeys.Import(call.Text(0), given, call.Bytes(2), call.Text(3));
            made = key.Material;
            (key.Details["type"], key.Details["size"]) = (key.Type, made.Length);
            call.Return(key.Details.ToJsonString());
        });
        table.Add("webExport", call =>
        {
            using var given = new WebParameters(call.Text(1));
            call.Return((made = WebKeys.Export(call.Text(0), given, call.Bytes(2))).Length);
        });
        table.Add("webGenerate", call =>
        {
            using var given = new WebParameters(call.Text(0));
            var (secret, open) = WebKeys.Generate(given);
            made = [.. secret, .. open];
            call.Return($"{secret.Length},{open.Length}");
        });

        void Add(string name, Operation operation) => table.Add(name, call =>
        {
            using var given = new WebParameters(call.Text(0));
            call.Return((made = operation(given, call.Bytes(1), call.Bytes(2))).Length);
        });
    }
}
