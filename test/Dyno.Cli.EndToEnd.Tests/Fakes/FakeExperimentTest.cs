namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>What tests of a command have that need no program: it runs in the process of the tests, on trials that take no time.</summary>
public abstract class FakeExperimentTest : ExperimentTest
{
    private protected FakeTrials Trials { get; } = new();

    private protected override Task<DynoOutcome> DynoAsync(params string[] args) => DynoCommand.RunAsync(Workspace, Trials, args);

    /// <summary>The server of each variant; one that is not named is a quick one.</summary>
    private protected void Serve(params (string Variant, FakeServer Server)[] servers) =>
        Trials.ServerOf = variant => Array.Find(servers, one => one.Variant == variant.Name).Server ?? new FakeServer();
}
