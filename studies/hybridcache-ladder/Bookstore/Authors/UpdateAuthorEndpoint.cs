using Bookstore.Caches;
using Bookstore.Stores;
using Carter;
using Microsoft.EntityFrameworkCore;

namespace Bookstore.Authors;

internal sealed class UpdateAuthorEndpoint : ICarterModule
{
    public void AddRoutes(IEndpointRouteBuilder app) => app.MapPut("/api/authors/{id}", HandleAsync);

    // Answers about books name their author, so the cached ones must be removed with the change.
    private static async Task<IResult> HandleAsync(
        Guid id, AuthorRequest request, BookstoreContext context, IBookCache cache, CancellationToken cancellation)
    {
        var changed = await context.Authors.Where(a => a.Id == id)
            .ExecuteUpdateAsync(author => author.SetProperty(a => a.Name, request.Name), cancellation);
        if (changed == 0) return Results.NotFound();
        await cache.ForgetAsync(await context.BooksOfAsync(id, cancellation), cancellation);
        return Results.NoContent();
    }
}
