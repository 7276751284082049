namespace Dyno.Inputs;

/// <summary>A request as lines of a file.</summary>
internal static class RequestText
{
    public static IEnumerable<string> Of(OutlinedRequest request, bool isWebSurge)
    {
        if (!isWebSurge)
        {
            yield return $"### {request.Name}".TrimEnd();
            foreach (var check in request.Checks) yield return CheckLine(check.Text);
        }
        yield return isWebSurge ? $"{request.Method} {request.Url} HTTP/1.1" : $"{request.Method} {request.Url}";
        foreach (var header in request.Headers) yield return HeaderLine(header);
        if (isWebSurge && request.Name.Length > 0) yield return $"{ControlHeaders.Name}: {request.Name}";
        if (isWebSurge && !request.IsActive) yield return $"{ControlHeaders.Inactive}: 1";
        if (request.Body.Length == 0) yield break;
        yield return "";
        foreach (var line in request.Body.ReplaceLineEndings("\n").Split('\n')) yield return line;
    }

    public static string HeaderLine(OutlinedLine header) => $"{header.Name}: {header.Value}";

    public static string CheckLine(string check) => $"# @check {check}";

    /// <summary>Refuses a request whose text would be read as something else.</summary>
    public static void Check(string path, OutlinedRequest request)
    {
        var problems = new List<Problem>();
        if (request.Method.Length == 0 || !request.Method.All(char.IsAsciiLetter)) Add($"\"{request.Method}\" is not a method", "write GET, POST, PUT …");
        if (string.IsNullOrWhiteSpace(request.Url) || HasBreak(request.Url)) Add("the URL is missing or has a line break", "write http://localhost:5000/path");
        if (HasBreak(request.Name)) Add("the name has a line break", "keep it on one line");
        foreach (var header in request.Headers.Where(header => header.Name.Trim().Length == 0
            || header.Name.Contains(':', StringComparison.Ordinal) || HasBreak(header.Name) || HasBreak(header.Value)))
            Add($"\"{header.Name}: {header.Value}\" is not a header", "write a name and a value on one line");
        foreach (var check in request.Checks.Where(check => string.IsNullOrWhiteSpace(check.Text) || HasBreak(check.Text))) Add($"\"{check.Text}\" is not a check", "write status == 200");
        var body = request.Body.ReplaceLineEndings("\n").Split('\n');
        if (path.EndsWith(".websurge", StringComparison.OrdinalIgnoreCase) ? body.Any(line => new SessionLine(1, line, "").IsSeparator)
            : body.Any(line => line.StartsWith("###", StringComparison.Ordinal)))
            Add("a line of the body would be read as the end of the request", "send such a body from a file");
        if (problems.Count > 0) throw new UserFault([.. problems]);

        void Add(string what, string instead) => problems.Add(new Problem(path, request.Line > 0 ? request.Line : null, null, what, instead));
    }

    public static bool HasBreak(string text) => text.AsSpan().IndexOfAny('\r', '\n') >= 0;
}
