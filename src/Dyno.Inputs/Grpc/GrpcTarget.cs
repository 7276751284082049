namespace Dyno.Inputs;

/// <summary>Reads gRPC calls as they are written: <c>grpc://host:port/package.Service/Method</c>, <c>grpcs://</c> over TLS.</summary>
internal sealed partial class GrpcTarget(LoadRequest request, ProblemList problems)
{
    public const string Example = "grpc://localhost:5000/package.Service/Method";

    private readonly GrpcSource _source = request.ProtoFiles.IsDefaultOrEmpty ? GrpcSource.Reflection
        : GrpcSource.Files(request.ProtoFiles, request.ImportPaths);
    private readonly TimeSpan? _pause = new OptionReader(problems).Time("--message-pause", request.MessagePause, "10ms");

    /// <summary>Whether the scheme of a URL is grpc or grpcs.</summary>
    public static bool IsMeant(string url) =>
        url.StartsWith("grpc://", StringComparison.OrdinalIgnoreCase) || url.StartsWith("grpcs://", StringComparison.OrdinalIgnoreCase);

    /// <summary>The URL with http or https in the place of grpc or grpcs; any other URL unchanged.</summary>
    public static string ToHttp(string url) => IsMeant(url) ? "http" + url[4..] : url;

    /// <summary>The call that the path of a URL names; null when the path names none, which was reported.</summary>
    /// <param name="path">The path after host and port.</param>
    public GrpcCallPlan? Read(string path, SourcePlace place)
    {
        var match = ServiceAndMethod().Match(path);
        if (!match.Success)
        {
            place.Problem($"the path of a gRPC call is /package.Service/Method, not \"{InText.Quote(path)}\"",
                $"write it like \"{Example}\"; dyno inspect {Example[..Example.LastIndexOf('/', Example.LastIndexOf('/') - 1)]} lists what a server has");
            return null;
        }
        return new GrpcCallPlan
        {
            Service = match.Groups["service"].Value,
            Method = match.Groups["method"].Value,
            Source = _source,
            Messages = new OptionReader(problems).Count("--messages", request.Messages, 1, 1_000_000) ?? 0,
            Pause = _pause ?? TimeSpan.Zero,
        };
    }

    public static string NameOf(GrpcCallPlan call) => $"{call.Service}/{call.Method}";

    [GeneratedRegex(@"^/(?<service>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)/(?<method>[A-Za-z_][A-Za-z0-9_]*)$", RegexOptions.CultureInvariant)]
    private static partial Regex ServiceAndMethod();
}
