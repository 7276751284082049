namespace Dyno.Dashboard.Serving;

/// <summary>What the pages are told when something cannot be done.</summary>
/// <param name="Problems">What is wrong, one sentence each.</param>
/// <param name="Hint">What to do instead; null when the problems say it.</param>
internal sealed record Refusal(IReadOnlyList<string> Problems, string? Hint = null);

/// <summary>A request that cannot be served as it is; becomes an answer in one place, <see cref="RefusalHandler"/>.</summary>
/// <param name="status">The status of the answer.</param>
/// <param name="problem">What is wrong.</param>
/// <param name="hint">What to do instead.</param>
internal sealed class RefusedException(int status, string problem, string? hint = null) : Exception(problem)
{
    public int Status => status;

    public string? Hint => hint;

    public static RefusedException NotFound(string problem, string? hint = null) => new(404, problem, hint);

    public static RefusedException Wrong(string problem, string? hint = null) => new(400, problem, hint);

    public static RefusedException Conflict(string problem, string? hint = null) => new(409, problem, hint);
}
