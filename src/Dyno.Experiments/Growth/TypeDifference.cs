namespace Dyno.Experiments;

/// <summary>The types whose objects grew between two snapshots of a heap.</summary>
internal static class TypeDifference
{
    private const int Most = 20;

    /// <summary>The types by the bytes that they grew, the largest growth first.</summary>
    /// <param name="later">The second snapshot.</param>
    /// <param name="sites">Where they are allocated; null when it is not known.</param>
    public static ImmutableArray<GrowingType> Of(HeapTypes earlier, HeapTypes later, AllocationSites? sites) =>
    [
        .. later.ByName.Select(type => (Name: type.Key, After: type.Value, Before: earlier.ByName.GetValueOrDefault(type.Key)))
            .Where(t => t.After.Bytes > t.Before.Bytes)
            .OrderByDescending(t => t.After.Bytes - t.Before.Bytes).ThenBy(t => t.Name, StringComparer.Ordinal).Take(Most)
            .Select(t => new GrowingType
            {
                Name = t.Name,
                Bytes = t.After.Bytes - t.Before.Bytes,
                Objects = t.After.Objects - t.Before.Objects,
                BytesAtEnd = t.After.Bytes,
                ObjectsAtEnd = t.After.Objects,
                Sites = sites?.Of(t.Name) ?? [],
            }),
    ];
}
