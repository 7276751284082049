namespace Dyno.Http.Tests;

public class ResponseParserTests
{
    /// <summary>Valid streams: text, status, body, keep-alive.</summary>
    public static TheoryData<string, int, string, bool> Valid => new()
    {
        { "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", true },
        { "HTTP/1.1 200 OK\r\ncontent-length:5\r\n\r\nhello", 200, "hello", true },
        { "HTTP/1.1 200 OK\r\nCONTENT-LENGTH: \t 5 \t\r\n\r\nhello", 200, "hello", true },
        { "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", 200, "", true },
        { "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", 200, "", true },
        { "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", true },
        { "HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\nhello", 200, "hello", true },
        { "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno", 404, "no", false },
        { "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: foo, Close\r\nConnection: keep-alive\r\n\r\n", 200, "", false },
        { "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx", 200, "x", false },
        { "HTTP/1.0 200 OK\r\nContent-Length: 1\r\nConnection: Keep-Alive\r\n\r\nx", 200, "x", true },
        { "HTTP/1.1 204 No Content\r\n\r\n", 204, "", true },
        { "HTTP/1.1 304 Not Modified\r\nContent-Length: 100\r\n\r\n", 304, "", true },
        { "HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n", 999, "", true },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 200, "hello", true },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n2\r\nab\r\n00\r\n\r\n", 200, "ab", true },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200, "", true },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n003;name=\"v;x\"\r\nhel\r\nA ;y\r\n0123456789\r\n0;z\r\nX-Sum: 5\r\nY: z\r\n\r\n", 200, "hel0123456789", true },
        { "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, "ok", true },
        { "HTTP/1.1 200 OK\r\nX-Empty:\r\nX: a\tb\u00ff\r\nContent-Length: 0\r\n\r\n", 200, "", true },
    };

    /// <summary>Streams no client may accept: text, fault.</summary>
    public static TheoryData<string, ResponseFault> Invalid => new()
    {
        { "GARBAGE", ResponseFault.NotHttp },
        { "\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", ResponseFault.NotHttp },
        { "HTTP/2.0 200 OK\r\n\r\n", ResponseFault.NotHttp },
        { "HTTP/1.2 200 OK\r\n\r\n", ResponseFault.NotHttp },
        { "http/1.1 200 OK\r\n\r\n", ResponseFault.NotHttp },
        { "HTTP/1.1\r\n\r\n", ResponseFault.BadStatus },
        { "HTTP/1.1  200 OK\r\n\r\n", ResponseFault.BadStatus },
        { "HTTP/1.1 099 Low\r\n\r\n", ResponseFault.BadStatus },
        { "HTTP/1.1 20x OK\r\n\r\n", ResponseFault.BadStatus },
        { "HTTP/1.1 2000 OK\r\n\r\n", ResponseFault.BadStatus },
        { "HTTP/1.1 200 O\0K\r\n\r\n", ResponseFault.BadStatus },
        { "HTTP/1.1 200 O\nK\r\n\r\n", ResponseFault.BadStatus },
        { "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", ResponseFault.Upgrade },
        { "HTTP/1.1 200 OK\nContent-Length: 0\n\n", ResponseFault.BadHeader },
        { "HTTP/1.1 200 OK\r\nNo colon\r\n\r\n", ResponseFault.BadHeader },
        { "HTTP/1.1 200 OK\r\n: no name\r\n\r\n", ResponseFault.BadHeader },
        { "HTTP/1.1 200 OK\r\nName : blank before colon\r\n\r\n", ResponseFault.BadHeader },
        { "HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n\r\n", ResponseFault.BadHeader },
        { "HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n", ResponseFault.BadHeader },
        { "HTTP/1.1 200 OK\r\nA: b\nContent-Length: 0\r\n\r\n", ResponseFault.BadHeader },
        { "HTTP/1.1 200 OK\r\nA: \0\r\n\r\n", ResponseFault.BadHeader },
        { "HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\n", ResponseFault.BadContentLength },
        { "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", ResponseFault.BadContentLength },
        { "HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\n", ResponseFault.BadContentLength },
        { "HTTP/1.1 200 OK\r\nContent-Length: 0x5\r\n\r\n", ResponseFault.BadContentLength },
        { "HTTP/1.1 200 OK\r\nContent-Length: 9999999999999999999\r\n\r\n", ResponseFault.BadContentLength },
        { "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", ResponseFault.ConflictingLengths },
        { "HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n\r\n", ResponseFault.ConflictingLengths },
        { "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", ResponseFault.ConflictingLengths },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", ResponseFault.BadTransferEncoding },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\n", ResponseFault.BadTransferEncoding },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", ResponseFault.BadTransferEncoding },
        { "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", ResponseFault.BadTransferEncoding },
        { Chunked("\r\n"), ResponseFault.BadChunk },
        { Chunked("g\r\n"), ResponseFault.BadChunk },
        { Chunked("5\nhello"), ResponseFault.BadChunk },
        { Chunked("5\r\nhelloX"), ResponseFault.BadChunk },
        { Chunked("5\r\nhello\rX"), ResponseFault.BadChunk },
        { Chunked("5;x\n"), ResponseFault.BadChunk },
        { Chunked("5\rX"), ResponseFault.BadChunk },
        { Chunked("-5\r\n"), ResponseFault.BadChunk },
        { Chunked("fffffffffffffffff\r\n"), ResponseFault.BadChunk },
        { Chunked("0\r\nA: b\n"), ResponseFault.BadHeader },
        { Chunked("0\r\n\rX"), ResponseFault.BadHeader },
    };

    [Theory]
    [MemberData(nameof(Valid))]
    public void Reads_what_the_protocol_allows(string stream, int status, string body, bool keepAlive)
    {
        var parsed = ParsedResponse.Of(stream);
        parsed.End.ShouldBe(ParseEvent.Complete, parsed.Fault.ToString());
        parsed.Status.ShouldBe(status);
        parsed.Body.ShouldBe(body);
        parsed.KeepAlive.ShouldBe(keepAlive);
        parsed.Consumed.ShouldBe(stream.Length);
    }

    [Theory]
    [MemberData(nameof(Valid))]
    public void Any_split_of_a_valid_stream_gives_the_same_result(string stream, int status, string body, bool keepAlive)
    {
        var bytes = Encoding.Latin1.GetBytes(stream);
        var whole = ParsedResponse.Of(bytes, []);
        for (var cut = 0; cut <= bytes.Length; cut++) ParsedResponse.Of(bytes, [cut]).ShouldBe(whole);
        ParsedResponse.Of(bytes, Enumerable.Range(0, bytes.Length)).ShouldBe(whole);
        var random = new Random(bytes.Length);
        for (var i = 0; i < 200; i++)
            ParsedResponse.Of(bytes, Enumerable.Range(0, bytes.Length).Where(_ => random.Next(5) == 0)).ShouldBe(whole);
        (whole.Status, whole.Body, whole.KeepAlive).ShouldBe((status, body, keepAlive));
    }

    [Theory]
    [MemberData(nameof(Valid))]
    public void What_follows_a_response_is_left_alone(string stream, int status, string body, bool keepAlive)
    {
        var parsed = ParsedResponse.Of(stream + "HTTP/1.1 500");
        parsed.ShouldBe(ParsedResponse.Of(stream));
        (parsed.Consumed, parsed.Status, parsed.Body, parsed.KeepAlive).ShouldBe((stream.Length, status, body, keepAlive));
    }

    [Theory]
    [MemberData(nameof(Invalid))]
    public void Refuses_what_it_must_not_accept_and_says_why(string stream, ResponseFault fault)
    {
        var parsed = ParsedResponse.Of(stream);
        parsed.End.ShouldBe(ParseEvent.Failed);
        parsed.Fault.ShouldBe(fault);
        fault.Describe().ShouldNotBe(fault.ToString());
    }

    [Theory]
    [MemberData(nameof(Invalid))]
    public void Refuses_the_same_in_single_bytes(string stream, ResponseFault fault)
    {
        var bytes = Encoding.Latin1.GetBytes(stream);
        ParsedResponse.Of(bytes, Enumerable.Range(0, bytes.Length)).Fault.ShouldBe(fault);
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\n\r\n")]
    public void The_answer_to_HEAD_has_no_body(string stream)
    {
        var parsed = ParsedResponse.Of(stream, toHead: true);
        (parsed.End, parsed.Consumed, parsed.KeepAlive).ShouldBe((ParseEvent.Complete, stream.Length, true));
    }

    [Fact]
    public void Without_a_length_the_close_ends_the_body()
    {
        const string Stream = "HTTP/1.1 200 OK\r\n\r\nall there is";
        ParsedResponse.Of(Stream).End.ShouldBe(ParseEvent.NeedMore);
        var parsed = ParsedResponse.Of(Stream, thenClose: true);
        (parsed.End, parsed.Body, parsed.KeepAlive).ShouldBe((ParseEvent.Complete, "all there is", false));
    }

    [Fact]
    public void A_close_within_a_response_is_a_truncation()
    {
        foreach (var row in Valid)
        {
            var bytes = Encoding.Latin1.GetBytes(row.Data.Item1);
            for (var length = 0; length < bytes.Length; length++)
                ParsedResponse.Of(bytes[..length], [], thenClose: true).Fault.ShouldBe(ResponseFault.Truncated, $"after {length} bytes");
        }
    }

    [Theory]
    [InlineData(64)]
    [InlineData(1000)]
    public void A_head_may_be_as_long_as_the_limit_and_no_longer(int limit)
    {
        const string Start = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: ";
        var fits = Start + new string('x', limit - Start.Length - 4) + "\r\n\r\n";
        ParsedResponse.Of(fits, headLimit: limit).End.ShouldBe(ParseEvent.Complete);
        ParsedResponse.Of(fits, headLimit: limit - 1).Fault.ShouldBe(ResponseFault.HeadTooLarge);
        ParsedResponse.Of(fits[..^4], headLimit: limit - 4).Fault.ShouldBe(ResponseFault.HeadTooLarge);
    }

    [Fact]
    public void Chunk_extensions_and_trailers_are_limited_too()
    {
        ParsedResponse.Of(Chunked("1;" + new string('x', 2000)), headLimit: 1000).Fault.ShouldBe(ResponseFault.TrailerTooLarge);
        var trailers = string.Concat(Enumerable.Repeat("X: yyyyyyyyyyyy\r\n", 100));
        ParsedResponse.Of(Chunked("0\r\n" + trailers), headLimit: 1000).Fault.ShouldBe(ResponseFault.TrailerTooLarge);
    }

    [Fact]
    public void A_head_that_is_not_whole_asks_for_more_and_consumes_nothing()
    {
        var parsed = ParsedResponse.Of("HTTP/1.1 200 OK\r\nContent-Le");
        (parsed.End, parsed.Consumed).ShouldBe((ParseEvent.NeedMore, 0));
    }

    [Fact]
    public void Location_and_version_are_noticed()
    {
        var parser = new ResponseParser();
        parser.Reset(false, 1000);
        parser.Read("HTTP/1.0 302 Found\r\nLOCATION: /x\r\nContent-Length: 0\r\n\r\n"u8, out _, out _).ShouldBe(ParseEvent.Head);
        parser.HasLocation.ShouldBeTrue();
        parser.IsHttp10.ShouldBeTrue();
        parser.Reset(false, 1000);
        parser.HasLocation.ShouldBeFalse();
    }

    [Fact]
    public void Header_lines_are_enumerated_without_their_blanks()
    {
        var lines = new HeaderLines("HTTP/1.1 200 OK\r\nA: b \r\nEmpty:\r\nC-D:  e:f\r\n\r\n"u8);
        var seen = new List<string>();
        while (lines.MoveNext()) seen.Add($"{Encoding.Latin1.GetString(lines.Name)}={Encoding.Latin1.GetString(lines.Value)}");
        seen.ShouldBe(["A=b", "Empty=", "C-D=e:f"]);
    }

    private static string Chunked(string rest) => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + rest;
}
