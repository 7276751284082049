using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>
/// Requests timed out at the generator. ASP.NET Core continues with a request whose client has left: a handler that does not look at
/// RequestAborted ends with 200 after its whole time, and one that stops counts as 499. So the server's counts differ from the generator's.
/// </summary>
internal sealed class ClientGaveUpRule : IExplanationRule
{
    public const string Name = "client-gave-up";
    private const double Limit = 0.01;

    public ExplanationRecord? Look(RunResult run, ServerObservation server)
    {
        var given = run.Measured.Errors.Where(e => e.Kind == "timeout").Sum(e => e.Count);
        var share = (double)given / run.Measured.Totals.Requests;
        if (share < Limit) return null;
        return new ExplanationRecord
        {
            Rule = Name,
            Message = "requests timed out at the generator, and the server does not count them as failures: it works on unless the handler stops on HttpContext.RequestAborted, "
                + "and then counts 200 with the whole duration (499 when the handler stops). Its CPU time includes work that nobody waited for",
            Evidence = [$"{Evidence.Number(given)} requests timed out, {Evidence.Percent(share)} (limit {Evidence.Percent(Limit)})"],
        };
    }
}
