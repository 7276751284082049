using Bookstore.Stores;
using Carter;
using Microsoft.EntityFrameworkCore;

namespace Bookstore.Authors;

internal sealed class GetAuthorByIdEndpoint : ICarterModule
{
    public void AddRoutes(IEndpointRouteBuilder app) => app.MapGet("/api/authors/{id}", HandleAsync);

    private static async Task<IResult> HandleAsync(Guid id, BookstoreContext context, CancellationToken cancellation)
    {
        var author = await context.Authors.AsNoTracking().Include(a => a.Books).FirstOrDefaultAsync(a => a.Id == id, cancellation);
        return author is null
            ? Results.NotFound()
            : Results.Ok(new AuthorResponse(author.Id, author.Name, [.. author.Books.Select(b => b.Title).Order(StringComparer.Ordinal)]));
    }
}
