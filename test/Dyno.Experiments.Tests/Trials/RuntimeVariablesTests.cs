namespace Dyno.Experiments.Tests;

public sealed class RuntimeVariablesTests
{
    [Fact]
    public void A_variable_that_net_does_not_read_is_named_with_what_was_meant() =>
        RuntimeVariables.Unknown("b", ["DOTNET_TieredPG0", "DOTNET_gcServer", "ConnectionStrings__Db", "API_TOKEN"]).ShouldBe(
            ["b sets DOTNET_TieredPG0, which is not a known .NET variable: .NET would silently ignore it. Did you mean DOTNET_TieredPGO?"]);

    [Fact]
    public void Variants_with_the_same_effective_settings_are_told_apart_only_by_what_is_no_setting()
    {
        VariantPlan a = Variant("a"), b = Variant("b", ("DOTNET_gcConcurrent", "1")), c = Variant("c", ("Cache__Enabled", "true"));
        SameSettings.Of([a, b, c], _ => Settings).ShouldBe(
            ["a and b are the same program with the same effective settings: a difference between them is noise"]);
        SameSettings.Of([a, b], v => v.Name == "b" ? Settings with { ServerGc = true } : Settings).ShouldBeEmpty();
        SameSettings.Of([a, b], _ => null).ShouldBeEmpty();
    }

    private static EffectiveSettings Settings { get; } = new() { Framework = ".NET 10.0.1", ProcessorCount = 1, ServerGc = false };

    private static VariantPlan Variant(string name, params (string Name, string Value)[] environment) => new()
    {
        Name = name,
        Load = "/",
        Subject = new SubjectPlan { Project = "/x", Environment = environment.ToImmutableSortedDictionary(e => e.Name, e => e.Value) },
    };
}
