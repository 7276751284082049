namespace Dyno.K6;

/// <summary>What all virtual users of a run share. Thread-safe.</summary>
internal sealed class ScriptRun : IDisposable
{
    private int _lastUser;
    private string? _abortMessage;
    private string? _failMessage;

    public required ScriptFiles Files { get; init; }

    public required EngineClock Clock { get; init; }

    public required RunSignals Signals { get; init; }

    public required ScriptLog Log { get; init; }

    /// <summary>The variables of <c>__ENV</c>.</summary>
    public required ImmutableSortedDictionary<string, string> Variables { get; init; }

    /// <summary>Whether a script cannot change <c>__ENV</c>.</summary>
    public bool FreezesVariables { get; init; }

    /// <summary>Whether tags and group last over <c>await</c>, and groups may be async.</summary>
    public bool FollowsContext { get; init; }

    /// <summary>Set when the options are known; the first init stage sends nothing.</summary>
    public HttpRunOptions Http
    {
        get;
        set => (field, Requests) = (value, new RequestPreparation(value, Steps));
    } = null!;

    /// <summary>Makes requests ready; null until the options are known.</summary>
    public RequestPreparation? Requests { get; private set; }

    public HeaderTexts HeaderTexts { get; } = new();

    public RunMetrics Metrics { get; init; } = new();

    public StepCatalog Steps { get; } = new();

    public SharedArrays Arrays { get; } = new();

    public SecretSources Secrets { get; init; } = new();

    public ScriptErrors Errors => field ??= new ScriptErrors(Files, Log);

    /// <summary>Which virtual users of the whole test this process makes: all of them without an execution segment. Set when the options are known.</summary>
    public WorkStripe Users { get; set; } = ExecutionSegment.Whole.Stripe;

    /// <summary>The options as they were derived, for <c>exec.test.options</c>.</summary>
    public string OptionsJson { get; set; } = "{}";

    /// <summary>What <c>setup()</c> returned, as JSON; empty for undefined.</summary>
    public string SetupJson { get; set; } = "";

    /// <summary>What the script's <c>handleSummary()</c> wants to be written.</summary>
    public List<SummaryOutput> SummaryOutputs { get; } = [];

    /// <summary>Where the run stands, for <c>exec.instance</c>.</summary>
    public RunProgress Progress { get; } = new();

    /// <summary>How long the run takes, or took, setup and teardown included: k6 divides by this time for rates.</summary>
    public TimeSpan Elapsed => Progress.BeganNanos == 0 ? TimeSpan.Zero
        : TimeSpan.FromTicks(((Progress.EndedNanos > 0 ? Progress.EndedNanos : Clock.NowNanos) - Progress.BeganNanos) / 100);

    public ImmutableSortedDictionary<string, string> Tags { get; set; } = ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal);

    /// <summary>What <c>test.abort()</c> said, as a sentence; null when it was not called.</summary>
    public string? AbortMessage => Volatile.Read(ref _abortMessage);

    /// <summary>What <c>test.fail()</c> said; null when it was not called.</summary>
    public string? FailMessage => Volatile.Read(ref _failMessage);

    /// <summary>What the init stage of a virtual user threw; null when none did.</summary>
    public UserFault? InitFailure { get; private set; }

    /// <summary>The scenarios by name; complete before the first starts.</summary>
    public Dictionary<string, ScenarioActivation> Scenarios { get; } = new(StringComparer.Ordinal);

    /// <summary>Waits until virtual users are made, and keeps the exceptions of their init stages.</summary>
    /// <exception cref="ScriptException">An init stage threw.</exception>
    public async Task MakeUsersAsync(Task making)
    {
        try
        {
            await making;
        }
        catch (ScriptException e)
        {
            InitFailure = K6Faults.Of(K6ExitCode.ScriptException, Errors.Describe(e));
            throw;
        }
    }

    /// <summary>The content of the files that scripts have opened, by name; kept once for all users.</summary>
    public ConcurrentDictionary<string, byte[]> OpenFiles { get; } = new(StringComparer.Ordinal);

    public int NextUser() => Interlocked.Increment(ref _lastUser);

    public void Abort(string message)
    {
        var whole = message.Length == 0 ? "test aborted" : "test aborted: " + message;
        if (Interlocked.CompareExchange(ref _abortMessage, whole, null) is null) Log.Write("error", whole);
        Signals.Abort();
    }

    /// <summary>Logs that users did not obey their cut and are left behind.</summary>
    /// <param name="users">The users; their ToString() names them.</param>
    public void WarnOfUnended(IReadOnlyCollection<object> users)
    {
        var (who, whose) = users.Count == 1 ? ("virtual user", "its") : ("virtual users", "their");
        Log.Write("warning", $"{users.Count} {who} did not end when {whose} time was over: {string.Join(", ", users.Take(5))}");
    }

    public void Fail(string message) => Interlocked.CompareExchange(ref _failMessage, message, null);

    /// <summary>Releases the compiler. To be called when no user of the run works any more.</summary>
    public void Dispose()
    {
        Files.Dispose();
    }
}

/// <summary>Where a run stands. Thread-safe.</summary>
internal sealed class RunProgress
{
    private long _completed;
    private long _interrupted;
    private int _active;
    private int _initialized;

    /// <summary>When setup began; 0 before that.</summary>
    public long BeganNanos { get; set; }

    /// <summary>When teardown had ended; 0 before that.</summary>
    public long EndedNanos { get; set; }

    /// <summary>Whether the summary was made: nothing is measured any more.</summary>
    public bool HasEnded { get; set; }

    public long Completed => Volatile.Read(ref _completed);

    public long Interrupted => Volatile.Read(ref _interrupted);

    public int Active => Volatile.Read(ref _active);

    public int Initialized => Volatile.Read(ref _initialized);

    public void UserCreated() => Interlocked.Increment(ref _initialized);

    /// <summary>A user begins to work for a scenario.</summary>
    public void UserJoined() => Interlocked.Increment(ref _active);

    /// <summary>A user has no more work.</summary>
    public void UserLeft() => Interlocked.Decrement(ref _active);

    /// <summary>An iteration is over.</summary>
    public void IterationEnded(bool completed)
    {
        if (completed) Interlocked.Increment(ref _completed);
        else Interlocked.Increment(ref _interrupted);
    }
}
