namespace Dyno.K6;

/// <summary>
/// The texts of bodies that recur, as values of the engine: comparing bytes costs a tenth of making a text of them, and leaves no garbage.
/// Used by the machine's thread.
/// </summary>
/// <param name="maxKeptBytes">Bytes of all kept bodies together; their texts take up to twice as much in addition.</param>
internal sealed class RepeatedTexts(IScriptVm vm, int maxKeptBytes)
{
    private const int Places = 16;
    private const int MaxBytes = 16 * 1024;
    private const int MaxUseless = 4;     // kept bodies in a row that did not recur; after these the place keeps nothing for a while
    private const int PauseRequests = 1_000;
    private readonly Place[] _places = new Place[Places];
    private int _keptBytes;

    /// <summary>The text of a body, when the same bytes have come before: the second time, the text is made and kept.</summary>
    public bool TryGet(ReadOnlySpan<byte> body, out ScriptValue text)
    {
        text = default;
        if (body.Length is 0 or > MaxBytes) return false;
        var mark = MarkOf(body);
        ref var place = ref _places[mark % Places];
        if (place.Body is { } known && body.SequenceEqual(known))
        {
            (text, place.Useless) = (place.Text, 0);
            return true;
        }
        if (place.Pause > 0)
        {
            place.Pause--;
            return false;
        }
        var isFirst = place.Mark != mark;
        place.Mark = mark;
        if (isFirst || _keptBytes - (place.Body?.Length ?? 0) + body.Length > maxKeptBytes) return false;
        Keep(ref place, body);
        text = place.Text;
        return true;
    }

    private void Keep(ref Place place, ReadOnlySpan<byte> body)
    {
        if (place.Body is not null) vm.Free(place.Text);
        _keptBytes += body.Length - (place.Body?.Length ?? 0);
        (place.Body, place.Text) = (body.ToArray(), vm.From(Encoding.UTF8.GetString(body)));
        if (++place.Useless <= MaxUseless) return;
        (place.Useless, place.Pause) = (0, PauseRequests);
    }

    // A hash of a few bytes: it chooses the place, and shows whether a body recurs. Bodies with equal hashes are distinguished by all of their bytes.
    private static uint MarkOf(ReadOnlySpan<byte> body)
    {
        var ends = body.Length < 8 ? 0 : BinaryPrimitives.ReadUInt64LittleEndian(body) * 31
            + BinaryPrimitives.ReadUInt64LittleEndian(body[^8..]) * 17 + BinaryPrimitives.ReadUInt64LittleEndian(body[((body.Length - 8) / 2)..]);
        return (uint)((ends + (ulong)body.Length + body[0]) * 0x9E3779B97F4A7C15 >> 32);
    }

    private struct Place
    {
        public uint Mark;     // of the last body that differed from the kept one
        public byte[]? Body;
        public ScriptValue Text;
        public int Useless;   // number of kept bodies in a row that did not recur
        public int Pause;
    }
}
