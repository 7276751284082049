using Bookstore.Caches;
using Bookstore.Stores;
using Carter;
using Microsoft.EntityFrameworkCore;

namespace Bookstore.Books;

internal sealed class UpdateBookEndpoint : ICarterModule
{
    public void AddRoutes(IEndpointRouteBuilder app) => app.MapPut("/api/books/{id}", HandleAsync);

    // Cached answers are removed after the change. If they were removed before it, a reader in between would cache the old answer again.
    private static async Task<IResult> HandleAsync(
        Guid id, BookRequest request, BookstoreContext context, IBookCache cache, CancellationToken cancellation)
    {
        if (!await context.Authors.AnyAsync(a => a.Id == request.AuthorId, cancellation)) return CreateBookEndpoint.UnknownAuthor(request.AuthorId);
        var changed = await context.Books.Where(b => b.Id == id).ExecuteUpdateAsync(book => book
            .SetProperty(b => b.Title, request.Title)
            .SetProperty(b => b.Year, request.Year)
            .SetProperty(b => b.AuthorId, request.AuthorId), cancellation);
        if (changed == 0) return Results.NotFound(); // also when another request has just deleted the book
        await cache.ForgetAsync([id], cancellation);
        return Results.NoContent();
    }
}
