namespace Dyno.Http;

/// <summary>Memory that the connections of one thread share while they read, and the fields of the last block read.</summary>
internal sealed class Http2Scratch(int maxHeadBytes, bool keepsText)
{
    /// <summary>Memory for decoded Huffman texts.</summary>
    public byte[] Texts { get; } = new byte[maxHeadBytes];

    public int MaxHeadBytes => maxHeadBytes;

    /// <summary>The fields of the last block read.</summary>
    public AnswerFields Fields { get; } = new(keepsText ? maxHeadBytes * 2 : 0);
}
