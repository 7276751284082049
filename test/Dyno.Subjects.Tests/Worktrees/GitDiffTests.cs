namespace Dyno.Subjects.Tests;

public sealed class GitDiffTests
{
    private const string Text = """
        diff --git a/src/Rules.cs b/src/Rules.cs
        --- a/src/Rules.cs
        +++ b/src/Rules.cs
        @@ -10,0 +11,5 @@ class Rules
        +    public bool IsNew()
        @@ -20 +26 @@ class Rules
        -        return a;
        +        return b;
        @@ -30,2 +35,0 @@ class Rules
        -        gone();
        diff --git a/src/Gone.cs b/src/Gone.cs
        --- a/src/Gone.cs
        +++ /dev/null
        @@ -1,9 +0,0 @@
        -class Gone
        """;

    [Theory]
    [InlineData(12, 14, "new")]
    [InlineData(11, 15, "new")]
    [InlineData(10, 14, "changed")]
    [InlineData(24, 28, "changed")]
    [InlineData(34, 36, "changed")]
    [InlineData(16, 25, null)]
    [InlineData(40, 50, null)]
    public void A_range_of_lines_is_new_or_changed_or_neither(int first, int last, string? expected) =>
        GitDiff.Parse("/repository", Text).TouchOf("src/Rules.cs", first, last).ShouldBe(expected);

    [Fact]
    public void Another_file_is_not_touched()
    {
        GitDiff.Parse("/repository", Text).TouchOf("src/Other.cs", 1, 100).ShouldBeNull();
        GitDiff.Parse("/repository", "").TouchOf("src/Rules.cs", 1, 100).ShouldBeNull();
    }

    [Fact]
    public async Task A_folder_outside_of_a_repository_has_no_diff() =>
        (await GitDiff.ReadAsync("/proc", "a", "b", TestContext.Current.CancellationToken)).ShouldBeNull();
}
