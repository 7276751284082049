namespace Dyno.Subjects.Tests;

public sealed class SettingsCheckTests
{
    private static readonly EffectiveSettings TwoCpus = new()
    {
        Framework = ".NET 9.0.22",
        ProcessorCount = 2,
        ServerGc = true,
        HeapCount = 2,
        Datas = true,
        TieredPgo = true,
        TieredCompilation = true,
    };

    private static readonly EffectiveSettings OneCpu = TwoCpus with { ProcessorCount = 1, ServerGc = false, HeapCount = 1, Datas = false };

    [Fact]
    public void Is_content_when_everything_took_effect() => Differences(TwoCpus, "net9.0", ("DOTNET_gcServer", "1"),
        ("DOTNET_GCDynamicAdaptationMode", "1"), ("DOTNET_GCHeapCount", "0x2"), ("DOTNET_TieredPGO", "1")).ShouldBeEmpty();

    /// <summary>The framework that it is built for says nothing then.</summary>
    [Theory]
    [InlineData("9.0", true)]
    [InlineData("installed", false)]
    public void A_program_built_for_an_older_framework_may_be_asked_to_run_on_a_newer_version(string runtime, bool isMeant)
    {
        var options = new SubjectOptions { Project = "x", Framework = "net8.0", RuntimeVersion = RuntimeVersion.Parse(runtime) };

        SettingsCheck.Differences(options, TwoCpus).IsEmpty.ShouldBe(isMeant);
    }

    [Fact]
    public void Says_that_one_CPU_turns_the_server_GC_and_DATAS_off()
    {
        var differences = Differences(OneCpu, "net9.0", ("DOTNET_gcServer", "1"), ("DOTNET_GCDynamicAdaptationMode", "1"));
        differences.Length.ShouldBe(2);
        differences[0].ShouldStartWith("the server GC was switched on but is off: on one CPU .NET uses the workstation GC");
        differences[1].ShouldStartWith("DATAS was switched on but is off: on one CPU");
    }

    [Fact]
    public void Says_that_DATAS_needs_the_server_GC() => Differences(TwoCpus with { ServerGc = false, Datas = false }, null,
        ("DOTNET_GCDynamicAdaptationMode", "1")).Single().ShouldBe("DATAS was switched on but is off: DATAS needs the server GC: set DOTNET_gcServer: \"1\"");

    [Theory]
    [InlineData("DOTNET_TieredPGO", "0", "dynamic PGO was switched off but is on")]
    [InlineData("DOTNET_GCHeapCount", "10", "16 heaps were requested, but there are 2: there are no more heaps than CPUs")]
    [InlineData("DOTNET_PROCESSOR_COUNT", "4", "4 CPUs were requested, but there are 2")]
    [InlineData("DOTNET_GCHeapHardLimit", "C800000", "209715200 bytes of heap at most were requested, but there are none")]
    public void Says_what_did_not_take_effect(string name, string value, string message) =>
        Differences(TwoCpus, null, (name, value)).Single().ShouldBe(message);

    [Fact]
    public void Notices_another_runtime_than_the_one_asked_for() =>
        Differences(TwoCpus, "net8.0").Single().ShouldBe("net8.0 was requested, but the program runs on .NET 9.0.22");

    [Fact]
    public void What_the_process_did_not_say_is_no_difference() =>
        Differences(TwoCpus with { Datas = null, TieredPgo = null }, null, ("DOTNET_GCDynamicAdaptationMode", "0"), ("DOTNET_TieredPGO", "0")).ShouldBeEmpty();

    private static ImmutableArray<string> Differences(EffectiveSettings effective, string? framework, params (string Name, string Value)[] env) =>
        SettingsCheck.Differences(new SubjectOptions
        {
            Project = "x",
            Framework = framework,
            Environment = env.ToImmutableSortedDictionary(e => e.Name, e => e.Value, StringComparer.Ordinal),
        }, effective);
}
