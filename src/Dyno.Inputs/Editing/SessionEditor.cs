namespace Dyno.Inputs;

/// <summary>
/// Reads the requests of an <c>.http</c> file or a WebSurge session for an editor, and writes changes back into the text. A change affects
/// only its own lines, whatever else stands in the file.
/// </summary>
public static class SessionEditor
{
    /// <summary>The requests of a text.</summary>
    /// <param name="path">The file; its ending says the language.</param>
    public static SessionOutline Outline(string path, string text)
    {
        var (variables, requests) = Read(path, LinesOf(text));
        return new SessionOutline(variables, [.. requests.Select(request => request.Request)], HasChecks: !IsWebSurge(path), HasSwitch: IsWebSurge(path));
    }

    /// <summary>The text with one change made.</summary>
    /// <param name="path">The file; its ending says the language.</param>
    /// <exception cref="UserFault">The change cannot be written in this language.</exception>
    public static string Apply(string path, string text, SessionEdit edit)
    {
        var lines = LinesOf(text);
        var (variables, requests) = Read(path, lines);
        var isWebSurge = IsWebSurge(path);
        if (edit.Change is { } change)
        {
            RequestText.Check(path, change);
            var splice = new LineSplice(lines);
            RequestSplice.Change(splice, Of(path, requests, change.Index), change, isWebSurge);
            return splice.ToString();
        }
        if (edit.Variables is { } wanted) return VariableSplice.Change(path, lines, variables, wanted, requests);
        var blocks = new BlockOrder(lines, requests, isWebSurge);
        if (edit.Add is { } added)
        {
            RequestText.Check(path, added);
            return blocks.Add(RequestText.Of(added, isWebSurge));
        }
        if (edit.Copy is { } copied) return blocks.Copy(Of(path, requests, copied).Request.Index);
        if (edit.Remove is { } removed) return blocks.Remove(Of(path, requests, removed).Request.Index);
        return edit.Move is { } move ? blocks.Move(Of(path, requests, move.From).Request.Index, Math.Clamp(move.To, 0, requests.Length - 1)) : text;
    }

    private static RequestLines Of(string path, ImmutableArray<RequestLines> requests, int index) => index >= 0 && index < requests.Length
        ? requests[index]
        : throw new UserFault([new Problem(path, null, null, $"there is no request {index + 1}", "read the file again")]);

    private static (ImmutableArray<OutlinedLine> Variables, ImmutableArray<RequestLines> Requests) Read(string path, ImmutableArray<SessionLine> lines) =>
        IsWebSurge(path) ? WebSurgeOutline.Read(lines) : HttpFileOutline.Read(lines);

    private static bool IsWebSurge(string path) => path.EndsWith(".websurge", StringComparison.OrdinalIgnoreCase);

    private static ImmutableArray<SessionLine> LinesOf(string text) => SessionLines.Read(Encoding.UTF8.GetBytes(text), new SourcePlace(new ProblemList(), ""));
}
