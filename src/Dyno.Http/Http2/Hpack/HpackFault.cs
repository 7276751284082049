namespace Dyno.Http;

/// <summary>Why a field block cannot be read. The rest of the block is then not read, so the dynamic tables of both sides may differ.</summary>
internal enum HpackFault : byte
{
    None, // no fault
    BadIndex, // an index that no entry has
    BadInteger, // a number that does not end, or is too large
    BadHuffman, // a text that is invalid in the Huffman code, or has wrong padding
    Truncated, // the block ends within a field
    BadTableSize, // a table size update that exceeds the offered size, or follows a field
    TooLarge, // the fields are larger than the limit: a decompression bomb, or a head that is too large
}
