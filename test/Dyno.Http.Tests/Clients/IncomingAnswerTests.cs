namespace Dyno.Http.Tests;

/// <summary>Answers as every client reads them: the blocking one, the one on a loop, the one of a worker.</summary>
public class IncomingAnswerTests
{
    private const string Usual = "HTTP/1.1 200 OK\r\nServer: a\r\nContent-Length: 5\r\n\r\n";

    [Fact]
    public void A_head_that_comes_again_is_not_read_again()
    {
        var answer = new IncomingAnswer();
        var first = Whole(answer, Usual + "hello", null);
        var again = Whole(answer, Usual + "world", first);
        again.ShouldBeSameAs(first);
        Encoding.ASCII.GetString(answer.Body.Span).ShouldBe("world");
        answer.KeepsAlive.ShouldBeTrue();
        Whole(answer, Usual.Replace("Server: a", "Server: b", StringComparison.Ordinal) + "hello", first).Header("Server").ShouldBe("b");
    }

    [Fact]
    public void An_answer_with_a_known_head_takes_memory_for_its_body_only()
    {
        var (answer, with, without) = (new IncomingAnswer(), Encoding.ASCII.GetBytes(Usual + "hello"), "HTTP/1.1 204 None\r\nServer: a\r\n\r\n");
        var bytes = Encoding.ASCII.GetBytes(without);
        var (last, lastWithout) = (Whole(answer, Usual + "hello", null), Whole(answer, without, null));
        Allocations.Least(() => ReadOften(bytes, lastWithout)).ShouldBe(0);
        Allocations.Least(() => ReadOften(with, last)).ShouldBe(100 * 32); // an array of 5 bytes each

        void ReadOften(byte[] arrived, AnswerHead known)
        {
            for (var i = 0; i < 100; i++)
            {
                answer.Begin(toHead: false, 8192, 100, discardBody: false);
                answer.Read(arrived, known, out _);
            }
        }
    }

