namespace Dyno.K6;

/// <summary>URLs, pieces of files, and whether bytes are UTF-8.</summary>
internal static class UrlHost
{
    private static readonly UTF8Encoding Strict = new(false, throwOnInvalidBytes: true);

    public static void AddTo(HostTable table, ScriptUser user)
    {
        table.Add("parseUrl", call => call.Return(Parse(call.Text(0), call.Text(1))));
        table.Add("utf8Valid", call => call.Return(IsUtf8(call.Bytes(0))));
        table.Add("filePart", call =>
        {
            var file = user.Run.OpenFiles[call.Text(0)];
            var into = call.Bytes(2);
            var part = file.AsSpan(Math.Min(call.Whole(1), file.Length));
            part = part[..Math.Min(part.Length, into.Length)];
            part.CopyTo(into);
            call.Return(part.Length);
        });
    }

    private static string? Parse(string text, string from)
    {
        Uri? url;
        if (from.Length == 0 ? !Uri.TryCreate(text, UriKind.Absolute, out url)
            : !Uri.TryCreate(from, UriKind.Absolute, out var start) || !Uri.TryCreate(start, text, out url)) return null;
        if (url.IsFile && !text.StartsWith("file:", StringComparison.OrdinalIgnoreCase)) return null;
        var user = url.UserInfo.Split(':', 2);
        return JsonSerializer.Serialize(new
        {
            protocol = url.Scheme + ":",
            username = user[0],
            password = user.Length > 1 ? user[1] : "",
            hostname = url.HostNameType == UriHostNameType.IPv6 ? url.Host : url.IdnHost,
            port = url.IsDefaultPort || url.Port < 0 ? "" : $"{url.Port}",
            pathname = url.AbsolutePath,
            search = url.Query == "?" ? "" : url.Query,
            hash = url.Fragment == "#" ? "" : url.Fragment,
        });
    }

    private static bool IsUtf8(ReadOnlySpan<byte> bytes)
    {
        try
        {
            Strict.GetCharCount(bytes);
            return true;
        }
        catch (DecoderFallbackException)
        {
            return false;
        }
    }
}
