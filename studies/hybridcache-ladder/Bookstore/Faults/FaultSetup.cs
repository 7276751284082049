namespace Bookstore.Faults;

/// <summary>What a caller is told when something behind the API is away.</summary>
internal static class FaultSetup
{
    public static void AddFaults(this WebApplicationBuilder builder)
    {
        builder.Services.AddProblemDetails();
        builder.Services.AddExceptionHandler<OutageHandler>();
        builder.Services.AddHealthChecks().AddCheck<StoreHealth>("store");
        // An id that is not a guid is told what is wrong with it, in Production too.
        builder.Services.Configure<RouteHandlerOptions>(options => options.ThrowOnBadRequest = true);
    }
}
