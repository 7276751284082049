using System.Collections.Immutable;
using Dyno.JavaScript;
using Dyno.Results.Problems;

namespace Dyno.K6.Secrets;

/// <summary>Where <c>k6/secrets</c> reads: files, mocks and services named on the command line. Immutable.</summary>
internal sealed class SecretSources : IDisposable
{
    /// <summary>The sources by name; the first is the default.</summary>
    public ImmutableArray<(string Name, ISecretSource Source)> All { get; init; } = [];

    /// <summary>A source.</summary>
    /// <param name="name">Its name; empty for the default.</param>
    /// <exception cref="HostException">There is no such source.</exception>
    public ISecretSource Of(string name)
    {
        if (All.IsEmpty) throw new HostException("no secret sources are configured: run with --secret-source file=NAME, mock=KEY=VALUE or url=urlTemplate=URL");
        return (name.Length == 0 ? All[0].Source : All.FirstOrDefault(s => s.Name == name).Source)
            ?? throw new HostException($"there is no secret source '{name}'");
    }

    /// <summary>
    /// Reads the values of <c>--secret-source</c>: <c>file=NAME</c>, <c>mock=KEY=VALUE,…</c>, <c>url=urlTemplate=URL,…</c>, each with
    /// <c>name=…</c> and <c>default</c>.
    /// </summary>
    /// <param name="texts">The values.</param>
    /// <param name="environment">The process's variables.</param>
    /// <param name="hide">Called with every secret, at once or when it is fetched, so that it is masked.</param>
    /// <param name="time">The clock.</param>
    /// <exception cref="UserFault">One of the values cannot be read.</exception>
    public static SecretSources Parse(
        IEnumerable<string> texts, IReadOnlyDictionary<string, string> environment, Action<string> hide, TimeProvider time) => new()
        {
            All = [.. texts.Select(text => ParseOne(text, environment, hide, time)).OrderByDescending(s => s.IsDefault).Select(s => (s.Name, s.Source))],
        };

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var (_, source) in All) (source as IDisposable)?.Dispose();
    }

    private static (string Name, bool IsDefault, ISecretSource Source) ParseOne(
        string text, IReadOnlyDictionary<string, string> environment, Action<string> hide, TimeProvider time)
    {
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        var (kind, rest) = equals < 0 ? (text, "") : (text[..equals], text[(equals + 1)..]);
        var parts = rest.Split(',');
        var name = parts.FirstOrDefault(p => p.StartsWith("name=", StringComparison.Ordinal))?[5..] ?? "default";
        var own = parts.Where(p => p != "default" && !p.StartsWith("name=", StringComparison.Ordinal)).ToArray();
        ISecretSource source = kind switch
        {
            "mock" => Stored(own, hide),
            "file" when own.Length == 0 || own[0].Length == 0 => throw K6Faults.Of(K6ExitCode.WrongOptions, "--secret-source: file names no file", "write file=NAME"),
            "file" => Stored(Lines(own[0].StartsWith("filename=", StringComparison.Ordinal) ? own[0][9..] : own[0]), hide),
            "url" => new UrlSecrets(UrlSecretSettingsReader.Read(own, environment), hide, time),
            _ => throw K6Faults.Of(K6ExitCode.WrongOptions, $"--secret-source: '{kind}' is not a kind of source", "write file=NAME, mock=KEY=VALUE or url=urlTemplate=URL"),
        };
        return (name, parts.Contains("default"), source);
    }

    private static StoredSecrets Stored(IEnumerable<string> pairs, Action<string> hide)
    {
        var stored = new StoredSecrets(pairs.Select(p => p.Split('=', 2)).Where(p => p.Length == 2).ToImmutableDictionary(p => p[0].Trim(), p => p[1]));
        foreach (var value in stored.Values) hide(value);
        return stored;
    }

    private static IEnumerable<string> Lines(string file)
    {
        try
        {
            return File.ReadAllLines(file).Where(line => line.Trim().Length > 0 && line[0] != '#');
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw K6Faults.Of(K6ExitCode.WrongOptions, $"--secret-source: {file} cannot be read: {e.Message}");
        }
    }
}
