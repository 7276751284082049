using System.Collections.Immutable;
using Dyno.Http.Requests;
using Dyno.Http.Templates;

namespace Dyno.Inputs.Requests;

/// <summary>Names of requests: method and path when the user gave none, unique in any case.</summary>
internal static class RequestNames
{
    private const int MaxLength = 120;

    public static string Default(string method, Uri url)
    {
        var name = $"{method} {url.AbsolutePath}";
        return name.Length <= MaxLength ? name : name[..MaxLength] + "…";
    }

    /// <summary>Method and path as written, slots and all: <c>GET /orders/{{$randomInt}}</c>.</summary>
    public static string Default(string method, Uri url, TextTemplate written)
    {
        if (written.IsLiteral) return Default(method, url);
        var text = written.Written;
        var path = text.IndexOf("://", StringComparison.Ordinal) is var scheme and >= 0 ? text.IndexOf('/', scheme + 3) : text.IndexOf('/', StringComparison.Ordinal);
        var end = path < 0 ? -1 : text.IndexOf('?', path);
        var name = path < 0 ? $"{method} /" : $"{method} {(end < 0 ? text[path..] : text[path..end])}";
        return name.Length <= MaxLength ? name : name[..MaxLength] + "…";
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
}
