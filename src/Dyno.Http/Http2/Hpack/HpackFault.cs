namespace Dyno.Http.Http2;

/// <summary>Why a block of headers cannot be read. All but the last leave both tables apart for ever.</summary>
internal enum HpackFault : byte
{
    /// <summary>No fault.</summary>
    None,

    /// <summary>An index that no entry has.</summary>
    BadIndex,

    /// <summary>A number that does not end, or is too large.</summary>
    BadInteger,

    /// <summary>A text that is not in the Huffman code, or ends in wrong padding.</summary>
    BadHuffman,

    /// <summary>The block ends within a field.</summary>
    Truncated,

    /// <summary>A new size of the table that exceeds what was offered, or stands behind a field.</summary>
    BadTableSize,

    /// <summary>The fields are larger than the limit: a bomb, or a head nobody wants.</summary>
    TooLarge,
}
