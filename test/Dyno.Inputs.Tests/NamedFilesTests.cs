using System.Diagnostics;

namespace Dyno.Inputs.Tests;

/// <summary>An input that somebody else wrote must not have Dyno send what it may not name.</summary>
public sealed partial class NamedFilesTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-named-").FullName;

    public NamedFilesTests()
    {
        Directory.CreateDirectory(Path.Combine(_folder, "input", "deep"));
        File.WriteAllText(Path.Combine(_folder, "secret.txt"), "id,name\n1,canary\n");
        File.WriteAllText(Path.Combine(_folder, "input", "own.txt"), "id,name\n1,own\n");
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory, MemberData(nameof(Inputs))]
    public void A_file_outside_of_the_inputs_folder_needs_an_option(string name, string text)
    {
        var input = Write(name, text.Replace("FILE", "../../secret.txt", StringComparison.Ordinal));

        var refused = Should.Throw<UserFault>(() => Read(input)).Problems.ShouldHaveSingleItem();
        refused.What.ShouldContain("is outside of");
        refused.WriteInstead!.ShouldContain("--allow-outside-files");
        Read(input, allows: true);
    }

    [Theory, MemberData(nameof(Inputs))]
    public void The_repository_of_the_input_is_open_to_it(string name, string text)
    {
        Directory.CreateDirectory(Path.Combine(_folder, "input", ".git"));

        Read(Write(name, text.Replace("FILE", "../own.txt", StringComparison.Ordinal)));
        Should.Throw<UserFault>(() => Read(Write(name, text.Replace("FILE", "../../secret.txt", StringComparison.Ordinal))));
    }

    [Fact]
    public void Absolute_paths_and_links_lead_nowhere_else()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "links need a right there");
        File.CreateSymbolicLink(Path.Combine(_folder, "input", "link.txt"), Path.Combine(_folder, "secret.txt"));
        Directory.CreateSymbolicLink(Path.Combine(_folder, "input", "up"), "..");

        foreach (var file in new[] { Path.Combine(_folder, "secret.txt"), "link.txt", "up/secret.txt", "deep/../../secret.txt" })
            Should.Throw<UserFault>(() => Read(Write("a.http", $"POST http://h/\n\n< {file}\n"))).Message.ShouldContain("is outside of", customMessage: file);
        Read(Write("a.http", "POST http://h/\n\n< deep/../own.txt\n"));
    }

    [Fact]
    public void A_pipe_or_a_device_is_no_body()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "mkfifo and /dev/zero");
        Process.Start("mkfifo", [Path.Combine(_folder, "input", "pipe")]).WaitForExit();
        File.WriteAllText(Path.Combine(_folder, "input", "empty"), "");

        Should.Throw<UserFault>(() => Read(Write("a.http", "POST http://h/\n\n< pipe\n"))).Message.ShouldContain("is not an ordinary file");
        Should.Throw<UserFault>(() => Read(Write("b.http", "POST http://h/\n\n< /dev/zero\n"), allows: true)).Message.ShouldContain("holds more than 64 MB");
        Read(Write("c.http", "POST http://h/\n\n< empty\n"));
    }

    private string Write(string name, string text)
    {
        var path = Path.Combine(_folder, "input", name);
        File.WriteAllText(path, text);
        return path;
    }

    private static void Read(string input, bool allows = false) => InputReader.Read(new LoadRequest { Target = input, AllowsOutsideFiles = allows });
}
