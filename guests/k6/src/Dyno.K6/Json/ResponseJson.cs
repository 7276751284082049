namespace Dyno.K6;

/// <summary>Parts of a response as JSON for the prelude, written only when a script asks for them.</summary>
internal static class ResponseJson
{
    private const double NoExpiry = -6795364578871; // k6's value for a cookie that does not expire

    public static string Headers(StoredResponse response) => Written(response, static (json, response) =>
    {
        // How the body was transferred does not concern the script.
        foreach (var group in response.Headers.Where(h => !h.Name.Equals("Transfer-Encoding", StringComparison.OrdinalIgnoreCase))
            .GroupBy(h => HeaderNames.Canonical(h.Name), StringComparer.Ordinal))
            json.WriteString(group.Key, string.Join(", ", group.Select(h => h.Value)));
    });

    /// <summary>Everything but status, body, headers, times and the request.</summary>
    public static string Rest(StoredResponse response) => Written(response, static (json, response) =>
    {
        Connection(json, response);
        Cookies(json, response);
        Tls(json, response);
        json.WriteString("error", response.Error);
    });

    /// <summary>The request without its body; null when none was sent.</summary>
    public static string Request(StoredResponse response) => response.Sent is null ? "null" : Written(response, Request);

    private static string Written(StoredResponse response, Action<Utf8JsonWriter, StoredResponse> write)
    {
        var output = new ArrayBufferWriter<byte>(1024);
        using (var json = new Utf8JsonWriter(output))
        {
            json.WriteStartObject();
            write(json, response);
            json.WriteEndObject();
        }
        return Encoding.UTF8.GetString(output.WrittenSpan);
    }

    private static void Connection(Utf8JsonWriter json, StoredResponse response)
    {
        var remote = response.Wire?.RemoteEndpoint ?? "";
        var colon = remote.LastIndexOf(':');
        json.WriteString("remote_ip", colon < 0 ? "" : remote[..colon].Trim('[', ']'));
        json.WriteNumber("remote_port", colon < 0 || !int.TryParse(remote.AsSpan(colon + 1), out var port) ? 0 : port);
        json.WriteString("url", response.Wire?.Url.OriginalString ?? response.Spec.Url);
        json.WriteString("status_text", response.Status == 0 ? "" : $"{response.Status} {response.Wire!.ReasonPhrase}".TrimEnd());
        json.WriteString("proto", response.Wire?.Protocol ?? "");
    }

    private static void Cookies(Utf8JsonWriter json, StoredResponse response)
    {
        json.WriteStartObject("cookies");
        var cookies = response.Headers.Where(h => h.Name.Equals("Set-Cookie", StringComparison.OrdinalIgnoreCase))
            .Select(h => SetCookie.Parse(h.Value)).OfType<SetCookie>();
        foreach (var group in cookies.GroupBy(c => c.Name, StringComparer.Ordinal))
        {
            json.WriteStartArray(group.Key);
            foreach (var cookie in group) Cookie(json, cookie);
            json.WriteEndArray();
        }
        json.WriteEndObject();
    }

    private static void Cookie(Utf8JsonWriter json, SetCookie cookie)
    {
        json.WriteStartObject();
        json.WriteString("name", cookie.Name);
        json.WriteString("value", cookie.Value);
        json.WriteString("domain", cookie.Domain);
        json.WriteString("path", cookie.Path);
        json.WriteBoolean("http_only", cookie.HttpOnly);
        json.WriteBoolean("secure", cookie.Secure);
        json.WriteNumber("max_age", cookie.MaxAge is <= 0 ? -1 : cookie.MaxAge ?? 0); // as Go: −1 for a cookie that expires at once
        json.WriteNumber("expires", cookie.Expires is { } expires ? expires.ToUnixTimeMilliseconds() : NoExpiry);
        json.WriteEndObject();
    }

    private static void Tls(Utf8JsonWriter json, StoredResponse response)
    {
        var parts = response.Wire?.Tls?.Split(' '); // "TLS 1.3 TLS_AES_256_GCM_SHA384"
        json.WriteString("tls_version", parts is null ? "" : "tls" + parts[1]);
        json.WriteString("tls_cipher_suite", parts is { Length: > 2 } ? parts[2] : "");
        json.WriteStartObject("ocsp");
        json.WriteNumber("produced_at", 0);
        json.WriteNumber("this_update", 0);
        json.WriteNumber("next_update", 0);
        json.WriteNumber("revoked_at", 0);
        json.WriteString("revocation_reason", "");
        json.WriteString("status", parts is null ? "" : "unknown");
        json.WriteEndObject();
    }

    private static void Request(Utf8JsonWriter json, StoredResponse response)
    {
        var sent = response.Sent!;
        json.WriteString("method", sent.Method);
        json.WriteString("url", sent.Url.OriginalString);
        json.WriteStartObject("headers");
        foreach (var group in sent.Headers.GroupBy(h => h.Name, StringComparer.Ordinal))
        {
            json.WriteStartArray(group.Key);
            foreach (var header in group) json.WriteStringValue(header.Value);
            json.WriteEndArray();
        }
        json.WriteEndObject();
        json.WriteStartObject("cookies");
        foreach (var group in response.SentCookies.GroupBy(c => c.Key, StringComparer.Ordinal))
        {
            json.WriteStartArray(group.Key);
            foreach (var cookie in group)
            {
                json.WriteStartObject();
                json.WriteString("name", cookie.Key);
                json.WriteString("value", cookie.Value);
                json.WriteBoolean("replace", response.Spec.Cookies.Any(c => c.Name == cookie.Key && c.Replaces));
                json.WriteEndObject();
            }
            json.WriteEndArray();
        }
        json.WriteEndObject();
    }
}
