using Bookstore.Books;
using Bookstore.Stores;
using Microsoft.EntityFrameworkCore;

namespace Bookstore.Reads;

/// <summary>Entity Framework with its defaults: entities are tracked, although they are never changed.</summary>
internal sealed class EfTracking : Rung
{
    public override void AddRoutes(IEndpointRouteBuilder app) => app.MapGet(Route, HandleAsync);

    private static async Task<IResult> HandleAsync(Guid id, BookstoreContext context, CancellationToken cancellation) =>
        Answer(BookResponse.Of(await context.Books.Include(b => b.Author).FirstOrDefaultAsync(b => b.Id == id, cancellation)));
}
