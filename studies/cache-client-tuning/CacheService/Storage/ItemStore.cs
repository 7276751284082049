using System.Globalization;
using Google.Protobuf;

namespace CacheService.Storage;

/// <summary>
/// The items of one cache, bounded by bytes. A full store drops what was touched longest ago; an expired item is dropped
/// when it is asked for or when it is the oldest. Split by key into parts with a lock each, so that calls seldom meet.
/// </summary>
/// <param name="maxBytes">The most bytes of keys and values; each part holds its share.</param>
/// <param name="time">The clock of expiry.</param>
internal sealed class ItemStore(long maxBytes, TimeProvider time)
{
    private const int Parts = 16;

    private readonly ItemPart[] _parts = [.. Enumerable.Range(0, Parts).Select(_ => new ItemPart(maxBytes / Parts, time))];

    public ByteString? Get(ByteString key) => PartOf(key).Get(key);

    public void Set(ByteString key, ByteString value, TimeSpan ttl) => PartOf(key).Change(key, ttl, _ => value);

    /// <summary>Stores the value when the condition holds for what is there; says whether it did.</summary>
    public bool SetIf(ByteString key, ByteString value, TimeSpan ttl, SetCondition condition)
    {
        var stored = false;
        PartOf(key).Change(key, ttl, present => (stored = condition.Holds(present)) ? value : null);
        return stored;
    }

    /// <summary>Adds to the number that is there, or to 0; null when what is there is no whole number.</summary>
    public long? Increment(ByteString key, long amount, TimeSpan ttl)
    {
        long? sum = null;
        PartOf(key).Change(key, ttl, present =>
        {
            var number = 0L;
            if (present is not null && !long.TryParse(present.ToStringUtf8(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out number))
                return null;
            sum = unchecked(number + amount);
            return ByteString.CopyFromUtf8(sum.Value.ToString(CultureInfo.InvariantCulture));
        });
        return sum;
    }

    public void Remove(ByteString key) => PartOf(key).Remove(key);

    public void Clear()
    {
        foreach (var part in _parts) part.Clear();
    }

    private ItemPart PartOf(ByteString key) => _parts[(uint)key.GetHashCode() % Parts];
}
