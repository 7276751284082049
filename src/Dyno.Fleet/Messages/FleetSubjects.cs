namespace Dyno.Fleet;

/// <summary>The NATS subjects on which a fleet communicates.</summary>
internal static class FleetSubjects
{
    /// <summary>The roll call: every agent answers with its card.</summary>
    public const string Roll = "dyno.roll";

    public static string Clock(string agent) => $"dyno.agent.{agent}.clock";

    public static string Order(string agent) => $"dyno.agent.{agent}.order";

    public static string Command(string agent) => $"dyno.agent.{agent}.command";

    /// <summary>The reports of an agent on a run; those of all agents with <c>*</c> as the agent.</summary>
    public static string Report(string run, string agent) => $"dyno.run.{run}.{agent}";

    /// <summary>Name of an agent's result in the store.</summary>
    public static string Result(string run, string agent) => $"result-{run}-{agent}";

    /// <summary>Name of the manifest that a coordinator stores before it starts a run.</summary>
    public static string Manifest(string run) => $"manifest-{run}";
}
