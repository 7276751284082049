namespace Dyno.Http.Tests;

public class RequestBytesTests
{
    private static readonly HttpRequestPlan Plain = new() { Name = "r", Method = "GET", Url = new Uri("http://api.test/a%20b?c=d&e") };

    [Fact]
    public void A_plain_request_is_its_line_and_its_host() =>
        TextOf(Plain).ShouldBe("GET /a%20b?c=d&e HTTP/1.1\r\nHost: api.test\r\n\r\n");

    [Theory]
    [InlineData("http://api.test:80/", "api.test")]
    [InlineData("https://api.test:443/", "api.test")]
    [InlineData("https://api.test:80/", "api.test:80")]
    [InlineData("http://[::1]:5000/", "[::1]:5000")]
    [InlineData("http://bücher.test/", "xn--bcher-kva.test")]
    public void Host_follows_the_url(string url, string host) =>
        TextOf(Plain with { Url = new Uri(url) }).ShouldContain($"\r\nHost: {host}\r\n");

    [Fact]
    public void Headers_stay_in_their_order_and_a_given_host_wins()
    {
        var plan = Plain with { Headers = [new("B", "1"), new("host", "other"), new("A", "é"), new("B", "2")] };
        TextOf(plan).ShouldBe("GET /a%20b?c=d&e HTTP/1.1\r\nB: 1\r\nhost: other\r\nA: é\r\nB: 2\r\n\r\n");
    }

    [Theory]
    [InlineData("GET", "", null)]
    [InlineData("DELETE", "", null)]
    [InlineData("POST", "", "0")]
    [InlineData("PUT", "", "0")]
    [InlineData("POST", "héllo", "6")]
    [InlineData("GET", "body", "4")]
    public void The_length_is_added_where_a_server_needs_it(string method, string body, string? length)
    {
        var text = TextOf(Plain with { Method = method, Body = Encoding.UTF8.GetBytes(body) });
        if (length is null) text.ShouldNotContain("Content-Length");
        else text.ShouldContain($"\r\nContent-Length: {length}\r\n\r\n{body}");
    }

    [Fact]
    public void A_correct_length_of_the_plan_is_not_doubled() =>
        TextOf(Plain with { Method = "POST", Headers = [new("content-length", "2")], Body = "ab"u8.ToArray() })
            .ShouldBe("POST /a%20b?c=d&e HTTP/1.1\r\nHost: api.test\r\nContent-Length: 2\r\n\r\nab");

    [Fact]
    public void Connections_that_are_not_reused_say_so() =>
        Encoding.UTF8.GetString(RequestBytes.Build(Plain, reuseConnections: false).Fixed.Span).ShouldContain("\r\nConnection: close\r\n");

    [Fact]
    public void Nothing_can_break_out_of_its_line()
    {
        Problem(Plain with { Headers = [new("A", "b\r\nX: injected")] }).ShouldContain("line break");
        Problem(Plain with { Headers = [new("A", "b\nX: injected")] }).ShouldContain("line break");
        Problem(Plain with { Headers = [new("A", "b\0")] }).ShouldContain("NUL");
        Problem(Plain with { Headers = [new("A\r\nX", "b")] }).ShouldContain("not a header name");
        Problem(Plain with { Headers = [new("", "b")] }).ShouldContain("not a header name");
        Problem(Plain with { Headers = [new("A B", "b")] }).ShouldContain("not a header name");
        Problem(Plain with { Method = "GET /x HTTP/1.1\r\nX:" }).ShouldContain("not an HTTP method");
        Problem(Plain with { Method = "CONNECT" }).ShouldContain("tunnel");
        Problem(Plain with { Url = new Uri("ftp://x/") }).ShouldContain("not an absolute http or https URL");
        Problem(Plain with { Headers = [new("Content-Length", "5")] }).ShouldContain("remove the header");
        Problem(Plain with { Headers = [new("transfer-encoding", "chunked")] }).ShouldContain("remove the header Transfer-Encoding");
    }

    [Fact]
    public void All_problems_are_named_at_once()
    {
        var plan = Plain with { Method = "", Headers = [new("A", "\r"), new(" ", "x")] };
        RequestRules.ProblemsOf(plan).Count().ShouldBe(3);
        RequestRules.ProblemsOf(Plain).ShouldBeEmpty();
    }

    [Fact]
    public void A_row_cannot_break_a_header_line_and_is_encoded_in_the_target()
    {
        var feed = new DataFeed { Columns = ["v"], Rows = [["a\r\nX: y"]] };
        Should.Throw<UserFault>(() => RequestBytes.Build(Plain with { Headers = [new("A", "{{v}}")] }, true, feed))
            .Message.ShouldContain("line break");
        var target = RequestBytes.Build(Plain with { Url = new Uri("http://x/{{v}}") }, true, feed);
        Row(target, 0).ShouldStartWith("GET /a%0D%0AX%3A%20y HTTP/1.1\r\n");
    }

    [Fact]
    public void Slots_are_only_what_the_feed_has_columns_for()
    {
        var feed = new DataFeed { Columns = ["a"], Rows = [["1"], ["22"]] };
        var plan = Plain with { Method = "POST", Url = new Uri("http://x/"), Body = "{{a}}{{b}}{{ a }}{{"u8.ToArray() };
        var bytes = RequestBytes.Build(plan, true, feed);
        bytes.HasSlots.ShouldBeTrue();
        Row(bytes, 0).ShouldEndWith("Content-Length: 9\r\n\r\n1{{b}}1{{");
        Row(bytes, 1).ShouldEndWith("Content-Length: 11\r\n\r\n22{{b}}22{{");
        bytes.MaxLength.ShouldBe(bytes.LengthOf(1));
        RequestBytes.Build(plan).HasSlots.ShouldBeFalse();
    }

    [Fact]
    public void A_binary_body_survives_beside_slots()
    {
        var body = Enumerable.Range(0, 256).Select(i => (byte)i).ToArray();
        var feed = new DataFeed { Columns = ["a"], Rows = [["1"]] };
        var bytes = RequestBytes.Build(Plain with { Method = "POST", Body = body }, true, feed);
        bytes.Fixed.Span[^256..].SequenceEqual(body).ShouldBeTrue();
    }

    private static string TextOf(HttpRequestPlan plan) => Encoding.UTF8.GetString(RequestBytes.Build(plan).Fixed.Span);

    private static string Row(RequestBytes bytes, int row)
    {
        var destination = new byte[bytes.MaxLength];
        return Encoding.UTF8.GetString(destination, 0, bytes.Write(row, destination));
    }

    private static string Problem(HttpRequestPlan plan) => Should.Throw<UserFault>(() => RequestBytes.Build(plan)).Message;
}
