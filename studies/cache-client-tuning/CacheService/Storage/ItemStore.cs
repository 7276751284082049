using System.Globalization;
using Google.Protobuf;

namespace CacheService.Storage;

/// <summary>
/// The items of one cache, with a limit in bytes. A full store drops the least recently used items. An expired item is dropped when it is
/// read or when it is the oldest. The store is split by key into parts with a lock each, so that calls seldom wait for each other.
/// </summary>
/// <param name="maxBytes">The most bytes of keys and values; each part holds an equal share.</param>
/// <param name="time">The clock of expiry.</param>
internal sealed class ItemStore(long maxBytes, TimeProvider time)
{
    private const int Parts = 16;

    private readonly ItemPart[] _parts = [.. Enumerable.Range(0, Parts).Select(_ => new ItemPart(maxBytes / Parts, time))];

    public ByteString? Get(ByteString key) => PartOf(key).Get(key);

    public void Set(ByteString key, ByteString value, TimeSpan ttl) => PartOf(key).Change(key, ttl, _ => value);

    /// <summary>Stores the value if the condition holds for the present one; returns whether it held.</summary>
    public bool SetIf(ByteString key, ByteString value, TimeSpan ttl, SetCondition condition)
    {
        var stored = false;
        PartOf(key).Change(key, ttl, present => (stored = condition.Holds(present)) ? value : null);
        return stored;
    }

    /// <summary>Adds to the stored number, or to 0 if there is none; null when the stored value is not a whole number.</summary>
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
