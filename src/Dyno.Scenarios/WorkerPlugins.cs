namespace Dyno.Scenarios;

/// <summary>A plug-in of another tool. Dyno itself measures what such plug-ins measure.</summary>
[Obsolete("remove it: Dyno already counts connections and handshakes")]
public interface IWorkerPlugin;

/// <summary>Connections by version of HTTP: part of every result.</summary>
/// <param name="versions">Not needed.</param>
[Obsolete("remove it: Dyno already counts connections and handshakes")]
#pragma warning disable CS9113 // taken so that code compiles
public sealed class HttpMetricsPlugin(params IEnumerable<Version> versions) : IWorkerPlugin;
#pragma warning restore CS9113

/// <summary>Pings of hosts, which Dyno does not send.</summary>
/// <param name="config">Not needed.</param>
[Obsolete("remove it: Dyno sends no pings; every result has the connect time")]
#pragma warning disable CS9113 // taken so that code compiles
public sealed class PingPlugin(PingPluginConfig? config = null) : IWorkerPlugin;
#pragma warning restore CS9113

/// <summary>Hosts of a <see cref="PingPlugin"/>.</summary>
[Obsolete("remove it: Dyno sends no pings")]
public sealed class PingPluginConfig
{
    /// <summary>Hosts.</summary>
    /// <param name="hosts">Not needed.</param>
    public static PingPluginConfig CreateDefault(params IEnumerable<string> hosts)
    {
        _ = hosts;
        return new PingPluginConfig();
    }
}
