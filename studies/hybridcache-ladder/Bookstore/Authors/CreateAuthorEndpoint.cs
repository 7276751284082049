using Bookstore.Stores;
using Carter;

namespace Bookstore.Authors;

internal sealed class CreateAuthorEndpoint : ICarterModule
{
    public void AddRoutes(IEndpointRouteBuilder app) => app.MapPost("/api/authors", HandleAsync);

    private static async Task<IResult> HandleAsync(AuthorRequest request, BookstoreContext context, CancellationToken cancellation)
    {
        var author = new Author { Id = Guid.CreateVersion7(), Name = request.Name };
        context.Authors.Add(author);
        await context.SaveChangesAsync(cancellation);
        return Results.Created($"/api/authors/{author.Id}", new AuthorResponse(author.Id, author.Name, []));
    }
}
