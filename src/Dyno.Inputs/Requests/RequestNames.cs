using System.Collections.Immutable;
using Dyno.Http.Requests;
using Dyno.Http.Templates;

namespace Dyno.Inputs.Requests;

/// <summary>Names of requests: method and path when the user gave none, unique in any case.</summary>
internal static class RequestNames
{
    private const int MaxLength = 120;

    public static string Default(string method, Uri url) => Shortened($"{method} {url.AbsolutePath}");

    /// <summary>Method and path as written, slots and all: <c>GET /orders/{{$randomInt}}</c>.</summary>
    public static string Default(string method, Uri url, TextTemplate written)
    {
        if (written.IsLiteral) return Default(method, url);
        var text = written.Written;
        var scheme = text.IndexOf("://", StringComparison.Ordinal);
        var path = text.IndexOf('/', scheme < 0 ? 0 : scheme + 3);
        var end = path < 0 ? -1 : text.IndexOf('?', path);
        return Shortened(path < 0 ? $"{method} /" : $"{method} {(end < 0 ? text[path..] : text[path..end])}");
    }

    /// <summary>Numbers repetitions: <c>GET /hello</c>, <c>GET /hello (2)</c>.</summary>
    public static ImmutableArray<HttpRequestPlan> MakeUnique(IEnumerable<HttpRequestPlan> requests)
    {
        var taken = new HashSet<string>(StringComparer.Ordinal);
        var next = new Dictionary<string, int>(StringComparer.Ordinal); // a session may repeat one name 100,000 times
        var unique = ImmutableArray.CreateBuilder<HttpRequestPlan>();
        foreach (var request in requests)
        {
            var name = request.Name;
            var number = next.GetValueOrDefault(request.Name, 2);
            for (; !taken.Add(name); number++) name = $"{request.Name} ({number})";
            next[request.Name] = number;
            unique.Add(name == request.Name ? request : request with { Name = name });
        }

        return unique.ToImmutable();
    }

    private static string Shortened(string name) => name.Length <= MaxLength ? name : name[..MaxLength] + "…";
}
