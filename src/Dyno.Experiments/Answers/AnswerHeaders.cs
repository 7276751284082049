namespace Dyno.Experiments;

/// <summary>
/// The headers of an answer that say what work the server did: type and coding of the body, caching, redirection. Dates, names of servers
/// and ids of requests say nothing about work. Headers of the connection or of the framing of the message do not belong to the answer (RFC
/// 9110 §7.6.1, RFC 9112 §6.1): the same body may have a length when it comes from a cache, and come in chunks when a program writes it.
/// </summary>
internal static class AnswerHeaders
{
    private static readonly ImmutableArray<string> ThatMatter =
    [
        "access-control-allow-origin", "cache-control", "content-disposition", "content-encoding", "content-language", "content-type",
        "location", "set-cookie", "strict-transport-security", "vary", "www-authenticate",
    ];

    /// <summary>The headers of an answer that say what work was done.</summary>
    /// <param name="asked">The URL of the request: each launch has another address, which does not count as a difference.</param>
    public static ImmutableSortedDictionary<string, string> Of(HttpResponseMessage answer, Uri asked)
    {
        var headers = answer.Headers.NonValidated.Concat(answer.Content.Headers.NonValidated);
        return headers.Select(h => (Name: h.Key.ToLowerInvariant(), h.Value)).Where(h => ThatMatter.Contains(h.Name))
            .ToImmutableSortedDictionary(h => h.Name, h => string.Join(", ", h.Value.Select(value => Shown(h.Name, value, asked)).Order(StringComparer.Ordinal)),
                StringComparer.Ordinal);
    }

    // The value of a cookie is a secret, and differs for each client.
    private static string Shown(string name, string value, Uri asked) => name switch
    {
        "set-cookie" => value.Split('=')[0].Trim(),
        "location" => value.Replace(asked.GetLeftPart(UriPartial.Authority), "", StringComparison.OrdinalIgnoreCase),
        _ => value,
    };
}
