namespace Dyno.Http.Tests;

public class Http2SessionTests
{
    private static readonly string[] Ok = [":status: 200", "content-type: text/plain"];

    [Fact]
    public void Begins_with_the_magic_settings_and_a_large_window()
    {
        var session = new SessionUnderTest();
        System.Text.Encoding.ASCII.GetString(session.Sent, 0, 24).ShouldBe("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        FrameHeader.Read(session.Sent.AsSpan(24)).ShouldBe(new FrameHeader(18, FrameType.Settings, 0, 0));
        FrameHeader.Read(session.Sent.AsSpan(24 + 9 + 18)).ShouldBe(new FrameHeader(4, FrameType.WindowUpdate, 0, 0));
    }

    [Fact]
    public void Answers_of_many_streams_arrive_whole_in_any_order_and_in_any_pieces()
    {
        var frames = new Http2Frames().Settings((SettingId.MaxConcurrentStreams, 100))
            .Headers(3, false, Ok).Headers(1, false, Ok).Data(1, false, "on").Data(3, true, "three").Data(1, false, "e")
            .Headers(1, true, "grpc-status: 0").Headers(5, true, ":status: 204").ToArray();
        var random = new Random(9113);
        for (var round = 0; round < 300; round++)
        {
            var session = new SessionUnderTest();
            for (var slot = 0; slot < 3; slot++) session.Open(slot);
            session.Receive(frames, round == 0 ? [] : [.. Enumerable.Range(1, frames.Length - 1).Where(_ => random.Next(5) == 0)]);
            session.Told.ShouldBe(
            [
                "head 1 200", "head 0 200", "body 0 on", "body 1 three", "end 1 200 5", "body 0 e", "trailers 0 0", "end 0 200 3", "head 2 204", "end 2 204 0",
            ]);
            session.Session.Active.ShouldBe(0);
            session.Session.Fault.ShouldBe(Http2Fault.None);
        }
    }

    [Fact]
    public void Opens_as_many_streams_as_the_server_allows_and_a_hundred_before_it_has_said()
    {
        var session = new SessionUnderTest(slots: 200);
        for (var slot = 0; slot < 100; slot++, session.Session.MayOpen.ShouldBe(slot < 100)) session.Open(slot);
        session.Receive(new Http2Frames().Settings((SettingId.MaxConcurrentStreams, 101)).ToArray());
        session.Session.MayOpen.ShouldBeTrue();
        session.Open(100);
        session.Session.MayOpen.ShouldBeFalse();
        session.Receive(new Http2Frames().Headers(1, true, ":status: 204").ToArray());
        session.Session.MayOpen.ShouldBeTrue();
    }

    [Fact]
    public void A_body_goes_out_as_the_windows_of_stream_and_connection_allow()
    {
        var session = new SessionUnderTest();
        session.Receive(new Http2Frames().Settings((SettingId.InitialWindowSize, 10)).ToArray());
        session.Take();
        session.Open(0, new string('x', 25));
        session.Frames().ShouldBe(["Headers 1 4 1 bytes", "Data 1 0 10 bytes"]);
        session.Receive(new Http2Frames().Number(FrameType.WindowUpdate, 1, 5).ToArray());
        session.Frames().ShouldBe(["Data 1 0 5 bytes"]);
        session.Receive(new Http2Frames().Settings((SettingId.InitialWindowSize, 8)).ToArray()); // minus two: it must wait
        session.Receive(new Http2Frames().Number(FrameType.WindowUpdate, 1, 2).ToArray());
        session.Frames().ShouldBe(["Settings 0 1 "]);
        session.Receive(new Http2Frames().Settings((SettingId.InitialWindowSize, 100)).ToArray());
        session.Frames().ShouldBe(["Settings 0 1 ", "Data 1 1 10 bytes"]);
        session.Told.ShouldBe(["sent 0"]);
    }

    [Fact]
    public void Streams_share_the_window_of_the_connection_and_none_starves()
    {
        var session = new SessionUnderTest();
        session.Receive(new Http2Frames().Settings((SettingId.InitialWindowSize, 1_000_000)).ToArray());
        var body = new string('x', 60_000);
        for (var slot = 0; slot < 3; slot++) session.Open(slot, body, isTemporary: true);
        session.Take();
        session.Receive(new Http2Frames().Number(FrameType.WindowUpdate, 0, 60_000).ToArray());
        session.Receive(new Http2Frames().Number(FrameType.WindowUpdate, 0, 60_000).ToArray());
        session.Told.ShouldBe(["sent 1", "sent 2"]);
    }

    [Fact]
    public void A_window_that_was_used_by_half_is_opened_again()
    {
        var session = new SessionUnderTest { TellsBodies = false };
        session.Open(0);
        session.Receive(new Http2Frames().Settings().Headers(1, false, Ok).ToArray());
        session.Take();
        var frame = new Http2Frames().Frame(FrameType.Data, 0, 1, new byte[16_384]).ToArray();
        for (var i = 0; i < Http2Session.Window / 2 / 16_384; i++) session.Session.Read(frame);
        session.Frames().ShouldBe([$"WindowUpdate 0 0 {Http2Session.Window / 2:X8}", $"WindowUpdate 1 0 {Http2Session.Window / 2:X8}"]);
    }

    [Fact]
    public void Settings_and_pings_are_acknowledged()
    {
        var session = new SessionUnderTest();
        session.Receive(new Http2Frames().Settings().Frame(FrameType.Ping, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8)
            .Frame(FrameType.Settings, FrameFlags.Ack, 0).ToArray());
        session.Frames().ShouldBe(["Settings 0 1 ", "Ping 0 1 0102030405060708"]);
    }

    [Fact]
    public void After_GOAWAY_streams_that_were_begun_end_and_others_may_be_sent_again()
    {
        var session = new SessionUnderTest();
        for (var slot = 0; slot < 3; slot++) session.Open(slot);
        session.Receive(new Http2Frames().Settings().GoAway(3, ErrorCode.NoError).Headers(1, true, ":status: 204").ToArray());
        session.Told.ShouldBe(["reset 2 RefusedStream True", "head 0 204", "end 0 204 0"]);
        session.Session.MayOpen.ShouldBeFalse();
        session.Session.Active.ShouldBe(1);
    }

    [Fact]
    public void A_stream_that_the_server_resets_ends_alone()
    {
        var session = new SessionUnderTest();
        session.Open(0);
        session.Open(1);
        session.Receive(new Http2Frames().Settings().Number(FrameType.ResetStream, 1, (uint)ErrorCode.InternalError)
            .Number(FrameType.ResetStream, 3, (uint)ErrorCode.RefusedStream).ToArray());
        session.Told.ShouldBe(["reset 0 InternalError False", "reset 1 RefusedStream True"]);
    }

    [Fact]
    public void What_still_comes_of_a_stream_that_was_given_up_is_read_and_ignored()
    {
        var session = new SessionUnderTest();
        session.Open(0);
        session.Session.Reset(0, ErrorCode.Cancel);
        session.Open(0);
        session.Receive(new Http2Frames().Settings().Headers(1, false, ":status: 200", "x-first: a").Data(1, true, "late").Headers(3, true, ":status: 204", "x-first: a").ToArray());
        session.Told.ShouldBe(["head 0 204", "end 0 204 0"]); // the table was kept alike
        session.Session.Fault.ShouldBe(Http2Fault.None);
    }

    [Fact]
    public void Interim_answers_are_skipped()
    {
        var session = new SessionUnderTest();
        session.Open(0);
        session.Receive(new Http2Frames().Settings().Headers(1, false, ":status: 103", "link: </x>").Headers(1, true, ":status: 204").ToArray());
        session.Told.ShouldBe(["head 0 204", "end 0 204 0"]);
    }

    [Fact]
    public void A_smaller_table_of_the_server_is_obeyed_and_said()
    {
        var session = new SessionUnderTest();
        var room = new byte[100];
        session.Session.Encoder.Write("x"u8, "y"u8, HeaderIndexing.WhenItFits, room);
        session.Receive(new Http2Frames().Settings((SettingId.HeaderTableSize, 0)).ToArray());
        session.Session.Encoder.Begin(room).ShouldBe(1);
        room[0].ShouldBe((byte)0x20);
        session.Session.Encoder.Write("x"u8, "y"u8, HeaderIndexing.WhenItFits, room).ShouldBe(5); // a literal, not an index
    }

    [Theory]
    [InlineData("no status", "x: y")]
    [InlineData("two statuses", ":status: 200", ":status: 200")]
    [InlineData("a status behind a field", "x: y", ":status: 200")]
    [InlineData("a field of requests", ":status: 200", ":path: /")]
    [InlineData("capital letters", ":status: 200", "X-Capital: y")]
    [InlineData("a field of HTTP/1.1", ":status: 200", "connection: close")]
    [InlineData("no number", ":status: 20x")]
    [InlineData("a bad length", ":status: 200", "content-length: x")]
    [InlineData("two lengths", ":status: 200", "content-length: 1", "content-length: 2")]
    [InlineData("an upgrade", ":status: 101")]
    public void An_answer_that_breaks_a_rule_ends_its_stream_alone(string what, params string[] fields)
    {
        var session = new SessionUnderTest();
        session.Open(0);
        session.Open(1);
        session.Receive(new Http2Frames().Settings().Headers(1, true, fields).Headers(3, true, ":status: 204").ToArray());
        session.Told.ShouldBe(["fault 0 BadAnswer", "head 1 204", "end 1 204 0"], what);
        session.Frames().ShouldContain($"ResetStream 1 0 {(int)ErrorCode.ProtocolError:X8}");
    }

    [Fact]
    public void A_body_of_another_length_than_said_is_no_answer()
    {
        var session = new SessionUnderTest();
        session.Open(0);
        session.Receive(new Http2Frames().Settings().Headers(1, false, ":status: 200", "content-length: 9").Data(1, true, "short").ToArray());
        session.Told[^1].ShouldBe("fault 0 BadAnswer");
    }

    [Theory]
    [MemberData(nameof(Breaches))]
    public void A_breach_of_the_protocol_ends_the_connection_with_the_right_code(string name)
    {
        var (fault, frames) = All[name];
        var session = new SessionUnderTest();
        session.Open(0);
        session.Take();
        session.Receive(frames(new Http2Frames().Settings()).ToArray());
        session.Session.Fault.ShouldBe(fault);
        session.Frames()[^1].ShouldBe($"GoAway 0 0 00000000{(uint)fault.Code():X8}");
        fault.Describe().ShouldNotBe(fault.ToString());
        var told = session.Told.Count;
        session.Receive(new Http2Frames().Headers(1, true, ":status: 204").ToArray());
        session.Told.Count.ShouldBe(told); // nothing counts any more
    }

    public static TheoryData<string> Breaches => [.. All.Keys];

    private static readonly Dictionary<string, (Http2Fault Fault, Func<Http2Frames, Http2Frames> Frames)> All = new()
    {
        ["oversized frame"] = (Http2Fault.FrameTooLarge, f => f.Frame(FrameType.Data, 0, 1, new byte[16_385])),
        ["oversized unknown frame"] = (Http2Fault.FrameTooLarge, f => f.Frame((FrameType)77, 0, 1, new byte[16_385])),
        ["padding longer than data"] = (Http2Fault.BadPadding, f => f.Headers(1, false, Ok).Frame(FrameType.Data, FrameFlags.Padded, 1, 3, 0, 0)),
        ["padding longer than headers"] = (Http2Fault.BadPadding, f => f.Frame(FrameType.Headers, FrameFlags.Padded | FrameFlags.EndHeaders, 1, 9, 0x88)),
        ["padded data without a byte"] = (Http2Fault.BadLength, f => f.Headers(1, false, Ok).Frame(FrameType.Data, FrameFlags.Padded, 1)),
        ["data on stream 0"] = (Http2Fault.WrongStream, f => f.Data(0, false, "x")),
        ["headers on stream 0"] = (Http2Fault.WrongStream, f => f.Headers(0, true, Ok)),
        ["headers on a stream of the server"] = (Http2Fault.WrongStream, f => f.Headers(2, true, Ok)),
        ["headers on a stream never opened"] = (Http2Fault.WrongStream, f => f.Headers(7, true, Ok)),
        ["reset of a stream never opened"] = (Http2Fault.WrongStream, f => f.Number(FrameType.ResetStream, 7, 0)),
        ["window of a stream never opened"] = (Http2Fault.WrongStream, f => f.Number(FrameType.WindowUpdate, 7, 1)),
        ["settings on a stream"] = (Http2Fault.WrongStream, f => f.Frame(FrameType.Settings, 0, 1)),
        ["ping on a stream"] = (Http2Fault.WrongStream, f => f.Frame(FrameType.Ping, 0, 1, new byte[8])),
        ["goaway on a stream"] = (Http2Fault.WrongStream, f => f.Frame(FrameType.GoAway, 0, 1, new byte[8])),
        ["priority of nothing"] = (Http2Fault.WrongStream, f => f.Frame(FrameType.Priority, 0, 0, new byte[5])),
        ["short ping"] = (Http2Fault.BadLength, f => f.Frame(FrameType.Ping, 0, 0, new byte[7])),
        ["short goaway"] = (Http2Fault.BadLength, f => f.Frame(FrameType.GoAway, 0, 0, new byte[7])),
        ["short reset"] = (Http2Fault.BadLength, f => f.Frame(FrameType.ResetStream, 0, 1, new byte[3])),
        ["long window update"] = (Http2Fault.BadLength, f => f.Frame(FrameType.WindowUpdate, 0, 0, new byte[5])),
        ["broken settings"] = (Http2Fault.BadLength, f => f.Frame(FrameType.Settings, 0, 0, new byte[5])),
        ["acknowledgement with settings"] = (Http2Fault.BadLength, f => f.Frame(FrameType.Settings, FrameFlags.Ack, 0, new byte[6])),
        ["push allowed by the server"] = (Http2Fault.BadSetting, f => f.Settings((SettingId.EnablePush, 1))),
        ["frames too small"] = (Http2Fault.BadSetting, f => f.Settings((SettingId.MaxFrameSize, 100))),
        ["window too large"] = (Http2Fault.WindowExceeded, f => f.Settings((SettingId.InitialWindowSize, 0x8000_0000))),
        ["window of streams too large"] = (Http2Fault.WindowExceeded,
            f => f.Number(FrameType.WindowUpdate, 1, 1000).Settings((SettingId.InitialWindowSize, 0x7FFF_FFFF))),
        ["window moved by nothing"] = (Http2Fault.BadWindow, f => f.Number(FrameType.WindowUpdate, 0, 0)),
        ["window of the connection too large"] = (Http2Fault.WindowExceeded, f => f.Number(FrameType.WindowUpdate, 0, 0x7FFF_FFFF)),
        ["push"] = (Http2Fault.Push, f => f.Frame(FrameType.PushPromise, FrameFlags.EndHeaders, 1, 0, 0, 0, 2, 0x88)),
        ["continuation of nothing"] = (Http2Fault.BrokenHeaderBlock, f => f.Frame(FrameType.Continuation, FrameFlags.EndHeaders, 1, 0x88)),
        ["ping within headers"] = (Http2Fault.BrokenHeaderBlock, f => f.Frame(FrameType.Headers, 0, 1, 0x88).Frame(FrameType.Ping, 0, 0, new byte[8])),
        ["continuation of another stream"] = (Http2Fault.BrokenHeaderBlock, f => f.Frame(FrameType.Headers, 0, 1, 0x88).Frame(FrameType.Continuation, FrameFlags.EndHeaders, 3)),
        ["unreadable headers"] = (Http2Fault.BadCompression, f => f.Frame(FrameType.Headers, FrameFlags.EndHeaders, 1, 0x80)),
        ["table bomb"] = (Http2Fault.HeadersTooLarge, f => f.Headers(1, false, ":status: 103", $"bomb: {new string('x', 4000)}")
            .Frame(FrameType.Headers, FrameFlags.EndHeaders, 1, [0x88, .. Enumerable.Repeat((byte)0xBE, 500)])),
        ["headers without end"] = (Http2Fault.HeadersTooLarge, f => Repeat(f.Frame(FrameType.Headers, 0, 1, 0x88), 5, g => g.Frame(FrameType.Continuation, 0, 1, new byte[16_000]))),
        ["frames on a stream that has ended"] = (Http2Fault.StreamEnded, f => f.Headers(1, true, ":status: 204").Data(1, true, "more")),
        ["flood of pings"] = (Http2Fault.PingFlood, f => Repeat(f, 1001, g => g.Frame(FrameType.Ping, 0, 0, new byte[8]))),
        ["flood of pings between data"] = (Http2Fault.PingFlood,
            f => Repeat(f.Headers(1, false, Ok), 1001, g => g.Frame(FrameType.Ping, 0, 0, new byte[8]).Data(1, false, "x"))),
        ["flood of settings between data"] = (Http2Fault.SettingsFlood, f => Repeat(f.Headers(1, false, Ok), 1001, g => g.Settings().Data(1, false, "x"))),
        ["flood of settings"] = (Http2Fault.SettingsFlood, f => Repeat(f, 101, g => g.Settings())),
        ["flood of continuations"] = (Http2Fault.ContinuationFlood, f => Repeat(f.Frame(FrameType.Headers, 0, 1, 0x88), 129, g => g.Frame(FrameType.Continuation, 0, 1))),
        ["flood of empty data"] = (Http2Fault.EmptyDataFlood, f => Repeat(f.Headers(1, false, Ok), 1001, g => g.Data(1, false, ""))),
        ["flood of empty padded data"] = (Http2Fault.EmptyDataFlood, f => Repeat(f.Headers(1, false, Ok), 1001, g => g.Frame(FrameType.Data, FrameFlags.Padded, 1, 2, 0, 0))),
        ["flood of priorities"] = (Http2Fault.IdleFrameFlood, f => Repeat(f, 10_001, g => g.Frame(FrameType.Priority, 0, 1, new byte[5]))),
    };

    [Fact]
    public void A_server_that_reads_what_it_is_answered_may_ask_as_often_as_it_likes()
    {
        var session = new SessionUnderTest();
        session.Open(0);
        session.Receive(new Http2Frames().Settings().Headers(1, false, Ok).ToArray());
        var asked = new Http2Frames().Frame(FrameType.Ping, 0, 0, new byte[8]).Data(1, false, "x").ToArray();
        for (var i = 0; i < 5000; i++)
        {
            session.Receive(asked);
            session.Take();
        }
        session.Session.Fault.ShouldBe(Http2Fault.None);
    }

    [Fact]
    public void A_block_that_repeats_means_the_same_only_while_the_table_is_the_same()
    {
        var session = new SessionUnderTest();
        for (var slot = 0; slot < 4; slot++) session.Open(slot);
        var frames = new Http2Frames().Settings().Headers(1, true, ":status: 418", "x: a");
        byte[] again = [0xBF, 0xBE]; // the two fields by their indexes
        const byte whole = FrameFlags.EndHeaders | FrameFlags.EndStream;
        frames.Frame(FrameType.Headers, whole, 3, again).Frame(FrameType.Headers, whole, 5, again);
        frames.Headers(7, true, ":status: 599"); // moves the others on
        session.Receive(frames.ToArray());
        session.Told.Where(t => t.StartsWith("head", StringComparison.Ordinal)).ShouldBe(["head 0 418", "head 1 418", "head 2 418", "head 3 599"]);
        session.Told.Clear();
        session.Open(0);
        session.Receive(new Http2Frames().Frame(FrameType.Headers, whole, 9, again).ToArray());
        session.Told.ShouldBe(["fault 0 BadAnswer"]); // now a field, and then a status
    }

    [Fact]
    public void A_server_that_speaks_another_language_is_known_by_its_first_byte()
    {
        var session = new SessionUnderTest();
        session.Open(0);
        session.Receive("H"u8.ToArray());
        session.Session.Fault.ShouldBe(Http2Fault.NotHttp2);
        session = new SessionUnderTest();
        session.Open(0);
        session.Receive(new Http2Frames().Headers(1, true, ":status: 204").ToArray()); // no settings before
        session.Session.Fault.ShouldBe(Http2Fault.NotHttp2);
    }

    [Fact]
    public void A_session_begins_again_on_a_new_connection_as_if_nothing_had_been()
    {
        var session = new SessionUnderTest();
        session.Open(0, new string('x', 100_000));
        session.Receive(new Http2Frames().Settings((SettingId.HeaderTableSize, 0)).Headers(1, false, ":status: 200", "x: y")
            .Data(1, false, "half").GoAway(1, ErrorCode.NoError).ToArray());
        session.Session.Begin();
        session.Take();
        session.Told.Clear();
        session.Open(0);
        session.Receive(new Http2Frames().Settings().Headers(1, true, ":status: 204", "x: y").ToArray());
        session.Told.ShouldBe(["head 0 204", "end 0 204 0"]);
    }

    private static Http2Frames Repeat(Http2Frames frames, int count, Func<Http2Frames, Http2Frames> add)
    {
        for (var i = 0; i < count; i++) add(frames);
        return frames;
    }
}
