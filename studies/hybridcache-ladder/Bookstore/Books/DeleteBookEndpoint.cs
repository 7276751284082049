using Bookstore.Caches;
using Bookstore.Stores;
using Carter;
using Microsoft.EntityFrameworkCore;

namespace Bookstore.Books;

internal sealed class DeleteBookEndpoint : ICarterModule
{
    public void AddRoutes(IEndpointRouteBuilder app) => app.MapDelete("/api/books/{id}", HandleAsync);

    private static async Task<IResult> HandleAsync(Guid id, BookstoreContext context, IBookCache cache, CancellationToken cancellation)
    {
        if (await context.Books.Where(b => b.Id == id).ExecuteDeleteAsync(cancellation) == 0) return Results.NotFound();
        await cache.ForgetAsync([id], cancellation);
        return Results.NoContent();
    }
}
