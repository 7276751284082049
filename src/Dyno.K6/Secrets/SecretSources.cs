using System.Collections.Immutable;
using Dyno.JavaScript;

namespace Dyno.K6.Secrets;

/// <summary>Where <c>k6/secrets</c> reads: files and mocks named on the command line. Immutable.</summary>
internal sealed class SecretSources
{
    /// <summary>Name of a source to its secrets; the first is the default.</summary>
    public ImmutableArray<(string Name, ImmutableDictionary<string, string> Secrets)> All { get; init; } = [];

    /// <summary>A secret.</summary>
    /// <param name="source">Name of its source; empty for the first.</param>
    /// <param name="key">Its name.</param>
    /// <exception cref="HostException">There is no such source or secret.</exception>
    public string Read(string source, string key)
    {
        if (All.IsEmpty) throw new HostException("no secret sources are configured: run with --secret-source file=NAME or mock=KEY=VALUE");
        var found = source.Length == 0 ? All[0].Secrets : All.FirstOrDefault(s => s.Name == source).Secrets;
        if (found is null) throw new HostException($"there is no secret source '{source}'");
        return found.TryGetValue(key, out var value) ? value : throw new HostException($"there is no secret '{key}'");
    }

    /// <summary>Reads the values of <c>--secret-source</c>: <c>file=NAME</c>, <c>mock=KEY=VALUE,…</c>, each with <c>name=…</c> and <c>default</c>.</summary>
    /// <exception cref="K6Exception">One cannot be read.</exception>
    public static SecretSources Parse(IEnumerable<string> texts) => new()
    {
        All = [.. texts.Select(ParseOne).OrderByDescending(s => s.IsDefault).Select(s => (s.Name, s.Secrets))],
    };

    private static (string Name, bool IsDefault, ImmutableDictionary<string, string> Secrets) ParseOne(string text)
    {
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        var (kind, rest) = equals < 0 ? (text, "") : (text[..equals], text[(equals + 1)..]);
        var parts = rest.Split(',');
        var name = parts.FirstOrDefault(p => p.StartsWith("name=", StringComparison.Ordinal))?[5..] ?? "default";
        var own = parts.Where(p => p != "default" && !p.StartsWith("name=", StringComparison.Ordinal)).ToArray();
        var pairs = kind switch
        {
            "mock" => own,
            "file" when own.Length == 0 || own[0].Length == 0 => throw new K6Exception(K6ExitCode.WrongOptions, "--secret-source: file names no file", "write file=NAME"),
            "file" => Lines(own[0].StartsWith("filename=", StringComparison.Ordinal) ? own[0][9..] : own[0]),
            _ => throw new K6Exception(K6ExitCode.WrongOptions, $"--secret-source: '{kind}' is no kind of source", "write file=NAME or mock=KEY=VALUE"),
        };
        return (name, parts.Contains("default"), pairs.Select(p => p.Split('=', 2)).Where(p => p.Length == 2).ToImmutableDictionary(p => p[0].Trim(), p => p[1]));
    }

    private static IEnumerable<string> Lines(string file)
    {
        try
        {
            return File.ReadAllLines(file).Where(line => line.Trim().Length > 0 && line[0] != '#');
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new K6Exception(K6ExitCode.WrongOptions, $"--secret-source: {file} cannot be read: {e.Message}");
        }
    }

    /// <summary>Every value, to be kept out of what is shown.</summary>
    public IEnumerable<string> Values => All.SelectMany(source => source.Secrets.Values).Where(value => value.Length > 0);
}
