using System.Collections.Frozen;

namespace Dyno.Inputs;

/// <summary>The content of a file without a known extension, from which the kind of the file is recognised.</summary>
internal sealed class ContentSample(byte[] bytes)
{
    private const int TextBytes = 1024 * 1024;

    /// <summary>The first megabyte, each byte a character.</summary>
    public string Start => field ??= Encoding.Latin1.GetString(bytes.AsSpan(0, Math.Min(bytes.Length, TextBytes)));

    /// <summary>Whether the content begins as JSON does.</summary>
    public bool IsJson => Start.AsSpan().TrimStart("\u00EF\u00BB\u00BF\u00FF\u00FE\0 \t\r\n") is ['{', ..];

    /// <summary>The names of the document's own members, in any order; none when the document is neither JSON nor YAML.</summary>
    public FrozenSet<string> Keys => field ??= (IsJson ? TopLevelKeys.OfJson(bytes) : TopLevelKeys.OfYaml(bytes)).ToFrozenSet(StringComparer.Ordinal);

    /// <summary>The lines of the text; none for a JSON or YAML document, because the descriptions in such a document may look like anything.</summary>
    public string[] Lines => field ??= IsJson || Keys.Contains("openapi") || Keys.Contains("swagger") ? [] : Start.Split('\n');
}
