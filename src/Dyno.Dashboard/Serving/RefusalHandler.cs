namespace Dyno.Dashboard;

/// <summary>Turns every failure into an answer. A failure that a user can cause says what to do instead, without a stack trace.</summary>
internal sealed class RefusalHandler(RequestDelegate next)
{
    public async Task InvokeAsync(HttpContext context)
    {
        try
        {
            await next(context);
        }
        catch (OperationCanceledException) when (context.RequestAborted.IsCancellationRequested)
        {
            // The client no longer waits for the answer.
        }
        catch (Exception failure) when (!context.Response.HasStarted)
        {
            var (status, refusal) = Describe(failure);
            context.Response.StatusCode = status;
            await context.Response.WriteAsJsonAsync(refusal);
        }
    }

    private static (int Status, Refusal Refusal) Describe(Exception failure) => failure switch
    {
        RefusedException refused => (refused.Status, new Refusal([refused.Message], refused.Hint)),
        UserFault { Hint: not null } fault => (400, new Refusal([fault.Message], fault.Hint)),
        UserFault fault => (400, new Refusal([.. fault.Problems.Select(problem => problem.ToString())])),
        BadHttpRequestException bad => (bad.StatusCode, new Refusal([bad.Message])),
        FileNotFoundException or DirectoryNotFoundException => (404, new Refusal(["the file is gone"], "it was removed or renamed outside Dyno: reload the list")),
        IOException or UnauthorizedAccessException => (500, new Refusal([failure.Message])),
        _ => (500, new Refusal([$"internal error: {failure.GetType().Name}: {failure.Message}"], "this is a fault of Dyno: please report it")),
    };
}
