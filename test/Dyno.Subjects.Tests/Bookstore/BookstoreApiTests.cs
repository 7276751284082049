using System.Text.Json.Nodes;

namespace Dyno.Subjects.Tests;

/// <summary>The nine endpoints, and what callers get wrong.</summary>
[Trait("Length", "Long")]
public sealed class BookstoreApiTests(Workspace workspace) : BookstoreTest(workspace)
{
    [Fact]
    public async Task Books_and_authors_are_made_changed_found_and_deleted()
    {
        await using var subject = await StartAsync("ef-no-tracking");
        using var client = ClientOf(subject);
        var author = await MadeAsync(client, "/api/authors", new { name = "O'Brien" });
        var book = await MadeAsync(client, "/api/books", new { title = "100 % \"quoted\" _under\\score'", year = 2024, authorId = author["id"]!.GetValue<Guid>() });
        (await TitleAsync(client, book["id"]!.GetValue<string>())).ShouldBe("100 % \"quoted\" _under\\score'");
        (await client.GetFromJsonAsync<JsonObject>($"/api/authors/{author["id"]}", Cancellation))!["books"]!.AsArray().Count.ShouldBe(1);
        using var gone = await client.DeleteAsync($"/api/authors/{author["id"]}", Cancellation);
        gone.StatusCode.ShouldBe(HttpStatusCode.NoContent);
        (await StatusAsync(client, $"/api/books/{book["id"]}")).ShouldBe(HttpStatusCode.NotFound, "its books go with an author");
    }

    [Theory]
    [InlineData("ef-tracking", false)]
    [InlineData("ef-tracking", true)]
    public async Task A_title_is_searched_letter_by_letter(string rung, bool onPostgres)
    {
        await using var database = onPostgres ? await PostgresAsync() : null;
        await using var subject = database is null ? await StartAsync(rung) : await StartAsync(rung, Db(database));
        using var client = ClientOf(subject);
        (await RenameAsync(client, "100 % \"quoted\" _under\\score'")).ShouldBe(HttpStatusCode.NoContent);
        foreach (var part in (string[])["100 %", "\"quoted\"", "_under", "\\score", "score'", "% \"q"]) (await FoundAsync(client, part)).ShouldBe([ArticlesBook], part);
        foreach (var part in (string[])["Book%17", "Book_17", "' OR 1=1 --", "%", "Nothing like it"])
            (await FoundAsync(client, part)).ShouldBe(part == "%" ? [ArticlesBook] : [], part);
        (await FoundAsync(client, "Book 4999")).Length.ShouldBe(1);
        (await StatusAsync(client, "/api/books?title=")).ShouldBe(HttpStatusCode.BadRequest);
    }

    [Fact]
    public async Task An_id_that_is_no_guid_is_told_so_on_every_route()
    {
        await using var subject = await StartAsync("hybrid-local");
        using var client = ClientOf(subject);
        using var answer = await client.GetAsync("/api/books/17", Cancellation);
        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        answer.Content.Headers.ContentType!.MediaType.ShouldBe("application/problem+json");
        (await answer.Content.ReadAsStringAsync(Cancellation)).ShouldContain("17");
        (await StatusAsync(client, "/api/authors/x")).ShouldBe(HttpStatusCode.BadRequest);
        (await RenameAsync(client, "x", "17")).ShouldBe(HttpStatusCode.BadRequest);
        subject.EndedByItself.ShouldBeNull();
    }

    [Fact]
    public async Task What_cannot_be_a_book_is_refused_field_by_field()
    {
        await using var subject = await StartAsync("ef-tracking");
        using var client = ClientOf(subject);
        using var answer = await client.PostAsJsonAsync("/api/books", new { title = "", year = 0, authorId = Guid.Empty }, Cancellation);
        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await answer.Content.ReadFromJsonAsync<JsonObject>(Cancellation))!["errors"]!.AsObject().Select(e => e.Key).ShouldBe(["Title", "Year"], ignoreOrder: true);
        using var unknown = await client.PostAsJsonAsync("/api/books", new { title = "x", year = 2000, authorId = Guid.Empty }, Cancellation);
        unknown.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await unknown.Content.ReadAsStringAsync(Cancellation)).ShouldContain("no author");
    }

    [Fact]
    public async Task A_book_that_another_request_deleted_cannot_be_changed()
    {
        await using var subject = await StartAsync("hybrid-local");
        using var client = ClientOf(subject);
        // Many at once: whichever comes first, a change either was made before the deletion, or finds nothing.
        for (var i = 1; i <= 20; i++)
        {
            var id = $"b0000000-0000-4000-8000-{i:000000000000}";
            await TitleAsync(client, id);
            var change = RenameAsync(client, "changed", id);
            var deletion = client.DeleteAsync($"/api/books/{id}", Cancellation);
            (await change).ShouldBeOneOf(HttpStatusCode.NoContent, HttpStatusCode.NotFound);
            using var deleted = await deletion;
            deleted.StatusCode.ShouldBe(HttpStatusCode.NoContent);
            (await RenameAsync(client, "changed again", id)).ShouldBe(HttpStatusCode.NotFound);
        }
    }

    [Fact]
    public async Task The_document_describes_the_nine_endpoints()
    {
        await using var subject = await StartAsync("ef-tracking");
        using var client = ClientOf(subject);
        var paths = (await client.GetFromJsonAsync<JsonObject>("/openapi/v1.json", Cancellation))!["paths"]!.AsObject();
        paths.Where(p => p.Key.StartsWith("/api/", StringComparison.Ordinal)).Sum(p => p.Value!.AsObject().Count).ShouldBe(9);
    }

    private static async Task<JsonObject> MadeAsync(HttpClient client, string path, object what)
    {
        using var answer = await client.PostAsJsonAsync(path, what, Cancellation);
        answer.StatusCode.ShouldBe(HttpStatusCode.Created);
        answer.Headers.Location.ShouldNotBeNull();
        return (await answer.Content.ReadFromJsonAsync<JsonObject>(Cancellation)).ShouldNotBeNull();
    }

    private static async Task<string[]> FoundAsync(HttpClient client, string part) =>
        [.. (await client.GetFromJsonAsync<Book[]>($"/api/books?title={Uri.EscapeDataString(part)}", Cancellation)).ShouldNotBeNull().Select(b => b.Id.ToString())];
}
