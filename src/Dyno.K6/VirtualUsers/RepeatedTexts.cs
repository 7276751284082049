using System.Buffers.Binary;
using System.Text;
using Dyno.JavaScript;

namespace Dyno.K6.VirtualUsers;

/// <summary>
/// The texts of bodies that come again and again, as values of the engine: comparing bytes costs a tenth of making a text
/// of them, and leaves no garbage. A machine's thread.
/// </summary>
/// <param name="vm">The machine.</param>
/// <param name="maxKeptBytes">Of all bodies together; their texts take up to twice as much again.</param>
internal sealed class RepeatedTexts(IScriptVm vm, int maxKeptBytes)
{
    private const int Places = 16;
    private const int MaxBytes = 16 * 1024;
    private const int MaxUseless = 4;     // kept and never asked for again: then this place keeps nothing for a while
    private const int PauseRequests = 1_000;
    private readonly Place[] _places = new Place[Places];
    private int _keptBytes;

    /// <summary>The text, when the same bytes have come before at its place: at the second time it is made and kept.</summary>
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

    // Only says where to look, and whether it is worth keeping; bodies that differ elsewhere are told apart by their bytes.
    private static uint MarkOf(ReadOnlySpan<byte> body)
    {
        var ends = body.Length < 8 ? 0 : BinaryPrimitives.ReadUInt64LittleEndian(body) * 31
            + BinaryPrimitives.ReadUInt64LittleEndian(body[^8..]) * 17 + BinaryPrimitives.ReadUInt64LittleEndian(body[((body.Length - 8) / 2)..]);
        return (uint)((ends + (ulong)body.Length + body[0]) * 0x9E3779B97F4A7C15 >> 32);
    }

    private struct Place
    {
        public uint Mark;     // of the last body that was not the one kept
        public byte[]? Body;
        public ScriptValue Text;
        public int Useless;   // bodies kept one after the other, none of which came again
        public int Pause;
    }
}
