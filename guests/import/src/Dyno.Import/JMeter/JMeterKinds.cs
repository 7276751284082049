namespace Dyno.Import;

/// <summary>The kinds of elements of a test plan, by their classes.</summary>
internal static class JMeterKinds
{
    private static readonly FrozenSet<string> Samplers = FrozenSet.Create("HTTPSamplerProxy", "HTTPSampler", "HTTPSampler2");
    private static readonly FrozenSet<string> Groups = FrozenSet.Create(
        "ThreadGroup", "UltimateThreadGroup", "ConcurrencyThreadGroup", "SteppingThreadGroup", "ArrivalsThreadGroup", "FreeFormArrivalsThreadGroup", "OpenModelThreadGroup");

    private static readonly FrozenSet<string> Timers = FrozenSet.Create(
        "ConstantTimer", "UniformRandomTimer", "GaussianRandomTimer", "PoissonRandomTimer", "ConstantThroughputTimer", "PreciseThroughputTimer");

    private static readonly FrozenSet<string> Assertions = FrozenSet.Create(
        "ResponseAssertion", "DurationAssertion", "SizeAssertion", "JSONPathAssertion", "JSONPathAssertion2", "XPathAssertion", "XPath2Assertion", "JMESPathAssertion");

    private static readonly FrozenSet<string> Extractors = FrozenSet.Create(
        "JSONPostProcessor", "JSONPathExtractor", "JMESPathExtractor", "RegexExtractor", "BoundaryExtractor", "XPathExtractor", "XPath2Extractor");

    // What only shows results, or changes no request: a run of Dyno has its own report.
    private static readonly FrozenSet<string> Silent = FrozenSet.Create(
        "ResultCollector", "Summariser", "BackendListener", "DebugSampler", "DebugPostProcessor", "CacheManager", "DNSCacheManager", "TestPlan", "ResultSaver");

    // Controllers whose requests are sent once in each iteration, in order.
    private static readonly FrozenSet<string> Plain = FrozenSet.Create(
        "GenericController", "TransactionController", "CriticalSectionController", "RecordingController");

    private static readonly FrozenSet<string> Choosing = FrozenSet.Create(
        "RandomController", "InterleaveControl", "ThroughputController", "WhileController", "ForeachController", "SwitchController", "RunTime", "RandomOrderController", "WeightedSwitchController", "ParallelSampler");

    public static bool IsSampler(string type) => Samplers.Contains(type);

    public static bool IsGroup(string type) => Groups.Contains(type);

    public static bool IsTimer(string type) => Timers.Contains(type);

    public static bool IsAssertion(string type) => Assertions.Contains(type);

    public static bool IsExtractor(string type) => Extractors.Contains(type);

    public static bool IsSilent(string type) => Silent.Contains(type);

    public static bool IsPlain(string type) => Plain.Contains(type);

    /// <summary>Whether it is a controller that decides during the run, which Dyno does not.</summary>
    public static bool IsChoosing(string type) => Choosing.Contains(type);

    public static bool IsVariables(JMeterElement element) => element.Type == "Arguments" && element.Gui is "ArgumentsPanel" or "";

    /// <summary>Whether it holds defaults of HTTP requests; defaults of other protocols have the same type.</summary>
    public static bool IsDefaults(JMeterElement element) =>
        element.Type == "ConfigTestElement" && (element.Gui.EndsWith("HttpDefaultsGui", StringComparison.Ordinal) || element.Of("HTTPSampler.domain") is not null);

    /// <summary>What to do about an element that Dyno leaves out.</summary>
    public static string WayToGo(string type) => type switch
    {
        "JSR223Sampler" or "JSR223PreProcessor" or "JSR223PostProcessor" or "JSR223Assertion" or "JSR223Timer" or "JSR223Listener"
            or "BeanShellSampler" or "BeanShellPreProcessor" or "BeanShellPostProcessor" or "BeanShellAssertion" or "BeanShellTimer" or "BSFSampler"
            => "code belongs into a load in C# (dotnet new dyno-load) or a k6 script; a value that it makes: --var NAME=VALUE",
        "JDBCSampler" or "JDBCDataSource" or "TCPSampler" or "FTPSampler" or "LDAPSampler" or "SmtpSampler" or "JMSSampler" or "JavaSampler" or "PublisherSampler" or "SubscriberSampler"
            => "Dyno sends HTTP, gRPC and WebSocket requests; load what stands behind the API through the API",
        "HtmlExtractor" => "take the value by regular expression (RegexExtractor) or by XPath",
        "CounterConfig" or "UserParameters" => "put the values into a CSV file: --data FILE",
        "IncludeController" or "ModuleController" => "copy the requests into this plan",
        "SyncTimer" => "leave it out: the virtual users of Dyno do not wait for each other",
        "SetupThreadGroup" or "PostThreadGroup" => "set the server up, and clean it up, by commands before and after dyno run",
        "HTMLAssertion" or "XMLAssertion" or "MD5HexAssertion" or "CompareAssertion" => "write --check 'body contains \"…\"'",
        "RegExUserParameters" or "URLRewritingModifier" or "AnchorModifier" => "write the value into the request: ${name} of an extractor",
        "VariableThroughputTimer" => "give --rate, or a k6 script or a load in C# for a rate that changes",
        "SampleTimeout" => "give --timeout",
        "KeystoreConfig" => "give --cert and --key",
        _ => "remove it from the plan, or write the requests into a .http file",
    };
}
