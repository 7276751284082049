namespace Dyno.Http.Http2;

/// <summary>Why a field block cannot be read. The rest of the block is then not read, so the dynamic tables of both sides may differ.</summary>
internal enum HpackFault : byte
{
    /// <summary>No fault.</summary>
    None,

    /// <summary>An index that no entry has.</summary>
    BadIndex,

    /// <summary>A number that does not end, or is too large.</summary>
    BadInteger,

    /// <summary>A text that is invalid in the Huffman code, or has wrong padding.</summary>
    BadHuffman,

    /// <summary>The block ends within a field.</summary>
    Truncated,

    /// <summary>A table size update that exceeds the offered size, or follows a field.</summary>
    BadTableSize,

    /// <summary>The fields are larger than the limit: a decompression bomb, or a head that is too large.</summary>
    TooLarge,
}
