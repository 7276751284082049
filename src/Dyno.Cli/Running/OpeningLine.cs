using Dyno.Results;

namespace Dyno.Cli.Running;

/// <summary>The first thing the user sees: what is going to happen, from the command line alone.</summary>
internal static class OpeningLine
{
    public static string Of(RunOptions options)
    {
        var load = options.Load;
        var parts = new List<string> { $"running {Redaction.Text(load.Target ?? (load.Curl is null ? "/" : "a curl command line"))}" };
        if (options.Subject is { } subject) parts.Add($"on {subject.Path}");
        if (load.Rate is { } rate) parts.Add($"at {rate}");
        if (load.Connections is { } connections) parts.Add($"with {connections} connections");
        if (load.Duration is { } duration) parts.Add($"for {duration}");
        return string.Join(' ', parts);
    }
}
