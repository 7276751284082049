using System.Collections.Concurrent;

namespace Dyno.Inputs;

/// <summary>
/// Notes which files readers open, for code that takes a load to another machine or asks of which revision the files are. Notes the files of
/// the flow of control that created this object, and of the work that this flow starts. Files that hold secrets (<c>.env</c>, private keys)
/// are not noted, because they stay on this machine.
/// </summary>
public sealed class ReadFiles : IDisposable
{
    private static readonly AsyncLocal<ConcurrentDictionary<string, bool>?> Noting = new();
    private readonly ConcurrentDictionary<string, bool> _paths = new(StringComparer.Ordinal);

    /// <summary>Begins to note.</summary>
    public ReadFiles() => Noting.Value = _paths;

    /// <summary>The full paths noted so far, sorted.</summary>
    public ImmutableArray<string> Paths => [.. _paths.Keys.Order(StringComparer.Ordinal)];

    public void Dispose() => Noting.Value = null;

    /// <summary>Notes a file, for readers outside of this project.</summary>
    public static void Note(string path, ReadOnlySpan<byte> content)
    {
        if (Noting.Value is { } paths && !IsKey(path, content)) paths.TryAdd(Path.GetFullPath(path), true);
    }

    private static bool IsKey(string path, ReadOnlySpan<byte> content) =>
        content.IndexOf("PRIVATE KEY-----"u8) >= 0 || Path.GetExtension(path).ToLowerInvariant() is ".pfx" or ".p12" or ".key";
}
