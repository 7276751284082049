namespace Dyno.K6.Tests;

/// <summary>What was made of modules is kept for the next run, and never used for anything else.</summary>
public sealed class CompiledFolderTests : IDisposable
{
    private static readonly CompiledText Made = new("code", "map", "links", true, [new TextMove(1, 2, 3, 4)]);

    private readonly string _root = Directory.CreateTempSubdirectory("dyno-test-").FullName;

    private string Cache => Path.Combine(_root, "cache");

    [Fact]
    public async Task The_second_run_of_a_script_takes_what_the_first_one_made_and_a_changed_script_does_not()
    {
        var file = Path.Combine(_root, "script.js");
        var first = await RunAsync(file, "import { one } from './one.js'; export default function () { console.log(one, 'a'); }");
        var kept = Directory.GetFiles(Cache);
        kept.Length.ShouldBe(2);
        foreach (var each in kept) File.SetLastWriteTimeUtc(each, new DateTime(2001, 1, 1, 0, 0, 0, DateTimeKind.Utc));

        var second = await RunAsync(file, await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
        (first.Log.Trim(), second.Log.Trim()).ShouldBe(("1 a", "1 a"));
        Directory.GetFiles(Cache).ShouldAllBe(each => File.GetLastWriteTimeUtc(each).Year == 2001, "nothing was made again");

        (await RunAsync(file, "import { one } from './one.js'; export default function () { console.log(one, 'b'); }")).Log.Trim().ShouldBe("1 b");
        Directory.GetFiles(Cache).Length.ShouldBe(3);
    }

    [Fact]
    public async Task Places_in_errors_are_the_same_from_the_cache()
    {
        const string Script = "import http from 'k6/http';\nexport default function () {\n  const x = 1; null.f(http, x);\n}";
        var file = Path.Combine(_root, "script.ts");
        var first = await RunAsync(file, Script);
        first.Log.ShouldContain("script.ts:3:");
        (await RunAsync(file, Script)).Log.ShouldBe(first.Log);
    }

    [Fact]
    public async Task What_was_piped_in_is_not_kept()
    {
        (await ScriptRunner.RunAsync("export default function () { console.log('x'); }", change: r => r with { CompiledCache = Cache })).Log.Trim().ShouldBe("x");
        Directory.Exists(Cache).ShouldBeFalse();
    }

    [Fact]
    public void Only_the_same_text_in_the_same_language_is_found()
    {
        var folder = new CompiledFolder(Cache);
        folder.Keep("text", false, Made);
        var read = folder.Read("text", false).ShouldNotBeNull();
        (read with { Moves = Made.Moves }).ShouldBe(Made);
        read.Moves.ShouldBe(Made.Moves);
        folder.Read("text ", false).ShouldBeNull();
        folder.Read("text", true).ShouldBeNull();

        var first = Directory.GetFiles(Cache).Single();
        folder.Keep("other", false, Made with { Code = "other code" });
        File.Copy(first, Directory.GetFiles(Cache).Single(f => f != first), overwrite: true);
        folder.Read("other", false).ShouldBeNull("a name says nothing, the text decides");
    }

    [Fact]
    public void A_file_cut_anywhere_or_full_of_anything_is_as_good_as_none()
    {
        var folder = new CompiledFolder(Cache);
        folder.Keep("text", false, Made);
        var file = Directory.GetFiles(Cache).Single();
        var whole = File.ReadAllBytes(file);
        var random = new Random(42);
        for (var length = 0; length < whole.Length; length++)
        {
            File.WriteAllBytes(file, whole[..length]);
            folder.Read("text", false).ShouldBeNull();
            var noise = new byte[length];
            random.NextBytes(noise);
            File.WriteAllBytes(file, noise);
            folder.Read("text", false).ShouldBeNull();
        }
    }

    [Fact]
    public void A_folder_that_cannot_be_made_costs_nothing_but_the_time()
    {
        File.WriteAllText(Cache, "in the way");
        var folder = new CompiledFolder(Cache);
        folder.Keep("text", false, Made);
        folder.Read("text", false).ShouldBeNull();
    }

    [Fact]
    public void The_folder_stays_small_and_is_the_users_alone()
    {
        var folder = new CompiledFolder(Cache);
        for (var i = 0; i < 700; i++) folder.Keep($"text {i}", false, Made);
        Directory.GetFiles(Cache).Length.ShouldBeInRange(257, 512);
        folder.Read("text 699", false).ShouldNotBeNull();
        if (!OperatingSystem.IsWindows())
            File.GetUnixFileMode(Cache).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    private async Task<ScriptOutcome> RunAsync(string file, string script)
    {
        await File.WriteAllTextAsync(Path.Combine(_root, "one.js"), "export const one = 1;", TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(file, script, TestContext.Current.CancellationToken);
        return await ScriptRunner.RunAsync("", change: r => r with { Text = null, Script = file, CompiledCache = Cache });
    }
}
