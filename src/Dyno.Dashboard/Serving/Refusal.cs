namespace Dyno.Dashboard;

/// <summary>The answer to a page when a request is refused.</summary>
/// <param name="Problems">The problems, one sentence each.</param>
/// <param name="Hint">The advice what to do instead; null when the problems contain it.</param>
internal sealed record Refusal(IReadOnlyList<string> Problems, string? Hint = null);

/// <summary>A request that cannot be served; <see cref="RefusalHandler"/> turns it into an answer.</summary>
/// <param name="problem">The problem, in one sentence.</param>
internal sealed class RefusedException(int status, string problem, string? hint = null) : Exception(problem)
{
    public int Status => status;

    public string? Hint => hint;

    public static RefusedException NotFound(string problem, string? hint = null) => new(404, problem, hint);

    public static RefusedException Wrong(string problem, string? hint = null) => new(400, problem, hint);

    public static RefusedException Conflict(string problem, string? hint = null) => new(409, problem, hint);
}
