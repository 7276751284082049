namespace Dyno.Metrics;

/// <summary>Bytes or text that should hold a histogram and do not; the message says where and why.</summary>
public sealed class HistogramFormatException : FormatException
{
    public HistogramFormatException(string message, Exception? inner = null) : base(message, inner)
    {
    }
}
