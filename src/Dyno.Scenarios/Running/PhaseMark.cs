using Dyno.Load.Running;
using Dyno.Results.Runs;

namespace Dyno.Scenarios.Running;

/// <summary>Notes when the measurement begins, and hands on to the probe of the server's process, if there is one.</summary>
internal sealed class PhaseMark(SessionRun run, IServerProbe? probe) : IServerProbe
{
    public void Begin()
    {
        run.Operation = ScenarioOperation.Bombing;
        probe?.Begin();
    }

    public void Sample(TimeSpan sinceBegin) => probe?.Sample(sinceBegin);

    public ServerObservation? End(long requests) => probe?.End(requests);
}
