namespace Dyno.Results.Tests;

public sealed class WholeFileTests : IDisposable
{
    private const int NoSpaceLeft = 28;

    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-file-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Writes_into_folders_that_are_made()
    {
        var path = Path.Combine(_folder, "out", "deep", "r.json");

        WholeFile.Write(path, "é");

        File.ReadAllBytes(path).ShouldBe([0xC3, 0xA9]);
    }

    [Fact]
    public void Replaces_what_was_there()
    {
        var path = Path.Combine(_folder, "r.json");
        File.WriteAllText(path, "something longer than the new text");

        WholeFile.Write(path, "new");

        File.ReadAllText(path).ShouldBe("new");
        Directory.GetFiles(_folder).ShouldHaveSingleItem();
    }

    [Fact]
    public void A_failure_in_the_middle_leaves_the_old_file_and_no_rest()
    {
        var path = Path.Combine(_folder, "r.json");
        File.WriteAllText(path, "old");

        var failure = Should.Throw<UserFault>(() => WholeFile.Write(path, FillTheDisk, overwrite: true));

        failure.Message.ShouldBe($"{path}: cannot be written: No space left on device");
        failure.Hint.ShouldBe("free some space, or name a file on another disk");
        File.ReadAllText(path).ShouldBe("old");
        Directory.GetFiles(_folder).ShouldHaveSingleItem();
    }

    [Fact]
    public void A_new_file_never_replaces_one()
    {
        var path = Path.Combine(_folder, "r.json");

        WholeFile.TryWriteNew(path, "first").ShouldBeTrue();
        WholeFile.TryWriteNew(path, "second").ShouldBeFalse();

        File.ReadAllText(path).ShouldBe("first");
    }

    [Fact]
    public void Of_many_that_make_a_file_at_once_one_makes_it()
    {
        for (var round = 0; round < 100; round++)
        {
            var path = Path.Combine(_folder, $"{round}.json");
            var made = new bool[4];

            Parallel.For(0, made.Length, i => made[i] = WholeFile.TryWriteNew(path, $"{i}"));

            made.Count(one => one).ShouldBe(1);
            made[int.Parse(File.ReadAllText(path))].ShouldBeTrue();
        }
    }

    [Fact]
    public void A_link_stays_a_link()
    {
        var (target, link) = (Path.Combine(_folder, "target.json"), Path.Combine(_folder, "link.json"));
        File.WriteAllText(target, "old");
        File.CreateSymbolicLink(link, target);

        WholeFile.Write(link, "new");

        File.ReadAllText(target).ShouldBe("new");
        new FileInfo(link).LinkTarget.ShouldBe(target);
    }

    [Fact]
    public void A_folder_is_not_written_over()
    {
        var failure = Should.Throw<UserFault>(() => WholeFile.Write(_folder, "x"));

        failure.Message.ShouldBe($"{_folder}: cannot be written: it is a folder");
    }

    [Fact]
    public void A_device_that_is_full_says_so()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/dev/full is Linux's");

        var failure = Should.Throw<UserFault>(() => WholeFile.Write("/dev/full", "x"));

        failure.Message.ShouldContain("No space left on device");
        failure.Hint.ShouldBe("free some space, or name a file on another disk");
    }

    [Fact]
    public void A_device_is_written_straight_and_stays_a_device()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/dev/null is Linux's");

        WholeFile.Write("/dev/null", "x");

        File.ReadAllText("/dev/null").ShouldBeEmpty();
    }

    private static void FillTheDisk(Stream stream)
    {
        stream.Write("half a "u8);
        throw new IOException("No space left on device", NoSpaceLeft);
    }
}
