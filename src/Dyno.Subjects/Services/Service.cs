namespace Dyno.Subjects;

/// <summary>A running service. Disposing of this object ends the service; on Linux the service also ends when Dyno ends in any other way.</summary>
public abstract class Service : IAsyncDisposable
{
    private static readonly TimeSpan StopTime = TimeSpan.FromSeconds(5);

    /// <summary>The method that starts each kind of service. A test finds a kind that has no line here.</summary>
    internal static ImmutableDictionary<string, Func<ServiceOptions, CancellationToken, Task<Service>>> Starters { get; } =
        new Dictionary<string, Func<ServiceOptions, CancellationToken, Task<Service>>>(StringComparer.Ordinal)
        {
            [ServiceKind.Postgres.Name] = async (options, cancellation) => await PostgresService.StartAsync(options, cancellation),
            [ServiceKind.Redis.Name] = async (options, cancellation) => await RedisService.StartAsync(options, cancellation),
            [ServiceKind.Command.Name] = async (options, cancellation) => await CommandService.StartAsync(options, cancellation),
        }.ToImmutableDictionary(StringComparer.Ordinal);

    private protected Service(ServiceOptions options, OwnedProcess process, int port)
    {
        Options = options;
        Process = process;
        Port = port;
    }

    /// <summary>The options with which the service was started.</summary>
    public ServiceOptions Options { get; }

    public int ProcessId => Process.Id;

    /// <summary>The address and credentials with which the subject reaches the service.</summary>
    public abstract string ConnectionString { get; }

    /// <summary>The variable that takes the connection string to the subject.</summary>
    public string Variable => Options.Variable ?? "ConnectionStrings__" + Options.Name;

    /// <summary>Whether the service has ended although no one stopped it.</summary>
    public bool HasDied => Process.Exited.IsCompleted;

    private protected OwnedProcess Process { get; }

    private protected int Port { get; }

    /// <summary>Starts a service, and returns when the service is ready and its set-up is done.</summary>
    /// <exception cref="UserFault">The service cannot be started, or does not come up; no process of it is left.</exception>
    public static async Task<Service> StartAsync(ServiceOptions options, CancellationToken cancellation)
    {
        var service = await Starters[options.Kind](options, cancellation);
        try
        {
            if (options.Setup is { } setup) await service.DoAsync(setup, cancellation);
            return service;
        }
        catch
        {
            await service.DisposeAsync();
            throw;
        }
    }

    /// <summary>Resets the service before a trial; does nothing when the experiment asks for no reset.</summary>
    /// <exception cref="UserFault">The service has ended, or the reset failed.</exception>
    public async Task ResetAsync(CancellationToken cancellation)
    {
        ThrowIfDead();
        if (Options.Reset is { } reset) await DoAsync(reset, cancellation);
    }

    /// <summary>
    /// The work of the service since it came up: commands of Redis, transactions of PostgreSQL; null where the service does not count, or
    /// cannot answer.
    /// </summary>
    public virtual Task<long?> CommandsAsync(CancellationToken cancellation) => Task.FromResult<long?>(null);

    /// <summary>Throws when the service has ended.</summary>
    /// <exception cref="UserFault">The service has ended.</exception>
    public void ThrowIfDead()
    {
        if (HasDied)
            throw SubjectFaults.Of(SubjectFault.ServiceFailed, $"the service {Options.Name} ended by itself", $"its whole output is in {Process.Output.FilePath}",
                Process.LastLines(20));
    }

    /// <summary>Stops the service and removes its files.</summary>
    public virtual async ValueTask DisposeAsync()
    {
        await Process.StopAsync(StopTime, TimeProvider.System);
        await Process.DisposeAsync();
        GC.SuppressFinalize(this);
    }

    private protected abstract Task DoAsync(string what, CancellationToken cancellation);

    private protected UserFault Failed(string what, string? hint = null) =>
        SubjectFaults.Of(SubjectFault.ServiceFailed, $"the service {Options.Name} ({Options.Kind}) {what}", hint, Process.LastLines(20));
}
