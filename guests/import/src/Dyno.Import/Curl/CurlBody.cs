using System.Buffers;

namespace Dyno.Import;

/// <summary>Gathers the body that curl would send: the values of <c>-d</c> and similar options joined by <c>&amp;</c>, or the parts of <c>-F</c>.</summary>
internal sealed class CurlBody(NamedFiles files)
{
    private readonly ArrayBufferWriter<byte> _data = new();
    private bool _hasData;

    /// <summary>The data of <c>-d</c> and similar options; null when there were none.</summary>
    public byte[]? Data => _hasData ? _data.WrittenSpan.ToArray() : null;

    /// <summary>The name of the file after <c>-T</c>; null without it.</summary>
    public string? UploadName { get; private set; }

    /// <summary>The parts of <c>-F</c>.</summary>
    public CurlForm Form { get; } = new(files);

    /// <summary>Takes an option that is about the body; false for any other option.</summary>
    public bool Take(CurlArgument argument, SourcePlace place)
    {
        switch (argument.Name)
        {
            case "data" or "data-ascii": Add(FromFile(argument.Value, place, stripLineBreaks: true) ?? Bytes(argument.Value)); return true;
            case "data-binary": Add(FromFile(argument.Value, place, stripLineBreaks: false) ?? Bytes(argument.Value)); return true;
            case "json": Add(FromFile(argument.Value, place, stripLineBreaks: false) ?? Bytes(argument.Value), isJson: true); return true;
            case "data-raw": Add(Bytes(argument.Value)); return true;
            case "data-urlencode": Add(UrlEncoded(argument.Value, place)); return true;
            case "upload-file":
                UploadName = Path.GetFileName(argument.Value);
                Add(FromFile("@" + argument.Value, place, stripLineBreaks: false) ?? []);
                return true;
            case "form": Form.Add(argument.Value, isLiteral: false, place); return true;
            case "form-string": Form.Add(argument.Value, isLiteral: true, place); return true;
            default: return false;
        }
    }

    /// <summary>What curl makes of <c>content</c>, <c>=content</c>, <c>name=content</c>, <c>@file</c> and <c>name@file</c>.</summary>
    public byte[] UrlEncoded(string value, SourcePlace place)
    {
        var at = value.AsSpan().IndexOfAny('=', '@');
        if (at < 0) return Bytes(Uri.EscapeDataString(value));
        var name = at == 0 ? "" : value[..at] + "=";
        if (value[at] == '=') return Bytes(name + Uri.EscapeDataString(value[(at + 1)..]));
        var content = FromFile("@" + value[(at + 1)..], place, stripLineBreaks: false) ?? [];
        return Bytes(name + Uri.EscapeDataString(Encoding.UTF8.GetString(content)));
    }

    private byte[]? FromFile(string value, SourcePlace place, bool stripLineBreaks)
    {
        if (!value.StartsWith('@')) return null;
        if (value == "@-")
        {
            place.Problem("curl would read the body from standard input", "name a file: @FILE");
            return [];
        }

        if (!files.TryRead(value[1..], place, out var bytes)) return [];
        return stripLineBreaks ? [.. bytes.Where(b => b is not ((byte)'\r' or (byte)'\n' or 0))] : bytes;
    }

    private void Add(byte[] bytes, bool isJson = false)
    {
        if (_hasData && !isJson) _data.Write("&"u8);
        _data.Write(bytes);
        _hasData = true;
    }

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);
}
