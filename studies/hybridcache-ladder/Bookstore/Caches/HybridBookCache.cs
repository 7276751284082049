using Microsoft.Extensions.Caching.Hybrid;

namespace Bookstore.Caches;

/// <summary>Answers in a <see cref="HybridCache"/> of any implementation.</summary>
internal sealed class HybridBookCache(HybridCache cache) : IBookCache
{
    public ValueTask ForgetAsync(IReadOnlyCollection<Guid> books, CancellationToken cancellation) =>
        cache.RemoveAsync(books.Select(id => $"book-{id}"), cancellation);
}
