using System.Collections.Immutable;
using System.Text.RegularExpressions;
using Dyno.Http.Requests;
using Dyno.Inputs.Problems;
using Dyno.Inputs.Requests;

namespace Dyno.Inputs.WebSurge;

/// <summary>One block of a session: request line, headers, blank line, body, and perhaps a stored answer.</summary>
internal static partial class RequestBlock
{
    /// <summary>The request; null when it is inactive, no request, or wrong (then there are problems).</summary>
    public static RequestDraft? Read(ImmutableArray<SessionLine> block, SourcePlace place)
    {
        if (block[0].StartsStoredResponse || ControlHeaders.SwitchesOff(block) || IsTunnel(block[0])) return null;
        if (block[0].Text[0] == '@') return Refuse(block[0], place);
        var before = place.Problems.Count;
        var line = RequestLine.Read(block[0], place);
        var head = RequestHead.Read(block, line?.Authorization, place);
        var body = SessionBody.Read(block, head, line?.Method, place);
        if (place.Problems.Count > before || line is null) return null;
        var plan = new HttpRequestPlan
        {
            Name = head.Control.Name ?? RequestNames.Default(line.Method, line.Url),
            Method = line.Method,
            Url = line.Url,
            Headers = head.Headers,
            Body = body,
        };
        return RequestDraft.Of(plan, head.Control.KeepsPlace);
    }

    private static RequestDraft? Refuse(SessionLine line, SourcePlace place)
    {
        (place with { Line = line.Number }).Problem(
            "session variables are not known yet", "write each value where it is used, and remove the lines that begin with @");
        return null;
    }

    // Recorded by proxies; WebSurge leaves it out, too.
    private static bool IsTunnel(SessionLine line) => Connect().IsMatch(line.Text);

    [GeneratedRegex(@"^CONNECT\s", RegexOptions.IgnoreCase)]
    private static partial Regex Connect();
}
