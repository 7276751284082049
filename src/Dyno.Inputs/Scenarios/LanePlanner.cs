namespace Dyno.Inputs;

/// <summary>
/// Decides which driver sends each request. A wire driver sends it, unless the request needs an earlier answer, its answer is needed, or
/// its host is not known before the run. These other requests form one sequence, in the order of the file.
/// </summary>
internal static class LanePlanner
{
    /// <summary>The lanes, wire drivers first; none is empty.</summary>
    /// <param name="requests">In order, with unique names.</param>
    /// <param name="version">The version that the command line asks for; null: each request has its own version.</param>
    public static ImmutableArray<RequestGroup> Split(ImmutableArray<RequestDraft> requests, HttpVersionChoice? version)
    {
        var needed = requests.SelectMany(r => r.Needs.Select(label => (label, r.Name!))).ToLookup(n => n.label, n => n.Item2, StringComparer.Ordinal);
        var judged = requests.Select(r => (Request: r, Why: WhyInSequence(r, needed))).ToList();
        var lanes = ImmutableArray.CreateBuilder<RequestGroup>();
        foreach (var group in judged.Where(j => j.Why is null).GroupBy(j => KindOf(j.Request, version)).OrderBy(g => g.Key))
            lanes.Add(new RequestGroup
            {
                Name = NameOf(group.Key),
                Version = group.Key.Version,
                Requests = [.. group.Select(j => j.Request)],
                Reasons = [.. group.Select(j => WhyOnTheWire(j.Request))],
            });
        if (judged.Where(j => j.Why is not null).ToList() is { Count: > 0 } sequence)
            lanes.Add(new RequestGroup
            {
                Name = "dependent",
                IsSequence = true,
                // One version for the whole sequence: a request without a version takes the version of the others.
                Version = version ?? sequence.Select(s => s.Request.Version).FirstOrDefault(v => v is not null) ?? default,
                Requests = [.. sequence.Select(j => j.Request)],
                Reasons = [.. sequence.Select(j => j.Why!)],
            });
        return lanes is [var only] ? [only with { Name = "default" }] : lanes.ToImmutable();
    }

    /// <summary>Whether scheme, host and port are known before the run.</summary>
    public static bool HasFixedHost(TextTemplate url)
    {
        var parts = VariableValue.Flatten(url).Parts;
        if (parts.Length <= 1) return parts.IsEmpty || parts[0].Source is null;
        if (parts[0].Source is not null) return false;
        var scheme = parts[0].Text.IndexOf("://", StringComparison.Ordinal);
        return parts[0].Text.AsSpan(scheme < 0 ? 0 : scheme + 3).IndexOfAny('/', '?', '#') >= 0;
    }

    private static (bool IsWebSocket, HttpVersionChoice Version) KindOf(RequestDraft request, HttpVersionChoice? version) =>
        (request.WebSocket is not null, version ?? request.Version ?? default);

    private static string NameOf((bool IsWebSocket, HttpVersionChoice Version) kind) => kind switch
    {
        { IsWebSocket: true } => "websocket",
        { Version: HttpVersionChoice.Http11 } => "static",
        _ => $"static-{kind.Version.ToString().ToLowerInvariant()}",
    };

    private static string? WhyInSequence(RequestDraft request, ILookup<string, string> needed)
    {
        if (request.Needs.ToList() is { Count: > 0 } needs) return $"it needs the answer of {string.Join(" and ", needs)}";
        if (request.Label is { } label && needed.Contains(label))
            return $"{OftenOf(request.Once)}its answer is needed by {string.Join(" and ", needed[label].Distinct().Take(3))}";
        return HasFixedHost(request.Url) ? null : "its host is known only when the request is sent";
    }

    private static string OftenOf(OnceFor? once) => once switch
    {
        OnceFor.EachUser => "it is sent once by each virtual user; ",
        OnceFor.AllUsers => "it is sent once in the run; ",
        _ => "",
    };

    private static string WhyOnTheWire(RequestDraft request)
    {
        var generated = request.Sources.Any(s => s is GeneratedValue);
        var fed = request.Sources.Any(s => s is FeedColumn);
        return (generated, fed) switch
        {
            (false, false) => "every byte is known before the run",
            (true, false) => "it needs no answer: its values are generated for each request",
            (false, true) => "it needs no answer: its values come from the data",
            _ => "it needs no answer: its values are generated for each request, or come from the data",
        };
    }
}
