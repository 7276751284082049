using Bookstore.Books;
using Bookstore.Caches;
using Bookstore.Stores;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Caching.Hybrid;

namespace Bookstore.Reads;

/// <summary>
/// HybridCache with its first level only, as the article writes it. The database context is a parameter of the handler, so it is created for
/// every request, although only the few misses use it. The absence of a book is cached, too.
/// </summary>
internal class HybridLocal : Rung
{
    public override void AddServices(IServiceCollection services, IConfiguration configuration) => services.AddHybrid();

    public override void AddRoutes(IEndpointRouteBuilder app) => app.MapGet(Route, HandleAsync);

    private static async Task<IResult> HandleAsync(
        Guid id, HybridCache cache, BookstoreContext context, WorkCounts work, CancellationToken cancellation)
    {
        var book = await cache.GetOrCreateAsync($"book-{id}", async token =>
        {
            work.FactoryRan();
            return BookResponse.Of(await context.Books.Include(b => b.Author).FirstOrDefaultAsync(b => b.Id == id, token));
        }, cancellationToken: cancellation);
        return Answer(book);
    }
}
