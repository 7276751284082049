using Bookstore.Caches;
using Bookstore.Stores;
using Carter;
using Microsoft.EntityFrameworkCore;

namespace Bookstore.Authors;

internal sealed class DeleteAuthorEndpoint : ICarterModule
{
    public void AddRoutes(IEndpointRouteBuilder app) => app.MapDelete("/api/authors/{id}", HandleAsync);

    // The author's books are deleted, too.
    private static async Task<IResult> HandleAsync(Guid id, BookstoreContext context, IBookCache cache, CancellationToken cancellation)
    {
        var books = await context.BooksOfAsync(id, cancellation);
        if (await context.Authors.Where(a => a.Id == id).ExecuteDeleteAsync(cancellation) == 0) return Results.NotFound();
        await cache.ForgetAsync(books, cancellation);
        return Results.NoContent();
    }
}
