using System.Text;
using System.Text.Json;
using Dyno.Http.Requests;
using Dyno.Inputs.Requests;
using Dyno.Inputs.WebSurge;

namespace Dyno.Inputs.Tests.WebSurge;

/// <summary>Writes a session that WebSurge and <see cref="SessionReader"/> read: UTF-8, LF, 66 dashes.</summary>
internal static class SessionWriter
{
    private static readonly string Separator = $"\n{new string('-', 66)}\n\n";

    public static string Write(RequestSet set)
    {
        var text = new StringBuilder();
        foreach (var request in set.Requests) WriteRequest(text, request);
        foreach (var line in (string[])[SessionBlocks.OptionsStart, Options(set.Settings), SessionBlocks.OptionsEnd])
            text.Append(line).Append('\n');
        return text.ToString();
    }

    private static void WriteRequest(StringBuilder text, RequestDraft request)
    {
        var plan = request.Plan;
        text.Append($"{plan.Method} {plan.Url.AbsoluteUri} HTTP/1.1\n");
        foreach (var header in plan.Headers) text.Append($"{header.Name}: {header.Value}\n");
        if (plan.Name != RequestNames.Default(plan.Method, plan.Url)) text.Append($"{ControlHeaders.Name}: {plan.Name}\n");
        if (request.KeepsPlace) text.Append($"{ControlHeaders.KeepsPlace}: true\n");
        if (!plan.Body.IsEmpty) text.Append('\n').Append(Body(plan)).Append('\n');
        text.Append(Separator);
    }

    // Text that would not survive (other charsets, blank lines around, lines of dashes, control characters) goes as base64.
    private static string Body(HttpRequestPlan plan)
    {
        var bytes = plan.Body.Span;
        var hasCharset = plan.Headers.Any(h => h.Value.Contains("charset", StringComparison.Ordinal));
        var text = Ascii.IsValid(bytes) && !hasCharset ? Encoding.ASCII.GetString(bytes) : "";
        return IsPlainLine(text) ? text : "b64_" + Convert.ToBase64String(bytes);
    }

    private static bool IsPlainLine(string text) =>
        text.Length > 0 && text.Trim().Length == text.Length && text.All(c => c is >= ' ' and < '\x7f')
        && !text.StartsWith("b64_", StringComparison.Ordinal) && !text.StartsWith("HTTP/", StringComparison.Ordinal)
        && !text.StartsWith('-') && !RequestLine.LooksLikeOne(text);

    private static string Options(FileSettings settings)
    {
        var options = new Dictionary<string, object>();
        Add("LastThreads", settings.Connections);
        Add("LastSecondsToRun", (int?)settings.Duration?.TotalSeconds);
        Add("WarmupSeconds", (int?)settings.WarmUp?.TotalSeconds);
        Add("DelayTimeMs", (int?)settings.Delay?.TotalMilliseconds);
        Add("RequestTimeoutMs", (int?)settings.Timeout?.TotalMilliseconds);
        Add("RandomizeRequests", settings.RandomOrder);
        Add("IgnoreCertificateErrors", settings.Insecure);
        return "{" + string.Join(",", options.Select(o => $"\n  {JsonSerializer.Serialize(o.Key)}: {JsonSerializer.Serialize(o.Value)}")) + "\n}";

        void Add<T>(string name, T? value) where T : struct
        {
            if (value is { } set) options.Add(name, set);
        }
    }
}
