namespace Dyno.Inputs;

/// <summary>The nearest <c>.env</c> file from a file's folder upwards: lines <c>NAME=value</c>, comments with <c>#</c>.</summary>
internal sealed class DotEnvFile(string besides)
{
    private const long MaxBytes = 1024 * 1024;
    private ImmutableDictionary<string, string>? _values;
    private string? _path;

    /// <summary>The file's path for a message.</summary>
    public string Shown => _path is null ? "the file .env (the file does not exist)" : $"\"{_path}\"";

    public string? Find(string name)
    {
        _values ??= Load();
        return _values.GetValueOrDefault(name);
    }

    private ImmutableDictionary<string, string> Load()
    {
        _path = NearbyFiles.Find(besides, ".env");
        if (_path is null || new FileInfo(_path).Length > MaxBytes) return ImmutableDictionary<string, string>.Empty;
        return Attempt.Read(() => Read(File.ReadAllLines(_path))) ?? ImmutableDictionary<string, string>.Empty;
    }

    private static ImmutableDictionary<string, string> Read(IEnumerable<string> lines)
    {
        var values = ImmutableDictionary.CreateBuilder<string, string>(StringComparer.Ordinal);
        foreach (var line in lines)
        {
            var text = line.Trim();
            if (text.StartsWith("export ", StringComparison.Ordinal)) text = text[7..].TrimStart();
            var equals = text.IndexOf('=', StringComparison.Ordinal);
            if (equals > 0 && text[0] != '#') values[text[..equals].TrimEnd()] = Unquoted(text[(equals + 1)..].Trim());
        }

        return values.ToImmutable();
    }

    // After the closing quote only a comment may follow.
    private static int EndOfQuoted(string value)
    {
        for (var at = 1; at < value.Length; at++)
        {
            if (value[at] == '\\' && value[0] == '"') at++;
            else if (value[at] == value[0]) return value.AsSpan(at + 1).TrimStart() is [] or ['#', ..] ? at : -1;
        }

        return -1;
    }

    private static string Unquoted(string value)
    {
        if (value.Length >= 2 && value[0] is '"' or '\'' or '`' && EndOfQuoted(value) is > 0 and var end)
            return value[0] == '"' ? value[1..end].Replace("\\n", "\n", StringComparison.Ordinal).Replace("\\\"", "\"", StringComparison.Ordinal) : value[1..end];
        var comment = value.IndexOf(" #", StringComparison.Ordinal);
        return comment < 0 ? value : value[..comment].TrimEnd();
    }
}
