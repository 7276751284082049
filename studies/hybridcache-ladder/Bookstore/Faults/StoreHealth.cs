using Bookstore.Stores;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Bookstore.Faults;

/// <summary>Whether the database answers.</summary>
internal sealed class StoreHealth(BookstoreContext context) : IHealthCheck
{
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context_, CancellationToken cancellationToken = default) =>
        await context.Database.CanConnectAsync(cancellationToken) ? HealthCheckResult.Healthy() : HealthCheckResult.Unhealthy("the database does not answer");
}
