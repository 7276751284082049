namespace Dyno.Import;

/// <summary>The URL of a request: a text, or its parts; with path variables (<c>:id</c>) put in and disabled query values left out.</summary>
internal static class PostmanUrl
{
    /// <summary>The URL with its <c>{{slots}}</c>; empty when there is none.</summary>
    public static string Read(DocumentNode? url)
    {
        if (url is null) return "";
        if (url.Kind == NodeKind.Text) return ImportedUrl.Encoded(url.Text);
        var text = url.Of("raw") is { Length: > 0 } raw ? raw : FromParts(url);
        if (text.Length == 0) return "";
        if (url["query"] is { Kind: NodeKind.Array, Items.Count: > 0 } query) text = WithQuery(text, query);
        foreach (var variable in url.All("variable"))
            if ((variable.Of("key") ?? variable.Of("id")) is { Length: > 0 } key) text = ImportedUrl.WithVariable(text, key, variable.Of("value") ?? "");
        return ImportedUrl.Encoded(text);
    }

    private static string FromParts(DocumentNode url)
    {
        var host = Joined(url["host"], '.');
        if (host.Length == 0) return "";
        var text = new StringBuilder(url.Of("protocol") is { Length: > 0 } protocol ? $"{protocol}://" : "").Append(host);
        if (url.Of("port") is { Length: > 0 } port) text.Append(':').Append(port);
        var path = Joined(url["path"], '/');
        if (path.Length > 0) text.Append('/').Append(path.TrimStart('/'));
        return text.ToString();
    }

    private static string Joined(DocumentNode? part, char separator) => part switch
    {
        null => "",
        { Kind: NodeKind.Array } list => string.Join(separator, list.Items.Select(i => i.Kind == NodeKind.Object ? i.Of("value") ?? "" : i.Text)),
        _ => part.Text,
    };

    private static string WithQuery(string text, DocumentNode query)
    {
        var start = text.IndexOf('?', StringComparison.Ordinal);
        var pairs = query.Items.Where(p => !p.Is("disabled"))
            .Select(p => ImportedUrl.Key(p.Of("key") ?? "") + (p["value"] is null ? "" : "=" + ImportedUrl.Value(p.Of("value") ?? "")));
        var joined = string.Join('&', pairs);
        return (start < 0 ? text : text[..start]) + (joined.Length > 0 ? "?" + joined : "");
    }
}
