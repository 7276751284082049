using Carter;

namespace Bookstore.Reads;

/// <summary>
/// One way to answer <c>GET /api/books/{id}</c>: what it registers, and its endpoint. All give the same answers; what differs is
/// what stands between the request and the row.
/// </summary>
internal abstract class Rung : ICarterModule
{
    protected const string Route = "/api/books/{id}";

    /// <summary>Whether it asks a Redis.</summary>
    public virtual bool NeedsRedis => false;

    /// <summary>What it needs from the container beside the store.</summary>
    public virtual void AddServices(IServiceCollection services, IConfiguration configuration)
    {
    }

    /// <summary>What it puts before the endpoints.</summary>
    public virtual void Use(WebApplication app)
    {
    }

    /// <summary>The endpoint.</summary>
    public abstract void AddRoutes(IEndpointRouteBuilder app);

    private protected static IResult Answer<T>(T? book) => book is null ? Results.NotFound() : Results.Ok(book);
}
