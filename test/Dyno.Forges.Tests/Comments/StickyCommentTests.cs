namespace Dyno.Forges.Tests;

/// <summary>One comment, whatever happens to it, on each of the forges.</summary>
public sealed class StickyCommentTests : IAsyncLifetime
{
    private ForgeServer _server = null!;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync() => _server = await ForgeServer.StartAsync();

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    [Theory]
    [InlineData("github")]
    [InlineData("gitlab")]
    [InlineData("azure")]
    public async Task The_second_push_replaces_the_comment_of_the_first(string forge)
    {
        _server.Add("a question", author: "7");
        (await PutAsync(forge, "first", run: 1)).ShouldStartWith("posted a comment on ");
        (await PutAsync(forge, "second", run: 2)).ShouldStartWith("replaced the comment on ");

        _server.Comments.Select(comment => comment.Body).ShouldBe(["a question", "<!-- dyno:dyno run=2 -->\nsecond"]);
    }

    [Theory]
    [InlineData("github")]
    [InlineData("gitlab")]
    public async Task A_comment_on_the_third_page_is_found(string forge)
    {
        _server.PerPage = 2;
        for (var i = 0; i < 4; i++) _server.Add($"remark {i}", author: "7");
        await PutAsync(forge, "first", run: 1);
        await PutAsync(forge, "second", run: 2);

        _server.Comments.Count.ShouldBe(5);
        _server.Comments[4].Body.ShouldEndWith("second");
    }

    [Theory]
    [InlineData("github")]
    [InlineData("gitlab")]
    [InlineData("azure")]
    public async Task What_a_person_wrote_around_the_mark_is_replaced_and_without_the_mark_kept(string forge)
    {
        await PutAsync(forge, "first", run: 1);
        _server.Comments[0].Body += "\nand my own remark";
        await PutAsync(forge, "second", run: 2);
        _server.Comments.ShouldHaveSingleItem().Body.ShouldBe("<!-- dyno:dyno run=2 -->\nsecond");

        _server.Comments[0].Body = "mine now";
        await PutAsync(forge, "third", run: 3);
        _server.Comments.Select(comment => comment.Body).ShouldBe(["mine now", "<!-- dyno:dyno run=3 -->\nthird"]);
    }

    [Theory]
    [InlineData("github")]
    [InlineData("gitlab")]
    [InlineData("azure")]
    public async Task An_older_run_that_ends_later_leaves_the_comment_of_the_newer_commit(string forge)
    {
        await PutAsync(forge, "newer", run: 8);
        (await PutAsync(forge, "older", run: 7)).ShouldContain("a later run has written it");
        _server.Comments.ShouldHaveSingleItem().Body.ShouldEndWith("newer");
    }

    [Theory]
    [InlineData(7, "<!-- dyno:dyno run=8 -->\nother")]
    [InlineData(9, "<!-- dyno:dyno run=9 -->\nmine")]
    public async Task Of_two_first_pushes_at_once_one_comment_is_left(int run, string left)
    {
        _server.BeforePost = () => _server.Add("<!-- dyno:dyno run=8 -->\nother");
        await PutAsync("github", "mine", run);
        _server.Comments.ShouldHaveSingleItem().Body.ShouldBe(left);
    }

    [Fact]
    public async Task A_strangers_comment_with_the_mark_is_nobodys_to_change()
    {
        _server.Add("<!-- dyno:dyno run=999 -->\nforged", author: "7");
        foreach (var forge in (string[])["github", "gitlab", "azure"]) (await PutAsync(forge, "true", run: 1)).ShouldNotContain("later run");
        _server.Comments.Select(comment => comment.Body).ShouldBe(["<!-- dyno:dyno run=999 -->\nforged", "<!-- dyno:dyno run=1 -->\ntrue"]);
    }

    [Fact]
    public async Task Keys_tell_comments_apart()
    {
        await PutAsync("github", "orders", run: 1, key: "orders");
        await PutAsync("github", "search", run: 1, key: "search");
        await PutAsync("github", "orders again", run: 2, key: "orders");
        _server.Comments.Select(comment => comment.Body.Split('\n')[1]).ShouldBe(["orders again", "search"]);
    }

    [Fact]
    public void A_comment_too_long_for_a_forge_is_cut()
    {
        var text = StickyComment.WithMark(new string('x', 100_000), "dyno", null);
        text.Length.ShouldBeLessThan(65_000);
        text.ShouldEndWith("… (cut: too long for a comment)\n");
    }

    private async Task<string> PutAsync(string forge, string text, long run, string key = "dyno")
    {
        var environment = _server.EnvironmentOf(forge);
        using var opened = await new ForgePlace(environment.GetValueOrDefault, File.ReadAllText).OpenAsync(new HurriedClock(), _ => { }, Cancelled);
        return await new StickyComment(opened, key, run).PutAsync(text, Cancelled);
    }
}
