namespace Dyno.Scenarios;

/// <summary>Ends an iteration after a failed step.</summary>
internal sealed class IterationRestart(IResponse response) : Exception("a step has failed")
{
    public IResponse Response { get; } = response;
}
