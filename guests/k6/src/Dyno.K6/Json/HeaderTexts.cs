using System.Runtime.InteropServices;

namespace Dyno.K6;

/// <summary>
/// The headers of answers as JSON. A client parses a repeated head only once, so that the same list of headers comes again, and its text
/// can be reused. For all virtual users of a run; thread-safe.
/// </summary>
internal sealed class HeaderTexts
{
    private const int Places = 256; // a power of two; every connection has its own list
    private readonly Known?[] _known = new Known?[Places]; // indexed by the list; a new entry replaces the old one

    /// <summary>The text of an answer's headers.</summary>
    public string Of(StoredResponse response)
    {
        if (response.Status == 0 || ImmutableCollectionsMarshal.AsArray(response.Wire!.Headers) is not { } list) return ResponseJson.Headers(response);
        ref var place = ref _known[RuntimeHelpers.GetHashCode(list) & (Places - 1)];
        var known = Volatile.Read(ref place);
        if (known is not null && ReferenceEquals(known.List, list)) return known.Text;
        var text = ResponseJson.Headers(response);
        Volatile.Write(ref place, new Known(list, text));
        return text;
    }

    private sealed record Known(HeaderField[] List, string Text);
}
