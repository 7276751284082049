using Microsoft.Extensions.Caching.Hybrid;

namespace Bookstore.Caches;

/// <summary>Answers in a <see cref="HybridCache"/>, whoever implements it.</summary>
internal sealed class HybridBookCache(HybridCache cache) : IBookCache
{
    public ValueTask ForgetAsync(IReadOnlyCollection<Guid> books, CancellationToken cancellation) =>
        cache.RemoveAsync(books.Select(id => $"book-{id}"), cancellation);
}
