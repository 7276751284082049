using System.Collections.Concurrent;

namespace MinimalVsControllers;

/// <summary>Answers of a given size, to test whether the difference grows with the payload.</summary>
public sealed record Payload(string[] Items)
{
    private const int ItemLength = 50;
    private static readonly ConcurrentDictionary<int, Payload> Made = new();

    /// <summary>The size of the largest answer, in bytes.</summary>
    public const int MaxBytes = 1_000_000;

    /// <summary>
    /// An answer whose JSON has about the given number of bytes. It is made once per size, so that only its serialization is measured.
    /// </summary>
    public static Payload OfBytes(int bytes) => Made.GetOrAdd(Math.Clamp(bytes, 0, MaxBytes), size => new Payload(
        [.. Enumerable.Range(0, Math.Max(1, size / (ItemLength + 3))).Select(i => $"{i:00000}".PadRight(ItemLength, 'x'))]));
}
