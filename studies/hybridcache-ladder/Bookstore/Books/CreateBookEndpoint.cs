using Bookstore.Stores;
using Carter;
using Microsoft.EntityFrameworkCore;

namespace Bookstore.Books;

internal sealed class CreateBookEndpoint : ICarterModule
{
    public void AddRoutes(IEndpointRouteBuilder app) => app.MapPost("/api/books", HandleAsync);

    private static async Task<IResult> HandleAsync(BookRequest request, BookstoreContext context, CancellationToken cancellation)
    {
        var author = await context.Authors.FirstOrDefaultAsync(a => a.Id == request.AuthorId, cancellation);
        if (author is null) return UnknownAuthor(request.AuthorId);
        var book = new Book { Id = Guid.CreateVersion7(), Title = request.Title, Year = request.Year, Author = author };
        context.Books.Add(book);
        await context.SaveChangesAsync(cancellation);
        return Results.Created($"/api/books/{book.Id}", BookResponse.Of(book));
    }

    internal static IResult UnknownAuthor(Guid id) => Results.ValidationProblem(
        new Dictionary<string, string[]> { [nameof(BookRequest.AuthorId)] = [$"There is no author {id}."] });
}
