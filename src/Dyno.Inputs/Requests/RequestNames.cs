namespace Dyno.Inputs;

/// <summary>Names of requests: method and path when the user gave none, unique in any case.</summary>
internal static class RequestNames
{
    private const int MaxLength = 120;

    public static string Default(string method, Uri url) => Shortened($"{method} {url.AbsolutePath}");

    /// <summary>Method and path as written, with slots: <c>GET /orders/{{$randomInt}}</c>.</summary>
    /// <param name="method">The method in capitals.</param>
    public static string Default(string method, TextTemplate url)
    {
        var text = url.Written;
        if (url.IsLiteral && Uri.TryCreate(text, UriKind.Absolute, out var whole) && whole.Scheme is "http" or "https") return Default(method, whole);
        if (url.Parts is [{ Source: not null }, ..]) return Shortened($"{method} {WithoutQuery(text)}");
        var scheme = text.IndexOf("://", StringComparison.Ordinal);
        var path = text.IndexOf('/', scheme < 0 ? 0 : scheme + 3);
        return Shortened($"{method} {(path < 0 ? "/" : WithoutQuery(text[path..]))}");
    }

    // A slot may have a question mark of its own: {{login.response.body.$.items[?(@.id==1)].name}}.
    private static string WithoutQuery(string text)
    {
        for (var at = 0; at < text.Length; at++)
        {
            if (text[at] == '?') return text[..at];
            if (!text.AsSpan(at).StartsWith("{{")) continue;
            var close = text.IndexOf("}}", at, StringComparison.Ordinal);
            if (close < 0) return text.Split('?')[0];
            at = close + 1;
        }

        return text;
    }

    /// <summary>Numbers repetitions: <c>GET /hello</c>, <c>GET /hello (2)</c>.</summary>
    public static ImmutableArray<RequestDraft> MakeUnique(IEnumerable<RequestDraft> requests)
    {
        var taken = new HashSet<string>(StringComparer.Ordinal);
        var next = new Dictionary<string, int>(StringComparer.Ordinal); // a session may repeat one name 100,000 times
        var unique = ImmutableArray.CreateBuilder<RequestDraft>();
        foreach (var request in requests)
        {
            var wanted = request.Name ?? Default(request.Method, VariableValue.Shown(request.Url));
            var name = wanted;
            var number = next.GetValueOrDefault(wanted, 2);
            for (; !taken.Add(name); number++) name = $"{wanted} ({number})";
            next[wanted] = number;
            unique.Add(request with { Name = name });
        }

        return unique.ToImmutable();
    }

    private static string Shortened(string name) => name.Length <= MaxLength ? name : name[..MaxLength] + "…";
}
