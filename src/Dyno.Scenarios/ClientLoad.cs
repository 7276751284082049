namespace Dyno.Scenarios;

/// <summary>A load through one client. Immutable: every method returns a changed copy, and <see cref="RunAsync"/> runs it.</summary>
public sealed record ClientLoad
{
    private readonly HttpClient _client;

    internal ClientLoad(HttpClient client) => _client = client;

    internal string Name { get; init; } = "load";

    internal Func<HttpRequestMessage> Request { get; init; } = static () => new HttpRequestMessage(HttpMethod.Get, "/");

    internal int? Rate { get; init; }

    internal int Users { get; init; } = 10;

    internal TimeSpan Duration { get; init; } = TimeSpan.FromSeconds(5);

    internal TimeSpan WarmUpTime { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Sends GET to this URL.</summary>
    /// <param name="url">Absolute, or relative to the client's base address.</param>
    public ClientLoad Get(string url) => Send(() => Http.CreateRequest("GET", url));

    /// <summary>Sends what this function makes for each request.</summary>
    /// <param name="request">Makes a new request each time; called by several threads.</param>
    public ClientLoad Send(Func<HttpRequestMessage> request)
    {
        ArgumentNullException.ThrowIfNull(request);
        return this with { Request = request };
    }

    /// <summary>Starts this many requests per second, however fast the answers are (an open load).</summary>
    /// <param name="perSecond">1 or more.</param>
    public ClientLoad At(int perSecond)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(perSecond, 1);
        return this with { Rate = perSecond };
    }

    /// <summary>Lets this many users send, each as soon as it has its answer (a closed load). Default 10.</summary>
    /// <param name="users">1 or more.</param>
    public ClientLoad With(int users)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(users, 1);
        return this with { Users = users, Rate = null };
    }

    /// <summary>How long to measure. Default 5 s.</summary>
    /// <param name="duration">1 s or more.</param>
    public ClientLoad For(TimeSpan duration)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(duration, TimeSpan.FromSeconds(1));
        return this with { Duration = duration };
    }

    /// <summary>How long to load before the measurement, so that .NET compiles what it uses often. Default 1 s.</summary>
    /// <param name="time">0 for no warm-up.</param>
    public ClientLoad WarmUp(TimeSpan time)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(time, TimeSpan.Zero);
        return this with { WarmUpTime = time };
    }

    /// <summary>The name of the load in messages, reports and the history. Default <c>load</c>.</summary>
    public ClientLoad Named(string name)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(name);
        return this with { Name = name };
    }

    /// <summary>Runs the load and returns its figures.</summary>
    /// <param name="cancellationToken">Stops the run; the figures then cover the measurement up to that moment.</param>
    /// <exception cref="UserFault">The load cannot run; the message says why. Nothing was sent.</exception>
    public Task<NodeStats> RunAsync(CancellationToken cancellationToken = default)
    {
        var scenario = Scenario.Create(Name, async _ =>
        {
            using var request = Request();
            return await Http.Send(_client, request);
        });
        scenario = WarmUpTime > TimeSpan.Zero ? scenario.WithWarmUpDuration(WarmUpTime) : scenario.WithoutWarmUp();
        var load = Rate is { } rate ? Simulation.Inject(rate, TimeSpan.FromSeconds(1), Duration) : Simulation.KeepConstant(Users, Duration);
        return DynoRunner.RegisterScenarios(scenario.WithLoadSimulations(load)).WithTestName(Name).RunAsync(cancellationToken);
    }

    /// <summary>Runs the load, and fails the test unless it meets every condition; see <see cref="ResultAssertions.ShouldMeet"/>.</summary>
    /// <param name="conditions">Conditions such as <c>p99 &lt; 50ms</c>, <c>errors == 0</c> and <c>rate &gt; 190/s</c>.</param>
    /// <returns>The figures, for further checks or a file: <see cref="ResultSaving.SaveTo(NodeStats, string)"/>.</returns>
    /// <exception cref="LoadExpectationException">A condition is not met; the message has each with the measured value.</exception>
    /// <exception cref="ArgumentException">A condition cannot be read.</exception>
    public async Task<NodeStats> ShouldMeet(params string[] conditions) => (await RunAsync()).ShouldMeet(conditions);
}
