namespace Dyno.K6;

/// <summary>Where <c>k6/secrets</c> reads: files and mocks named on the command line. Immutable.</summary>
internal sealed class SecretSources
{
    private const string Forms = "write file=NAME or mock=KEY=VALUE";

    /// <summary>The secrets of each source by key; the first source is the default.</summary>
    private ImmutableArray<(string Name, ImmutableDictionary<string, string> Secrets)> All { get; init; } = [];

    /// <summary>A secret.</summary>
    /// <param name="source">The name of its source; empty for the default.</param>
    /// <exception cref="HostException">There is no such source, or no such secret in it.</exception>
    public string Find(string source, string key)
    {
        if (All.IsEmpty) throw new HostException("no secret sources are configured; run with --secret-source file=NAME, or with a mock");
        var secrets = (source.Length == 0 ? All[0].Secrets : All.FirstOrDefault(s => s.Name == source).Secrets)
            ?? throw new HostException($"there is no secret source '{source}'");
        return secrets.GetValueOrDefault(key) ?? throw new HostException($"there is no secret '{key}'");
    }

    /// <summary>Reads the values of <c>--secret-source</c>: <c>file=NAME</c> and <c>mock=KEY=VALUE,…</c>, each with <c>name=…</c> and <c>default</c>.</summary>
    /// <param name="hide">Called with every secret, so that it is masked.</param>
    /// <exception cref="UserFault">One of the values cannot be read.</exception>
    public static SecretSources Parse(IEnumerable<string> texts, Action<string> hide) => new()
    {
        All = [.. texts.Select(text => ParseOne(text, hide)).OrderByDescending(s => s.IsDefault).Select(s => (s.Name, s.Secrets))],
    };

    private static (string Name, bool IsDefault, ImmutableDictionary<string, string> Secrets) ParseOne(string text, Action<string> hide)
    {
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        var (kind, rest) = equals < 0 ? (text, "") : (text[..equals], text[(equals + 1)..]);
        var parts = rest.Split(',');
        var name = parts.FirstOrDefault(p => p.StartsWith("name=", StringComparison.Ordinal))?[5..] ?? "default";
        var own = parts.Where(p => p != "default" && !p.StartsWith("name=", StringComparison.Ordinal)).ToArray();
        var pairs = kind switch
        {
            "mock" => own,
            "file" when own.Length == 0 || own[0].Length == 0 => throw Wrong("file names no file", "write file=NAME"),
            "file" => Lines(own[0].StartsWith("filename=", StringComparison.Ordinal) ? own[0][9..] : own[0]),
            "url" => throw Wrong("secrets are not fetched from a service", $"fetch them before the run into a file, and {Forms}"),
            _ => throw Wrong($"'{kind}' is not a kind of source", Forms),
        };
        var secrets = pairs.Select(p => p.Split('=', 2)).Where(p => p.Length == 2).ToImmutableDictionary(p => p[0].Trim(), p => p[1]);
        foreach (var value in secrets.Values.Where(value => value.Length > 0)) hide(value);
        return (name, parts.Contains("default"), secrets);
    }

    private static IEnumerable<string> Lines(string file)
    {
        try
        {
            return File.ReadAllLines(file).Where(line => line.Trim().Length > 0 && line[0] != '#');
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Wrong($"{file} cannot be read: {e.Message}", "name a file that can be read");
        }
    }

    private static UserFault Wrong(string what, string instead) => K6Faults.Of(K6ExitCode.WrongOptions, "--secret-source: " + what, instead);
}
