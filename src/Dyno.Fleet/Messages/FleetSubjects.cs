namespace Dyno.Fleet.Messages;

/// <summary>The subjects of NATS that a fleet speaks on.</summary>
internal static class FleetSubjects
{
    /// <summary>Everyone answers with its card.</summary>
    public const string Roll = "dyno.roll";

    public static string Clock(string agent) => $"dyno.agent.{agent}.clock";

    public static string Order(string agent) => $"dyno.agent.{agent}.order";

    public static string Command(string agent) => $"dyno.agent.{agent}.command";

    /// <summary>What agents say of a run; of all of them with <c>*</c>.</summary>
    public static string Report(string run, string agent) => $"dyno.run.{run}.{agent}";

    /// <summary>Name of an agent's result in the store.</summary>
    public static string Result(string run, string agent) => $"result-{run}-{agent}";

    /// <summary>Name of what a coordinator writes down before it starts a run.</summary>
    public static string Manifest(string run) => $"manifest-{run}";
}
