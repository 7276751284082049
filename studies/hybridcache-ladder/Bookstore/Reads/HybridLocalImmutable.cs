using Bookstore.Books;
using Bookstore.Caches;
using Bookstore.Stores;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Caching.Hybrid;

namespace Bookstore.Reads;

/// <summary>
/// The same cache at its best: the answer's type is immutable, so that a hit returns an instance without deserialising it, and a context is
/// created only for a miss.
/// </summary>
internal sealed class HybridLocalImmutable : Rung
{
    public override void AddServices(IServiceCollection services, IConfiguration configuration) => services.AddHybrid();

    public override void AddRoutes(IEndpointRouteBuilder app) => app.MapGet(Route, HandleAsync);

    private static async Task<IResult> HandleAsync(Guid id, HybridCache cache, IServiceScopeFactory scopes, CancellationToken cancellation) =>
        Answer(await cache.GetOrCreateAsync($"book-{id}", (Id: id, Scopes: scopes), static (miss, token) => ReadAsync(miss.Id, miss.Scopes, token),
            cancellationToken: cancellation));

    private static async ValueTask<SharedBookResponse?> ReadAsync(Guid id, IServiceScopeFactory scopes, CancellationToken cancellation)
    {
        await using var scope = scopes.CreateAsyncScope();
        scope.ServiceProvider.GetRequiredService<WorkCounts>().FactoryRan();
        var books = scope.ServiceProvider.GetRequiredService<BookstoreContext>().Books;
        return SharedBookResponse.Of(await books.AsNoTracking().Include(b => b.Author).FirstOrDefaultAsync(b => b.Id == id, cancellation));
    }
}
