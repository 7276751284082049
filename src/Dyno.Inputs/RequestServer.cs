namespace Dyno.Inputs;

/// <summary>The server to which a request goes.</summary>
/// <param name="Line">The line where the request begins in its file, from 1; null when it comes from no file.</param>
/// <param name="Host">The host name or address, IPv6 in brackets; null when it is known only while the load runs.</param>
public sealed record RequestServer(string Request, int? Line, string? Host)
{
    internal static RequestServer Of(RequestDraft draft, Uri? subject) =>
        new(draft.Name!, draft.Line, subject?.Host ?? HostOf(VariableValue.Flatten(draft.Url)));

    private static string? HostOf(Dyno.Http.TextTemplate url)
    {
        // A host is known when the literal text before the first slot reaches beyond it.
        var known = url.Parts is [{ Source: null } first, ..] ? first.Text.Trim() : "";
        if (!url.IsLiteral)
        {
            var begin = known.IndexOf("://", StringComparison.Ordinal);
            var end = begin < 0 ? -1 : known.AsSpan(begin + 3).IndexOfAny('/', '?', '#');
            if (end < 0) return null;
            known = known[..(begin + 3 + end)];
        }
        return TargetUrl.TryRead(known, new SourcePlace(new ProblemList(), "request"), out var read, out _) ? read.Host : null;
    }
}
