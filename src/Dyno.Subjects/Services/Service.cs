using System.Collections.Immutable;
using Dyno.Results.Machines;
using Dyno.Results.Problems;
using Dyno.Subjects.Processes;

namespace Dyno.Subjects.Services;

/// <summary>A service that runs. It ends when this is disposed, and on Linux also when Dyno ends in any other way.</summary>
public abstract class Service : IAsyncDisposable
{
    private static readonly TimeSpan StopTime = TimeSpan.FromSeconds(5);

    /// <summary>How each kind is started. A kind without a line here is found by a test.</summary>
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

    /// <summary>What it was started with.</summary>
    public ServiceOptions Options { get; }

    /// <summary>The process at its top.</summary>
    public int ProcessId => Process.Id;

    /// <summary>How the subject reaches it.</summary>
    public abstract string ConnectionString { get; }

    /// <summary>The variable that takes the connection string to the subject.</summary>
    public string Variable => Options.Variable ?? "ConnectionStrings__" + Options.Name;

    /// <summary>Whether it has ended although nobody stopped it.</summary>
    public bool HasDied => Process.Exited.IsCompleted;

    private protected OwnedProcess Process { get; }

    private protected int Port { get; }

    /// <summary>Starts a service and returns when it is ready, its set-up done.</summary>
    /// <exception cref="UserFault">It cannot be had, or does not come up; nothing of it is left.</exception>
    public static async Task<Service> StartAsync(ServiceOptions options, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(options);
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

    /// <summary>Puts it back to where a trial may begin; nothing when the experiment says nothing.</summary>
    /// <exception cref="UserFault">It has died, or what was asked of it failed.</exception>
    public async Task ResetAsync(CancellationToken cancellation)
    {
        ThrowIfDead();
        if (Options.Reset is { } reset) await DoAsync(reset, cancellation);
    }

    /// <summary>What it has done since it came up: commands of Redis, transactions of PostgreSQL; null where it does not count, or cannot say.</summary>
    /// <param name="cancellation">Gives up.</param>
    public virtual Task<long?> CommandsAsync(CancellationToken cancellation) => Task.FromResult<long?>(null);

    /// <summary>Says so when it has ended.</summary>
    /// <exception cref="UserFault">It has.</exception>
    public void ThrowIfDead()
    {
        if (HasDied)
            throw SubjectFaults.Of(SubjectFault.ServiceFailed, $"the service {Options.Name} ended by itself", $"all it wrote is in {Process.Output.FilePath}",
                Process.LastLines(20));
    }

    /// <summary>Stops it and removes what it kept.</summary>
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
