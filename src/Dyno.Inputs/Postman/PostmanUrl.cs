using System.Text;
using System.Text.RegularExpressions;
using Dyno.Http.Templates;
using Dyno.Inputs.Requests;
using Dyno.Inputs.Text;

namespace Dyno.Inputs.Postman;

/// <summary>The URL of a request: a text, or its parts; with path variables (<c>:id</c>) put in and disabled query values left out.</summary>
internal static partial class PostmanUrl
{
    /// <summary>The URL with its <c>{{slots}}</c>; empty when there is none.</summary>
    public static string Read(DocumentNode? url)
    {
        if (url is null) return "";
        if (url.Kind == NodeKind.Text) return Encoded(url.Text);
        var text = url.Of("raw") is { Length: > 0 } raw ? raw : FromParts(url);
        if (text.Length == 0) return "";
        if (url["query"] is { Kind: NodeKind.Array, Items.Count: > 0 } query) text = WithQuery(text, query);
        foreach (var variable in url.All("variable"))
            if ((variable.Of("key") ?? variable.Of("id")) is { Length: > 0 } key) text = WithVariable(text, key, variable.Of("value") ?? "");
        return Encoded(text);
    }

    /// <summary>The URL with its variables put in as Postman does: characters that would end a URL or a query value are encoded.</summary>
    public static TextTemplate Template(string address, ImportScope scope)
    {
        var parts = scope.Read(address).Parts;
        // A variable at the beginning may hold the beginning of the URL, so it is not encoded.
        return new TextTemplate(parts.Select((part, i) => i == 0 || part.Source is null ? part
            : ImportScope.Encoded(part, text => EndsUrl().Replace(text, m => Uri.EscapeDataString(m.Value)), null)));
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
        var pairs = query.Items.Where(p => !p.Is("disabled")).Select(p => p["value"] is null ? p.Of("key") ?? "" : $"{p.Of("key")}={p.Of("value")}");
        var joined = string.Join('&', pairs);
        return (start < 0 ? text : text[..start]) + (joined.Length > 0 ? "?" + joined : "");
    }

    // Replaces whole segments of the path only: /users/:id/orders.
    private static string WithVariable(string text, string key, string value)
    {
        var query = text.IndexOf('?', StringComparison.Ordinal);
        var (path, rest) = query < 0 ? (text, "") : (text[..query], text[query..]);
        var filled = value.Length > 0 ? value : $"{{{{{key}}}}}";
        if (value.Length > 0 && !value.Contains("{{", StringComparison.Ordinal)) filled = Uri.EscapeDataString(value);
        return Regex.Replace(path, $"(?<=/):{Regex.Escape(key)}(?=/|$)", _ => filled, RegexOptions.CultureInvariant, TimeSpan.FromSeconds(10)) + rest;
    }

    // Blanks and line breaks would end a request line; everything else stays as it was written.
    private static string Encoded(string text)
    {
        text = Slots().IsMatch(text) ? EncodeOutside(text) : Blank().Replace(text.Trim(), m => Uri.EscapeDataString(m.Value));
        return text;
    }

    private static string EncodeOutside(string text) =>
        BlankOrSlot().Replace(text.Trim(), m => m.Value.StartsWith("{{", StringComparison.Ordinal) ? m.Value : Uri.EscapeDataString(m.Value));

    [GeneratedRegex(@"\{\{[^{}]{1,200}\}\}")]
    private static partial Regex Slots();

    [GeneratedRegex(@"[\s""<>|#]")]
    private static partial Regex EndsUrl();

    [GeneratedRegex(@"[\s""<>|]")]
    private static partial Regex Blank();

    [GeneratedRegex(@"\{\{[^{}]{1,200}\}\}|[\s""<>|]")]
    private static partial Regex BlankOrSlot();
}
