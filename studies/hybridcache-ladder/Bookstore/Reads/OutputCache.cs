using Bookstore.Books;
using Bookstore.Caches;
using Bookstore.Stores;
using Microsoft.AspNetCore.OutputCaching;
using Microsoft.EntityFrameworkCore;

namespace Bookstore.Reads;

/// <summary>ASP.NET Core's output cache: whole answers, served before the handler runs.</summary>
internal sealed class OutputCache : Rung
{
    public override void AddServices(IServiceCollection services, IConfiguration configuration) => services
        .AddOutputCache().AddSingleton<IBookCache, OutputBookCache>();

    public override void Use(WebApplication app) => app.UseOutputCache();

    public override void AddRoutes(IEndpointRouteBuilder app) =>
        app.MapGet(Route, HandleAsync).CacheOutput(policy => policy.Expire(CacheSetup.Expiry).AddPolicy<TagOfBook>());

    private static async Task<IResult> HandleAsync(Guid id, BookstoreContext context, WorkCounts work, CancellationToken cancellation)
    {
        work.FactoryRan();
        return Answer(BookResponse.Of(await context.Books.Include(b => b.Author).AsNoTracking().FirstOrDefaultAsync(b => b.Id == id, cancellation)));
    }

    /// <summary>Puts the book's tag on its cached answer, so that a write can remove the answer.</summary>
    private sealed class TagOfBook : IOutputCachePolicy
    {
        public ValueTask CacheRequestAsync(OutputCacheContext context, CancellationToken cancellation)
        {
            context.Tags.Add(OutputBookCache.TagOf(context.HttpContext.Request.RouteValues["id"] as string));
            return ValueTask.CompletedTask;
        }

        public ValueTask ServeFromCacheAsync(OutputCacheContext context, CancellationToken cancellation) => ValueTask.CompletedTask;

        public ValueTask ServeResponseAsync(OutputCacheContext context, CancellationToken cancellation) => ValueTask.CompletedTask;
    }
}
