using System.Collections.Immutable;
using System.Text;
using Dyno.Inputs.Problems;
using Dyno.Inputs.Requests;

namespace Dyno.Inputs.WebSurge;

/// <summary>Reads a West Wind WebSurge session: requests as HTTP text between lines of dashes, and options as JSON.</summary>
internal static class SessionReader
{
    public static FileKind Kind { get; } = new([".websurge"], "WebSurge session", LooksLikeSession, Read);

    public static RequestSet Read(InputContext context) => Read(context.Path, context.Bytes, context.Problems);

    public static RequestSet Read(string path, byte[] bytes, ProblemList problems)
    {
        var place = new SourcePlace(problems, path);
        var before = problems.Count;
        var lines = SessionText.Read(bytes, place);
        var blocks = SessionBlocks.Split(lines, place);
        var settings = blocks.Options is { } options ? SessionOptions.Read(options, place) : new FileSettings();
        var requests = blocks.Requests.Select(block => RequestBlock.Read(block, place)).OfType<RequestDraft>().ToImmutableArray();
        if (requests.IsEmpty && problems.Count == before) ReportNothingToSend(blocks, place);
        return new RequestSet
        {
            Name = Path.GetFileNameWithoutExtension(path),
            InputKind = "websurge",
            Source = path,
            Requests = requests,
            Settings = settings,
        };
    }

    private static void ReportNothingToSend(SessionBlocks blocks, SourcePlace place)
    {
        if (blocks.Requests.IsEmpty) place.Problem("the session has no requests", $"write one, e.g. \"GET {TargetUrl.Example} HTTP/1.1\"");
        else place.Problem("the session has only inactive requests, tunnels and stored answers",
            $"remove \"{ControlHeaders.Inactive}: 1\" from a request, or write \"GET {TargetUrl.Example} HTTP/1.1\"");
    }

    private static bool LooksLikeSession(byte[] bytes)
    {
        var start = Encoding.Latin1.GetString(bytes.AsSpan(0, Math.Min(bytes.Length, 4096)));
        return start.Split('\n').Any(line => RequestLine.LooksLikeOne(line));
    }
}
