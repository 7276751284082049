namespace Dyno.Experiments.Tests;

public sealed class AnswerCheckTests
{
    private static readonly VariantPlan Variant = new() { Name = "b", Load = "/", Subject = new() };
    private static readonly StepAnswer Expected = new()
    {
        Step = "GET /",
        Status = "200",
        Headers = Headers(("content-type", "text/plain"), ("cache-control", "no-store")),
        Body = [1, 2, 3],
    };

    [Fact]
    public void The_same_answer_is_no_difference() => Differences(Expected with { Body = [1, 2, 3] }).ShouldBeEmpty();

    [Fact]
    public void Status_headers_and_body_are_compared() =>
        Differences(new StepAnswer { Step = "GET /", Status = "404", Headers = Headers(("content-type", "text/html"), ("content-encoding", "gzip")), Body = [] }).ShouldBe(
        [
            "status 404 instead of 200",
            "header cache-control: none instead of no-store",
            "header content-encoding: gzip instead of none",
            "header content-type: text/html instead of text/plain",
            "different body (0 bytes instead of 3)",
        ]);

    [Fact]
    public void What_changes_by_itself_is_not_compared()
    {
        var again = Expected with { Headers = Expected.Headers.SetItem("cache-control", "max-age=1"), Body = [4] };
        var common = Expected.InCommonWith(again);
        AnswerCheck.Differences(Variant, [common], [Expected with { Headers = Expected.Headers.Remove("cache-control"), Body = [9] }]).ShouldBeEmpty();
    }

    [Fact]
    public void Another_number_of_requests_is_a_difference() =>
        AnswerCheck.Differences(Variant, [Expected], [Expected, Expected]).Single().What.ShouldBe("2 requests instead of 1");

    [Fact]
    public void Of_the_headers_those_count_that_say_what_work_was_done()
    {
        using var answer = new HttpResponseMessage { Content = new ByteArrayContent([]) };
        answer.Headers.TryAddWithoutValidation("Date", "Sat, 21 Nov 2026 10:00:00 GMT");
        answer.Headers.TryAddWithoutValidation("X-Request-Id", "17");
        answer.Headers.TryAddWithoutValidation("Location", "http://127.0.0.1:4711/next?a=1");
        answer.Headers.TryAddWithoutValidation("Set-Cookie", ["sid=secret; expires=Sat, 21 Nov 2026 10:00:00 GMT", "a=b"]);
        answer.Content.Headers.TryAddWithoutValidation("Content-Encoding", "br");

        AnswerHeaders.Of(answer, new Uri("http://127.0.0.1:4711/")).Select(h => $"{h.Key}: {h.Value}")
            .ShouldBe(["content-encoding: br", "location: /next?a=1", "set-cookie: a, sid"]);
    }

    [Fact]
    public void How_the_message_is_framed_and_what_belongs_to_its_connection_is_no_part_of_the_answer()
    {
        using var whole = new HttpResponseMessage { Content = new ByteArrayContent([1, 2, 3]) };
        using var chunked = new HttpResponseMessage { Content = new ByteArrayContent([1, 2, 3]) };
        chunked.Headers.TransferEncodingChunked = true;
        chunked.Headers.ConnectionClose = true;
        chunked.Headers.TryAddWithoutValidation("Keep-Alive", "timeout=5");
        var url = new Uri("http://127.0.0.1:4711/");

        var want = Expected with { Headers = AnswerHeaders.Of(whole, url) };
        AnswerCheck.Differences(Variant, [want], [want with { Headers = AnswerHeaders.Of(chunked, url) }]).ShouldBeEmpty();
    }

    private static ImmutableSortedDictionary<string, string> Headers(params (string Name, string Value)[] headers) =>
        headers.ToImmutableSortedDictionary(h => h.Name, h => h.Value, StringComparer.Ordinal);

    private static string[] Differences(StepAnswer found) => [.. AnswerCheck.Differences(Variant, [Expected], [found]).Select(d => d.What)];
}
