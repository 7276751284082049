namespace Dyno.Inputs;

/// <summary>Writes a changed request over its lines: each unchanged part keeps its bytes.</summary>
internal static class RequestSplice
{
    public static void Change(LineSplice splice, RequestLines old, OutlinedRequest wanted, bool isWebSurge)
    {
        var was = old.Request;
        var first = old.RequestLine[0].Number;
        if (wanted.Method != was.Method || wanted.Url != was.Url)
            splice.Replace(first, old.RequestLine[^1].Number, $"{wanted.Method} {wanted.Url}{old.Version}");
        ChangeName(splice, old, wanted, isWebSurge);
        ChangeChecks(splice, old, wanted);
        var lastOfHead = ChangeHeaders(splice, old, wanted);
        ChangeSwitch(splice, old, wanted, lastOfHead);
        if (wanted.Body.ReplaceLineEndings("\n") != was.Body) ChangeBody(splice, old, wanted.Body, LastOfHead(old));
    }

    private static void ChangeName(LineSplice splice, RequestLines old, OutlinedRequest wanted, bool isWebSurge)
    {
        if (wanted.Name == old.Request.Name) return;
        var (line, before) = old.NameAt;
        if (line > 0 && wanted.Name.Length == 0 && before != "### ") splice.Remove(line, line);
        else if (line > 0) splice.Replace(line, line, (before + wanted.Name).TrimEnd());
        else if (isWebSurge) splice.InsertAfter(LastOfHead(old), before + wanted.Name);
        else splice.InsertAfter(FirstOfRequest(old) - 1, before + wanted.Name);
    }

    private static void ChangeChecks(LineSplice splice, RequestLines old, OutlinedRequest wanted)
    {
        foreach (var was in old.Request.Checks)
        {
            var now = wanted.Checks.FirstOrDefault(check => check.Line == was.Line);
            if (now is null) splice.Remove(was.Line!.Value, was.Line.Value);
            else if (now.Text != was.Text) splice.Replace(was.Line!.Value, was.Line.Value, RequestText.CheckLine(now.Text));
        }
        foreach (var added in wanted.Checks.Where(check => check.Line is null)) splice.InsertAfter(old.RequestLine[0].Number - 1,
            RequestText.CheckLine(added.Text));
    }

    private static int ChangeHeaders(LineSplice splice, RequestLines old, OutlinedRequest wanted)
    {
        foreach (var (was, lines) in old.Request.Headers.Zip(old.HeaderLines))
        {
            var now = wanted.Headers.FirstOrDefault(header => header.Line == was.Line);
            if (now is null) splice.Remove(lines.First, lines.Last);
            else if (now.Name != was.Name || now.Value != was.Value) splice.Replace(lines.First, lines.Last, RequestText.HeaderLine(now));
        }
        var last = old.HeaderLines.IsEmpty ? old.RequestLine[^1].Number : old.HeaderLines[^1].Last;
        foreach (var added in wanted.Headers.Where(header => header.Line is null)) splice.InsertAfter(last, RequestText.HeaderLine(added));
        return last;
    }

    private static void ChangeSwitch(LineSplice splice, RequestLines old, OutlinedRequest wanted, int lastOfHead)
    {
        if (wanted.IsActive == old.Request.IsActive) return;
        if (old.SwitchLine > 0 && wanted.IsActive) splice.Remove(old.SwitchLine, old.SwitchLine);
        else if (old.SwitchLine > 0) splice.Replace(old.SwitchLine, old.SwitchLine, $"{ControlHeaders.Inactive}: 1");
        else splice.InsertAfter(lastOfHead, $"{ControlHeaders.Inactive}: 1");
    }

    private static void ChangeBody(LineSplice splice, RequestLines old, string body, int lastOfHead)
    {
        var lines = body.ReplaceLineEndings("\n").Split('\n');
        if (!old.Body.IsEmpty && body.Length == 0) splice.Remove(old.Body[0].Number, old.Body[^1].Number);
        else if (!old.Body.IsEmpty) splice.Replace(old.Body[0].Number, old.Body[^1].Number, lines);
        else splice.InsertAfter(lastOfHead, ["", .. lines]);
    }

    // Headers of WebSurge that the outline leaves out are also in the head.
    private static int LastOfHead(RequestLines old)
    {
        var last = old.HeaderLines.IsEmpty ? old.RequestLine[^1].Number : old.HeaderLines[^1].Last;
        return Math.Max(last, Math.Max(old.SwitchLine, old.NameAt.Line > old.RequestLine[0].Number ? old.NameAt.Line : 0));
    }

    // The directives of a request stand above its request line, and belong to the request.
    private static int FirstOfRequest(RequestLines old) =>
        old.Request.Checks.Select(check => check.Line!.Value).Append(old.RequestLine[0].Number).Min();
}
