namespace Dyno.Scenarios;

/// <summary>
/// Notes when the measurement begins and ends, and forwards calls to the probe of the server's process, if there is one. Under Dyno
/// it leaves a file for each of the two moments in the folder for results, because Dyno observes the server too.
/// </summary>
internal sealed class PhaseMark(SessionRun run, IServerProbe? probe, string? notes) : IServerProbe
{
    /// <summary>Name of the file that says that the measurement has begun.</summary>
    internal const string Begun = "measuring";

    /// <summary>Name of the file that says that the measurement is over, and how many requests it had.</summary>
    internal const string Over = "measured";

    public long? MethodsCompiled => probe?.MethodsCompiled;

    public void Begin()
    {
        run.Operation = ScenarioOperation.Bombing;
        probe?.Begin();
        Note(Begun, "");
    }

    public void Sample(TimeSpan sinceBegin) => probe?.Sample(sinceBegin);

    public async ValueTask<ServerObservation?> EndAsync(long requests)
    {
        Note(Over, requests.ToString(CultureInfo.InvariantCulture));
        return probe is null ? null : await probe.EndAsync(requests);
    }

    private void Note(string file, string text)
    {
        if (notes is not null) WholeFile.Write(Path.Combine(notes, file), text);
    }
}
