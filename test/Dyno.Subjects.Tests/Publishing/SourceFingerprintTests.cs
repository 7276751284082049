namespace Dyno.Subjects.Tests;

public sealed class SourceFingerprintTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("dyno-fingerprint-");

    public SourceFingerprintTests()
    {
        Write("Directory.Build.props", "<Project />");
        Write("Shared/Shared.csproj", "<Project><Import Project=\"extra.props\" /></Project>");
        Write("Shared/extra.props", "<Project />");
        Write("Shared/Code.cs", "// shared");
        Write("Api/Api.csproj", "<Project><ItemGroup><ProjectReference Include=\"..\\Shared\\Shared.csproj\" /></ItemGroup></Project>");
        Write("Api/Deep/Code.cs", "// api");
    }

    [Theory]
    [InlineData("Api/Deep/Code.cs")]
    [InlineData("Api/appsettings.json")]
    [InlineData("Shared/Code.cs")]
    [InlineData("Shared/extra.props")]
    [InlineData("Directory.Build.props")]
    [InlineData("global.json")]
    public void Changes_with_every_file_the_build_reads(string file)
    {
        var before = Fingerprint();

        Write(file, "<Project><!-- changed --></Project>");

        Fingerprint().ShouldNotBe(before);
    }

    [Theory]
    [InlineData("Api/bin/x.dll")]
    [InlineData("Api/obj/x.cs")]
    [InlineData("Api/.dyno/x")]
    [InlineData("Api/node_modules/x.js")]
    [InlineData("Other/Code.cs")]
    public void Stays_when_something_else_changes(string file)
    {
        var before = Fingerprint();

        Write(file, "changed");

        Fingerprint().ShouldBe(before);
    }

    [Fact]
    public void Depends_on_what_else_is_given() => Fingerprint("net8.0").ShouldNotBe(Fingerprint("net9.0"));

    [Theory]
    [InlineData("<Project><ItemGroup><Compile Include=\"../NoSuchFolder/*.cs\" /></ItemGroup></Project>")]
    [InlineData("<Project><ItemGroup><Compile Include=\"../Shared/**/*.cs\" /></ItemGroup></Project>")]
    [InlineData("<Project><ItemGroup><Compile Include=\"../Shared/Code.cs;../Shared/More.cs\" /></ItemGroup></Project>")]
    [InlineData("<Project><Import Project=\"$(Somewhere)/x.props\" /></Project>")]
    [InlineData("<Project><ItemGroup><ProjectReference Include=\"../*/X.csproj\" /></ItemGroup></Project>")]
    [InlineData("<Project")]
    public void Is_none_when_only_a_build_can_tell(string project)
    {
        Write("Api/Api.csproj", project);

        Fingerprint().ShouldBeNull();
    }

    [Fact]
    public void Is_none_when_an_imported_file_means_the_folder_of_the_project_that_imports_it()
    {
        Write("Directory.Build.props", "<Project><Import Project=\"$(MSBuildProjectDirectory)/../shared.props\" /></Project>");
        Write("shared.props", "<Project />");

        Fingerprint().ShouldBeNull();
    }

    [Theory]
    [InlineData("../Other/*.cs", "Other/New.cs", true)]
    [InlineData("../Other/Code.cs", "Other/Code.cs", true)]
    [InlineData("../Other/Code.cs", "Other/New.cs", false)]
    public void Items_of_another_folder_count(string include, string file, bool changes)
    {
        Write("Other/Code.cs", "// other");
        Write("Api/Api.csproj", $"<Project><ItemGroup><Compile Include=\"{include}\" /></ItemGroup></Project>");
        var before = Fingerprint().ShouldNotBeNull();

        Write(file, "// changed");

        (Fingerprint() != before).ShouldBe(changes);
    }

    [Fact]
    public void Is_none_when_a_link_leads_elsewhere_or_nowhere()
    {
        Directory.CreateSymbolicLink(Path.Combine(_root.FullName, "Api", "Linked"), Path.Combine(_root.FullName, "Api"));
        Fingerprint().ShouldBeNull();
        Directory.Delete(Path.Combine(_root.FullName, "Api", "Linked"));
        Fingerprint().ShouldNotBeNull();

        File.CreateSymbolicLink(Path.Combine(_root.FullName, "Api", "lost.cs"), "/no/such/file.cs");
        Fingerprint().ShouldBeNull();
    }

    /// <summary>To open a named pipe is to wait for a writer, for ever.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_named_pipe_in_the_project_is_not_opened(bool byLink)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "mkfifo is a command of Unix");
        var pipe = Path.Combine(_root.FullName, byLink ? "Other.pipe" : "Api/some.pipe");
        using (var made = System.Diagnostics.Process.Start("mkfifo", [pipe])) made.WaitForExit();
        if (byLink) File.CreateSymbolicLink(Path.Combine(_root.FullName, "Api", "some.pipe"), pipe);
        Fingerprint().ShouldNotBeNull();
    }

    public void Dispose() => _root.Delete(recursive: true);

    private string? Fingerprint(string also = "") => SourceFingerprint.Of(Path.Combine(_root.FullName, "Api", "Api.csproj"), also);

    private void Write(string file, string text)
    {
        var path = Path.Combine(_root.FullName, file);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }
}
