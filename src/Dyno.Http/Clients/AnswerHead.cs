namespace Dyno.Http;

/// <summary>
/// The parsed head of an answer. Answers to one URL repeat their head byte for byte until the Date header changes. They then
/// share this object, and the head is not parsed again ("scenarios"). Immutable except for <see cref="Prepared"/>.
/// </summary>
public sealed class AnswerHead
{
    private const int MaxRememberedBytes = 2 * 1024;
    private readonly byte[] _bytes;
    private readonly bool _toHead;
    private readonly ResponseParser _after;

    internal AnswerHead(ReadOnlySpan<byte> bytes, bool toHead, in ResponseParser after) : this(bytes, after.Status)
    {
        (_toHead, _after) = (toHead, after);
        var line = bytes[..bytes.IndexOf((byte)'\r')];
        ReasonPhrase = line.Length > 13 ? Encoding.Latin1.GetString(line[13..]) : "";
    }

    /// <summary>Creates the head of an HTTP/2 answer; HTTP/2 has no reason phrase, so the usual phrase is used.</summary>
    /// <param name="text">The fields, written as in HTTP/1.1.</param>
    internal AnswerHead(ReadOnlySpan<byte> text, int status)
    {
        _bytes = text.Length <= MaxRememberedBytes ? text.ToArray() : [];
        (Status, ReasonPhrase) = (status, UsualReason(status));
        var headers = ImmutableArray.CreateBuilder<HeaderField>(16);
        for (var lines = new HeaderLines(text); lines.MoveNext();)
            headers.Add(new HeaderField(Encoding.Latin1.GetString(lines.Name), Encoding.Latin1.GetString(lines.Value)));
        Headers = headers.DrainToImmutable();
        ContentEncoding = Header("Content-Encoding");
        IsEventStream = ContentEncoding is null
            && Header("Content-Type")?.StartsWith("text/event-stream", StringComparison.OrdinalIgnoreCase) == true;
    }

    /// <summary>Status code, 200 to 999.</summary>
    public int Status { get; }

    /// <summary>Whether the server answered in HTTP/1.0.</summary>
    public bool IsHttp10 => _after.IsHttp10;

    /// <summary>The status line's text after the code; over HTTP/2, which has no such text, the usual phrase.</summary>
    public string ReasonPhrase { get; private init; }

    /// <summary>Header lines in order, names as sent.</summary>
    public ImmutableArray<HeaderField> Headers { get; }

    /// <summary>The codings of the body; null for none.</summary>
    public string? ContentEncoding { get; }

    /// <summary>
    /// The body of the last answer with this head, where it was short and the reader of the answers shares bodies: the next one is probably
    /// the same.
    /// </summary>
    internal byte[]? LastBody { get; set; }

    /// <summary>Whether the body is an event stream that can be read as it arrives.</summary>
    internal bool IsEventStream { get; }

    /// <summary>Data that the reader of such answers derived from this head, kept for later answers. Not used by this class.</summary>
    public object? Prepared { get; set; }

    /// <summary>Length of the remembered head in bytes; 0 when it was too long to be remembered.</summary>
    internal int Length => _bytes.Length;

    /// <summary>The state of the parser after this head.</summary>
    internal ref readonly ResponseParser After => ref _after;

    /// <summary>The value of the first header of this name; null when there is none.</summary>
    /// <param name="name">Case does not matter.</param>
    public string? Header(string name)
    {
        foreach (var header in Headers)
            if (header.Name.Equals(name, StringComparison.OrdinalIgnoreCase)) return header.Value;
        return null;
    }

    internal bool Is(ReadOnlySpan<byte> text) => _bytes.Length > 0 && text.SequenceEqual(_bytes);

    private static string UsualReason(int status)
    {
        using var usual = new HttpResponseMessage((System.Net.HttpStatusCode)status);
        return usual.ReasonPhrase ?? "";
    }

    /// <summary>Whether the received bytes begin with this head; both must answer HEAD, or both another method.</summary>
    internal bool Begins(ReadOnlySpan<byte> bytes, bool toHead) => _bytes.Length > 0 && _toHead == toHead && bytes.StartsWith(_bytes);
}
