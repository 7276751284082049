using Microsoft.AspNetCore.OutputCaching;

namespace Bookstore.Caches;

/// <summary>Whole answers in the output cache, each under a tag of its book.</summary>
internal sealed class OutputBookCache(IOutputCacheStore store) : IBookCache
{
    public static string TagOf(string? id) => Guid.TryParse(id, out var book) ? $"book-{book}" : "no-book";

    public async ValueTask ForgetAsync(IReadOnlyCollection<Guid> books, CancellationToken cancellation)
    {
        foreach (var id in books) await store.EvictByTagAsync($"book-{id}", cancellation);
    }
}
