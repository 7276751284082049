namespace Bookstore.Faults;

/// <summary>The answers to callers when a system behind the API is unavailable.</summary>
internal static class FaultSetup
{
    public static void AddFaults(this WebApplicationBuilder builder)
    {
        builder.Services.AddProblemDetails();
        builder.Services.AddExceptionHandler<OutageHandler>();
        builder.Services.AddHealthChecks().AddCheck<StoreHealth>("store");
        // The answer to an id that is not a GUID says what is wrong with it, in Production too.
        builder.Services.Configure<RouteHandlerOptions>(options => options.ThrowOnBadRequest = true);
    }
}
