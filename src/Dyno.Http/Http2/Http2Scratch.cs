namespace Dyno.Http.Http2;

/// <summary>What the connections of one thread share while they read: room, and the fields of the block read last.</summary>
internal sealed class Http2Scratch(int maxHeadBytes, bool keepsText)
{
    /// <summary>For texts in the Huffman code.</summary>
    public byte[] Texts { get; } = new byte[maxHeadBytes];

    public int MaxHeadBytes => maxHeadBytes;

    /// <summary>Of the block read last.</summary>
    public AnswerFields Fields { get; } = new(keepsText ? maxHeadBytes * 2 : 0);
}
