using Carter;

namespace Bookstore.Reads;

/// <summary>
/// One way to answer <c>GET /api/books/{id}</c>: its services and its endpoint. All rungs give the same answers; they differ in the layers
/// between the request and the row.
/// </summary>
internal abstract class Rung : ICarterModule
{
    protected const string Route = "/api/books/{id}";

    /// <summary>Whether the rung uses Redis.</summary>
    public virtual bool NeedsRedis => false;

    /// <summary>Registers the services that the rung needs besides the store.</summary>
    public virtual void AddServices(IServiceCollection services, IConfiguration configuration)
    {
    }

    /// <summary>Adds the middleware that the rung needs before the endpoints.</summary>
    public virtual void Use(WebApplication app)
    {
    }

    /// <summary>Adds the endpoint.</summary>
    public abstract void AddRoutes(IEndpointRouteBuilder app);

    private protected static IResult Answer<T>(T? book) => book is null ? Results.NotFound() : Results.Ok(book);
}
