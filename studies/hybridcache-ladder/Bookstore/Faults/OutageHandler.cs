using System.Data.Common;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Mvc;
using StackExchange.Redis;

namespace Bookstore.Faults;

/// <summary>Gives known faults their own status. All other faults stay 500, without their message.</summary>
internal sealed class OutageHandler(IProblemDetailsService problems) : IExceptionHandler
{
    public async ValueTask<bool> TryHandleAsync(HttpContext httpContext, Exception exception, CancellationToken cancellationToken)
    {
        if (Problem(exception) is not { } problem) return false;
        httpContext.Response.StatusCode = problem.Status!.Value;
        return await problems.TryWriteAsync(new() { HttpContext = httpContext, ProblemDetails = problem });
    }

    private static ProblemDetails? Problem(Exception exception) => exception switch
    {
        BadHttpRequestException bad => new() { Status = bad.StatusCode, Title = bad.Message },
        RedisException or RedisTimeoutException => new()
        {
            Status = StatusCodes.Status503ServiceUnavailable,
            Title = "The change is made, but the cache could not be told: other readers may see the old answer until it expires. Send it again.",
        },
        _ when IsOutage(exception) => new() { Status = StatusCodes.Status503ServiceUnavailable, Title = "The database does not answer." },
        _ => null,
    };

    // Entity Framework wraps the driver's exceptions.
    internal static bool IsOutage(Exception? exception) => exception switch
    {
        null => false,
        DbException or TimeoutException or System.Net.Sockets.SocketException => true,
        _ => IsOutage(exception.InnerException),
    };
}
