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

    /// <summary>
    /// The URL with its variables put in as Postman does: in the query what would end a value is encoded, in the path only what would end
    /// the request line.
    /// </summary>
    public static TextTemplate Template(string address, ImportScope scope)
    {
        var parts = new List<TextPart>();
        var isQuery = false;
        foreach (var part in scope.Read(address).Parts)
        {
            isQuery |= part.Source is null && part.Text.Contains('?', StringComparison.Ordinal);
            // A variable at the beginning may hold the beginning of the URL, so it is not encoded.
            parts.Add(parts.Count == 0 || part.Source is null ? part : ImportScope.Encoded(part, text => Escaped(isQuery ? EndsValue() : Blank(), text), null));
        }

        return new TextTemplate(parts);
    }

    private static string Escaped(Regex what, string text) => what.Replace(text, m => Escape(m.Value));

    // The apostrophe is a character that .NET leaves alone and Postman encodes.
    private static string Escape(string text) => text == "'" ? "%27" : Uri.EscapeDataString(text);

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
            .Select(p => Outside(EndsKey(), p.Of("key") ?? "") + (p["value"] is null ? "" : "=" + Outside(EndsValue(), p.Of("value") ?? "")));
        var joined = string.Join('&', pairs);
        return (start < 0 ? text : text[..start]) + (joined.Length > 0 ? "?" + joined : "");
    }

    // Replaces whole segments of the path only: /users/:id/orders.
    private static string WithVariable(string text, string key, string value)
    {
        var query = text.IndexOf('?', StringComparison.Ordinal);
        var (path, rest) = query < 0 ? (text, "") : (text[..query], text[query..]);
        var filled = value.Length > 0 ? value : $"{{{{{key}}}}}";
        return Regex.Replace(path, $"(?<=/):{Regex.Escape(key)}(?=/|$)", _ => filled, RegexOptions.CultureInvariant, TimeSpan.FromSeconds(10)) + rest;
    }

    // Blanks and line breaks would end a request line; everything else stays as it was written.
    private static string Encoded(string text) => Outside(Blank(), text.Trim());

    // Encodes the literal text around slots.
    private static string Outside(Regex what, string text)
    {
        var encoded = new StringBuilder();
        var from = 0;
        foreach (Match slot in Slots().Matches(text))
        {
            encoded.Append(Escaped(what, text[from..slot.Index])).Append(slot.Value);
            from = slot.Index + slot.Length;
        }

        return encoded.Append(Escaped(what, text[from..])).ToString();
    }

    [GeneratedRegex(@"\{\{[^{}]{1,200}\}\}")]
    private static partial Regex Slots();

    [GeneratedRegex(@"[\s""<>&#']")]
    private static partial Regex EndsValue();

    [GeneratedRegex(@"[\s""<>&#'=]")]
    private static partial Regex EndsKey();

    [GeneratedRegex(@"[\s""<>]")]
    private static partial Regex Blank();
}
