namespace Dyno.Profiling.Tests;

public sealed class UserModulesTests
{
    [Fact]
    public void The_projects_of_the_deps_file_are_the_users()
    {
        using var folder = OwnedFolder.Create("dyno-test-");
        File.WriteAllText(Path.Combine(folder.Path, "Shop.deps.json"),
            """{"libraries":{"Shop/1.0.0":{"type":"project"},"Shop.Rules/1.0.0":{"type":"project"},"Dapper/2.1.0":{"type":"package"}}}""");
        var modules = UserModules.Of([Path.Combine(folder.Path, "Shop.dll")]);

        modules.Contains(Path.Combine(folder.Path, "Shop.Rules.dll")).ShouldBeTrue();
        modules.Contains(Path.Combine(folder.Path, "Dapper.dll")).ShouldBeFalse();
    }

    /// <summary>As in a single file, whose deps file is inside of it.</summary>
    [Fact]
    public void Without_a_deps_file_what_has_no_name_of_dotnet_is_the_users()
    {
        var modules = UserModules.Of(["/nowhere/Shop.dll"]);

        modules.Contains("/nowhere/Shop.dll").ShouldBeTrue();
        modules.Contains("System.Linq.dll").ShouldBeFalse();
        modules.Contains("Microsoft.AspNetCore.Http.dll").ShouldBeFalse();
    }

    [Fact]
    public void A_damaged_deps_file_is_as_none()
    {
        using var folder = OwnedFolder.Create("dyno-test-");
        File.WriteAllText(Path.Combine(folder.Path, "Shop.deps.json"), "{\"libraries\": [");

        UserModules.Of([Path.Combine(folder.Path, "Shop.dll")]).Contains("Shop.dll").ShouldBeTrue();
    }
}
