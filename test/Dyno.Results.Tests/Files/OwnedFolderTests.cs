namespace Dyno.Results.Tests;

public sealed class OwnedFolderTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("dyno-owned-").FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public void The_next_start_removes_what_belongs_to_nobody_any_more_and_leaves_the_rest()
    {
        using var held = OwnedFolder.Create("data-", _root);
        var left = Directory.CreateDirectory(Path.Combine(_root, "data-left")).FullName;
        File.WriteAllText(Path.Combine(left, ".owner"), ""); // as kill -9 leaves it
        File.WriteAllText(Path.Combine(left, "big"), "40 MB");
        var foreign = Directory.CreateDirectory(Path.Combine(_root, "data-foreign")).FullName;

        using var next = OwnedFolder.Create("data-", _root);

        Directory.Exists(left).ShouldBeFalse();
        Directory.Exists(held.Path).ShouldBeTrue();
        Directory.Exists(foreign).ShouldBeTrue();
    }

    [Fact]
    public void It_is_the_owners_alone_and_gone_when_it_ends()
    {
        var folder = OwnedFolder.Create("data-", _root);
        if (!OperatingSystem.IsWindows())
            File.GetUnixFileMode(folder.Path).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        folder.Dispose();
        Directory.Exists(folder.Path).ShouldBeFalse();
    }
}
