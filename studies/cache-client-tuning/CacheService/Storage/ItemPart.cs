using Google.Protobuf;

namespace CacheService.Storage;

/// <summary>A part of a store: a map, the order in which items were used, and a lock over both.</summary>
internal sealed class ItemPart(long maxBytes, TimeProvider time)
{
    private readonly Lock _lock = new();
    private readonly Dictionary<ByteString, LinkedListNode<Item>> _items = [];
    private readonly LinkedList<Item> _touched = new(); // the most recently used item is first
    private long _bytes;

    public ByteString? Get(ByteString key)
    {
        lock (_lock) return Present(key);
    }

    /// <summary>Replaces the present value by the one that the function returns; null leaves it unchanged.</summary>
    public void Change(ByteString key, TimeSpan ttl, Func<ByteString?, ByteString?> change)
    {
        lock (_lock)
        {
            if (change(Present(key)) is not { } value) return;
            Drop(key);
            var item = new Item(key, value, time.GetTimestamp() + (long)(ttl.TotalSeconds * time.TimestampFrequency));
            _items[key] = _touched.AddFirst(item);
            _bytes += item.Bytes;
            while (_bytes > maxBytes && _touched.Last is { } oldest) Drop(oldest.Value.Key);
        }
    }

    public void Remove(ByteString key)
    {
        lock (_lock) Drop(key);
    }

    public void Clear()
    {
        lock (_lock)
        {
            _items.Clear();
            _touched.Clear();
            _bytes = 0;
        }
    }

    private ByteString? Present(ByteString key)
    {
        if (!_items.TryGetValue(key, out var node)) return null;
        if (node.Value.Expires <= time.GetTimestamp())
        {
            Drop(key);
            return null;
        }

        if (node != _touched.First)
        {
            _touched.Remove(node);
            _touched.AddFirst(node);
        }

        return node.Value.Value;
    }

    private void Drop(ByteString key)
    {
        if (!_items.Remove(key, out var node)) return;
        _touched.Remove(node);
        _bytes -= node.Value.Bytes;
    }

    private sealed record Item(ByteString Key, ByteString Value, long Expires)
    {
        public long Bytes => Key.Length + Value.Length;
    }
}
