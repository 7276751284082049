using Bookstore.Books;
using Bookstore.Caches;
using Bookstore.Stores;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Caching.Hybrid;

namespace Bookstore.Reads;

/// <summary>
/// HybridCache with its first level alone, as the article writes it: the database's context is a parameter of the handler, made for every
/// request and used by the few that miss; a book that is not there is kept as well.
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
