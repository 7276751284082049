using Bookstore.Stores;
using Carter;
using Microsoft.EntityFrameworkCore;

namespace Bookstore.Books;

internal sealed class GetBooksByTitleEndpoint : ICarterModule
{
    private const int Most = 50;

    public void AddRoutes(IEndpointRouteBuilder app) => app.MapGet("/api/books", HandleAsync);

    // Searches for a part of a title, taken literally: quotes and the wildcards of LIKE have no special meaning.
    private static async Task<IResult> HandleAsync(string title, BookstoreContext context, CancellationToken cancellation)
    {
        if (title.Length == 0) return Results.ValidationProblem(new Dictionary<string, string[]> { ["title"] = ["Write a part of a title."] });
        var books = await context.Books.AsNoTracking().Where(b => b.Title.Contains(title)).OrderBy(b => b.Title).Take(Most)
            .Select(b => new BookResponse(b.Id, b.Title, b.Year, b.Author.Name)).ToListAsync(cancellation);
        return Results.Ok(books);
    }
}
