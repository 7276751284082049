namespace Dyno.Metrics;

/// <summary>Reads a histogram's bytes in small pieces, so that what the input claims never decides what is allocated.</summary>
internal sealed class PayloadReader(Stream source)
{
    private readonly byte[] _buffer = new byte[4096];
    private int _next;
    private int _end;

    /// <summary>Bytes read so far.</summary>
    internal long Position { get; private set; }

    internal byte ReadByte()
    {
        if (_next == _end) Fill();
        Position++;
        return _buffer[_next++];
    }

    internal void ReadExactly(Span<byte> target)
    {
        for (var i = 0; i < target.Length; i++) target[i] = ReadByte();
    }

    private void Fill()
    {
        try
        {
            (_next, _end) = (0, source.Read(_buffer));
        }
        catch (Exception e) when (e is InvalidDataException or IOException)
        {
            throw new HistogramFormatException("the compressed content is damaged", e);
        }

        if (_end == 0) throw new HistogramFormatException("the content ends in the middle of the histogram");
    }
}
