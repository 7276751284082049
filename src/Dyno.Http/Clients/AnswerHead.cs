using System.Collections.Immutable;
using System.Text;
using Dyno.Http.Parsing;
using Dyno.Http.Requests;

namespace Dyno.Http.Clients;

/// <summary>
/// The head of an answer, read. The answers to one URL repeat theirs to the byte until the Date ticks: then they share this
/// object, and nothing is read again ("scenarios"). Immutable but for <see cref="Prepared"/>.
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

    /// <summary>Of HTTP/2, whose status has no text: the usual one stands for it.</summary>
    /// <param name="text">Its fields as HTTP/1.1 would write them.</param>
    /// <param name="status">Its status.</param>
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

    /// <summary>The status line's text after the code; over HTTP/2, which has none, the usual one.</summary>
    public string ReasonPhrase { get; private init; }

    /// <summary>Header lines in order, names as sent.</summary>
    public ImmutableArray<HeaderField> Headers { get; }

    /// <summary>The codings of the body; null for none.</summary>
    public string? ContentEncoding { get; }

    /// <summary>Whether its body is a stream of events that can be read as it comes.</summary>
    internal bool IsEventStream { get; }

    /// <summary>What the code that reads such answers has made of this one, for those to come. Not looked at here.</summary>
    public object? Prepared { get; set; }

    /// <summary>Bytes of it.</summary>
    internal int Length => _bytes.Length;

    /// <summary>The parser as it stands behind it.</summary>
    internal ref readonly ResponseParser After => ref _after;

    /// <summary>The value of the first header of this name; null when there is none.</summary>
    /// <param name="name">Case does not matter.</param>
    public string? Header(string name)
    {
        foreach (var header in Headers)
            if (header.Name.Equals(name, StringComparison.OrdinalIgnoreCase)) return header.Value;
        return null;
    }

    /// <summary>Whether this is the head that a text says.</summary>
    internal bool Is(ReadOnlySpan<byte> text) => _bytes.Length > 0 && text.SequenceEqual(_bytes);

    private static string UsualReason(int status)
    {
        using var usual = new HttpResponseMessage((System.Net.HttpStatusCode)status);
        return usual.ReasonPhrase ?? "";
    }

    /// <summary>Whether what has arrived begins with this very head, as the answer to a request of the same kind.</summary>
    internal bool Begins(ReadOnlySpan<byte> bytes, bool toHead) => _bytes.Length > 0 && _toHead == toHead && bytes.StartsWith(_bytes);
}