    [Theory]
    [InlineData(Usual, "hello", "world")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n", "5\r\nworld\r\n0\r\n\r\n")]
    public void Equal_bodies_share_their_memory_where_that_is_wanted_and_others_do_not(string head, string hello, string world)
    {
        var answer = new IncomingAnswer();
        var (last, first) = Shared(head + hello, null, 0);
        for (var cut = 0; cut < head.Length + hello.Length; cut++)
        {
            var (again, same) = Shared(head + hello, last, cut);
            again.ShouldBeSameAs(last);
            Encoding.ASCII.GetString(same.Span).ShouldBe("hello");
            if (cut == 0) same.Equals(first).ShouldBeTrue("the memory is not the same");
            var (_, other) = Shared(head + world, last, cut);
            Encoding.ASCII.GetString(other.Span).ShouldBe("world");
            Encoding.ASCII.GetString(first.Span).ShouldBe("hello");
            (last, first) = Shared(head + hello, last, 0);
        }
        var bytes = Encoding.ASCII.GetBytes(head + hello);
        Allocations.Least(() =>
        {
            for (var i = 0; i < 100; i++)
            {
                answer.Begin(toHead: false, 8192, 100, discardBody: false, sharesBodies: true);
                answer.Read(bytes, last, out _);
            }
        }).ShouldBe(0);

        (AnswerHead Head, ReadOnlyMemory<byte> Body) Shared(string text, AnswerHead? known, int cut)
        {
            var arrived = Encoding.ASCII.GetBytes(text);
            answer.Begin(toHead: false, 8192, 100, discardBody: false, sharesBodies: true);
            var consumed = 0;
            if (cut > 0) answer.Read(arrived.AsSpan(0, cut), known, out consumed).ShouldBe(AnswerProgress.NeedsMore);
            answer.Read(arrived.AsSpan(consumed), known, out _).ShouldBe(AnswerProgress.Whole);
            return (answer.Head!, answer.Body);
        }
    }

    [Fact]
    public void A_longer_body_than_the_last_one_leaves_that_one_as_it_is()
    {
        const string Chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        var answer = new IncomingAnswer();
        answer.Begin(toHead: false, 8192, 100, discardBody: false, sharesBodies: true);
        answer.Read(Encoding.ASCII.GetBytes(Chunked + "5\r\nhello\r\n0\r\n\r\n"), null, out _).ShouldBe(AnswerProgress.Whole);
        var (head, first) = (answer.Head!, answer.Body);
        answer.Begin(toHead: false, 8192, 100, discardBody: false, sharesBodies: true);
        answer.Read(Encoding.ASCII.GetBytes(Chunked + "5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n"), head, out _).ShouldBe(AnswerProgress.Whole);
        Encoding.ASCII.GetString(answer.Body.Span).ShouldBe("hello world");
        Encoding.ASCII.GetString(first.Span).ShouldBe("hello");
    }

    [Fact]
    public void The_same_head_has_no_body_in_the_answer_to_head_and_one_in_that_to_get()
    {
        var answer = new IncomingAnswer();
        var ofGet = Whole(answer, Usual + "hello", null);
        var ofHead = Whole(answer, Usual, ofGet, toHead: true);
        answer.Body.Length.ShouldBe(0);
        Whole(answer, Usual + "after", ofHead);
        Encoding.ASCII.GetString(answer.Body.Span).ShouldBe("after");
    }

    [Fact]
    public void A_known_head_is_known_however_it_is_cut_into_pieces()
    {
        var (answer, bytes) = (new IncomingAnswer(), Encoding.ASCII.GetBytes(Usual + "hello"));
        var last = Whole(answer, Usual + "hello", null);
        for (var cut = 1; cut < bytes.Length; cut++)
        {
            answer.Begin(toHead: false, 8192, 100, discardBody: false);
            answer.Read(bytes.AsSpan(0, cut), last, out var consumed).ShouldBe(AnswerProgress.NeedsMore);
            answer.Read(bytes.AsSpan(consumed), last, out var rest).ShouldBe(AnswerProgress.Whole);
            (consumed + rest, answer.Head).ShouldBe((bytes.Length, last));
            Encoding.ASCII.GetString(answer.Body.Span).ShouldBe("hello");
        }
    }

    [Theory]
    [InlineData(Usual + "hello", false)]
    [InlineData(Usual + "hello", true)] // the head is known
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n", false)]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n", true)]
    public void A_body_beyond_the_limit_is_wrong_unless_it_is_to_be_forgotten(string text, bool isKnown)
    {
        var (answer, bytes) = (new IncomingAnswer(), Encoding.ASCII.GetBytes(text));
        var last = Whole(answer, text, null);
        answer.Begin(toHead: false, 8192, maxBodyBytes: 4, discardBody: false);
        answer.Read(bytes, isKnown ? last : null, out _).ShouldBe(AnswerProgress.Wrong);
        answer.Problem.ShouldBe("the body exceeds 4 bytes");
        answer.Begin(toHead: false, 8192, maxBodyBytes: 4, discardBody: true);
        answer.Read(bytes, isKnown ? last : null, out var consumed).ShouldBe(AnswerProgress.Whole);
        (consumed, answer.Body.Length, answer.BodyReceived).ShouldBe((bytes.Length, 0, 5L));
    }

    [Fact]
    public void What_is_no_answer_is_wrong_with_what_came()
    {
        var answer = new IncomingAnswer();
        answer.Begin(toHead: false, 8192, 100, discardBody: false);
        answer.Read("SSH-2.0-OpenSSH\r\n\r\n"u8, null, out _).ShouldBe(AnswerProgress.Wrong);
        answer.Problem.ShouldContain("SSH-2.0-OpenSSH");
        answer.Head.ShouldBeNull();
    }

    private static AnswerHead Whole(IncomingAnswer answer, string text, AnswerHead? last, bool toHead = false)
    {
        var bytes = Encoding.ASCII.GetBytes(text);
        answer.Begin(toHead, 8192, 100, discardBody: false);
        answer.Read(bytes, last, out var consumed).ShouldBe(AnswerProgress.Whole);
        consumed.ShouldBe(bytes.Length);
        return answer.Head!;
    }
}
