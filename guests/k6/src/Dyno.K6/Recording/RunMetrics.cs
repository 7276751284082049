namespace Dyno.K6;

/// <summary>
/// The metrics of a scripted run: k6's own and those that the script declares, with the sub-metrics that thresholds ask
/// for. Thread-safe; values go through a <see cref="SampleLane"/>.
/// </summary>
internal sealed class RunMetrics
{
    private static readonly string[] OfHttp =
    [
        "http_reqs", "http_req_failed", "http_req_duration", "http_req_blocked", "http_req_connecting",
        "http_req_tls_handshaking", "http_req_sending", "http_req_waiting", "http_req_receiving", "data_sent",
        "data_received",
    ];

    private readonly Lock _gate = new();
    private ImmutableArray<Metric> _byNumber = [];
    private ImmutableArray<SampleLane> _lanes = [];

    public RunMetrics()
    {
        foreach (var name in MetricCatalog.Script.Names)
            if (MetricCatalog.Script.TryGet(name, out var definition)) Registry.TryRegister(definition, out _, out _);
        HttpReqs = Get("http_reqs");
        HttpReqFailed = Get("http_req_failed");
        HttpReqDuration = Get("http_req_duration");
        HttpReqBlocked = Get("http_req_blocked");
        HttpReqConnecting = Get("http_req_connecting");
        HttpReqTlsHandshaking = Get("http_req_tls_handshaking");
        HttpReqSending = Get("http_req_sending");
        HttpReqWaiting = Get("http_req_waiting");
        HttpReqReceiving = Get("http_req_receiving");
        Iterations = Get("iterations");
        IterationDuration = Get("iteration_duration");
        DroppedIterations = Get("dropped_iterations");
        Checks = Get("checks");
        DataSent = Get("data_sent");
        DataReceived = Get("data_received");
        Vus = Get("vus");
        VusMax = Get("vus_max");
        Registry.TryAddSubMetric(new MetricSelector("http_req_duration", [new("expected_response", "true")]), out _);
    }

    public MetricRegistry Registry { get; } = new();

    public TagSets TagSets { get; } = new();

    public CheckCatalog CheckNames { get; } = new();

    /// <summary>Takes every sample with its time, for <c>--out</c>; null without such an output.</summary>
    public ISampleSink? Sink { get; set; }

    public Metric HttpReqs { get; }

    public Metric HttpReqFailed { get; }

    public Metric HttpReqDuration { get; }

    public Metric HttpReqBlocked { get; }

    public Metric HttpReqConnecting { get; }

    public Metric HttpReqTlsHandshaking { get; }

    public Metric HttpReqSending { get; }

    public Metric HttpReqWaiting { get; }

    public Metric HttpReqReceiving { get; }

    public Metric Iterations { get; }

    public Metric IterationDuration { get; }

    public Metric DroppedIterations { get; }

    public Metric Checks { get; }

    public Metric DataSent { get; }

    public Metric DataReceived { get; }

    public Metric Vus { get; }

    public Metric VusMax { get; }

    /// <summary>Whether values are also kept by scenario and group, for a full summary. To be set before the first lane is made.</summary>
    public bool KeepsParts { get; init; }

    /// <summary>Whether requests must carry all their tags: an output or the summary keeps samples apart by tags, or a threshold selects by a tag.</summary>
    public bool NeedsRequestTags { get; private set; }

    public ImmutableArray<SampleLane> Lanes => _lanes;

    public Metric this[int number] => _byNumber[number];

    public int NumberOf(string name) => NumberOf(Get(name));

    /// <summary>Number of a metric that a script declares.</summary>
    /// <exception cref="HostException">The name is impossible, or taken by another type.</exception>
    public int Declare(string type, string name, bool isTime)
    {
        var definition = new MetricDefinition(name, Enum.Parse<MetricType>(type), isTime ? MetricUnit.Time : MetricUnit.Default);
        if (!Registry.TryRegister(definition, out var metric, out var error)) throw new HostException(error);
        return NumberOf(metric);
    }

    /// <summary>Decides what requests must carry. To be called when all sub-metrics are known.</summary>
    public void Settle() => NeedsRequestTags = Sink is not null || KeepsParts || OfHttp.SelectMany(name => Get(name).SubMetrics)
        .Any(selector => selector.Tags.Keys.Any(tag => tag != "expected_response"));

    /// <summary>A place for the samples of one worker.</summary>
    public SampleLane CreateLane()
    {
        var lane = new SampleLane(this, Registry.CreateRecorder());
        lock (_gate) _lanes = _lanes.Add(lane);
        return lane;
    }

    private Metric Get(string name) => Registry.TryGet(name, out var metric) ? metric : throw new KeyNotFoundException(name);

    private int NumberOf(Metric metric)
    {
        lock (_gate)
        {
            var number = _byNumber.IndexOf(metric);
            if (number >= 0) return number;
            _byNumber = _byNumber.Add(metric);
            return _byNumber.Length - 1;
        }
    }
}
