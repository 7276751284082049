namespace Dyno.Http.Tests;

/// <summary>The cases of the Autobahn test suite that a client can meet, by their numbers, told anew.</summary>
public class WebSocketFrameReaderTests
{
    [Theory] // 1.1, 1.2
    [InlineData(0)]
    [InlineData(125)]
    [InlineData(126)]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(65535)]
    [InlineData(65536)]
    public void Messages_of_every_length_come_whole(int length)
    {
        var text = new byte[length];
        Array.Fill(text, (byte)'*');
        foreach (var (opcode, name) in new[] { (0x81, "text"), (0x82, "binary") })
            ReadFrames.Of(ServerFrames.Frame(opcode, text), []).Seen.ShouldBe([$"{name} {Convert.ToHexString(text)}"]);
    }

    [Fact] // 2.1 to 2.11
    public void Pings_and_pongs_come_between_frames_and_keep_their_payload()
    {
        byte[] bytes = [.. ServerFrames.Frame(0x89, []), .. ServerFrames.Frame(0x01, "ab"u8.ToArray()), .. ServerFrames.Frame(0x89, [0, 255]),
            .. ServerFrames.Frame(0x8A, new byte[125]), .. ServerFrames.Frame(0x80, "c"u8.ToArray())];
        ReadFrames.Of(bytes, []).Seen.ShouldBe(["Ping ", "Ping 00FF", $"Pong {new string('0', 250)}", "text 616263"]);
    }

    [Theory]
    [InlineData(0xC1, "ReservedBits")] // 3.1 to 3.7
    [InlineData(0xA1, "ReservedBits")]
    [InlineData(0x91, "ReservedBits")]
    [InlineData(0xC9, "ReservedBits")]
    [InlineData(0x83, "ReservedOpcode")] // 4.1, 4.2
    [InlineData(0x87, "ReservedOpcode")]
    [InlineData(0x8B, "ReservedOpcode")]
    [InlineData(0x8F, "ReservedOpcode")]
    [InlineData(0x09, "FragmentedControl")] // 5.1, 5.2
    [InlineData(0x0A, "FragmentedControl")]
    [InlineData(0x08, "FragmentedControl")]
    [InlineData(0x80, "NothingToContinue")] // 5.9 to 5.14
    [InlineData(0x00, "NothingToContinue")]
    public void A_first_byte_that_means_nothing_ends_the_connection(int first, string fault)
    {
        ReadFrames.Of(ServerFrames.Frame(first, "x"u8.ToArray()), []).Fault.ToString().ShouldBe(fault);
        ReadFrames.Of([.. ServerFrames.Text("before"), .. ServerFrames.Frame(first, "x"u8.ToArray())], []).Seen.Count.ShouldBe(1);
    }

    [Fact] // 2.5
    public void A_ping_of_126_bytes_ends_the_connection() =>
        ReadFrames.Of(ServerFrames.Frame(0x89, new byte[126]), []).Fault.ShouldBe(WebSocketFault.LargeControl);

    [Fact] // 5.18
    public void A_message_within_a_message_ends_the_connection() =>
        ReadFrames.Of(
            [.. ServerFrames.Frame(0x01, "a"u8.ToArray()), .. ServerFrames.Frame(0x81, "b"u8.ToArray())], []).Fault.ShouldBe(WebSocketFault.UnfinishedMessage);

    [Fact]
    public void A_server_that_masks_ends_the_connection() =>
        ReadFrames.Of(ServerFrames.Frame(0x81, "a"u8.ToArray(), isMasked: true), []).Fault.ShouldBe(WebSocketFault.Masked);

    [Theory]
    [InlineData("817E0005")]             // 5 bytes, written in 16 bits
    [InlineData("817F0000000000000005")] // in 64
    [InlineData("817FFFFFFFFFFFFFFFFF")] // above 2^63
    public void A_length_written_longer_than_it_has_to_be_ends_the_connection(string bytes) =>
        ReadFrames.Of(Convert.FromHexString(bytes), []).Fault.ShouldBe(WebSocketFault.BadLength);

    [Theory] // 6.1 to 6.4, 6.6 to 6.22
    [InlineData("48656C6C6F2DC2B540C39FC3B6C3A4C3BCC3A0C3A12D5554462D382121", true)]
    [InlineData("CEBAE1BDB9CF83CEBCCEB5", true)]
    [InlineData("CEBAE1BDB9CF83CEBCCEB5EDA080656469746564", false)] // a surrogate
    [InlineData("CEBAE1BDB9CF83CEBCCEB5F4908080656469746564", false)] // above U+10FFFF
    [InlineData("F48FBFBF", true)]
    [InlineData("F4908080", false)]
    [InlineData("EFBFBF", true)]
    [InlineData("C0AF", false)] // longer than it has to be
    [InlineData("E08080", false)]
    [InlineData("F08282AC", false)]
    [InlineData("80", false)]
    [InlineData("C3", false)] // cut
    [InlineData("E282", false)]
    [InlineData("F09D84", false)]
    [InlineData("FE", false)]
    [InlineData("EDBFBF", false)]
    [InlineData("", true)]
    public void Text_is_UTF8_wherever_it_is_cut(string hex, bool isValid)
    {
        var bytes = Convert.FromHexString(hex);
        for (var cut = 0; cut <= bytes.Length; cut++)
        {
            byte[] stream = [.. ServerFrames.Frame(0x01, bytes[..cut]), .. ServerFrames.Frame(0x80, bytes[cut..])];
            var read = ReadFrames.Of(stream, []);
            read.Fault.ShouldBe(isValid ? WebSocketFault.None : WebSocketFault.BadText, $"cut at {cut}");
            ReadFrames.Of(stream, [.. Enumerable.Range(1, stream.Length - 1)]).ShouldBeEquivalentTo(read);
        }
        ReadFrames.Of(ServerFrames.Frame(0x82, bytes), []).Fault.ShouldBe(WebSocketFault.None, "bytes may be anything");
    }

    [Theory] // 7.7, 7.9
    [InlineData(1000, true)]
    [InlineData(1001, true)]
    [InlineData(1003, true)]
    [InlineData(1007, true)]
    [InlineData(1011, true)]
    [InlineData(1014, true)]
    [InlineData(3000, true)]
    [InlineData(4999, true)]
    [InlineData(0xFFFF, false)]
    [InlineData(999, false)]
    [InlineData(1004, false)]
    [InlineData(1005, false)]
    [InlineData(1006, false)]
    [InlineData(1015, false)]
    [InlineData(1100, false)]
    [InlineData(2000, false)]
    [InlineData(5000, false)]
    public void A_close_has_a_code_that_may_be_sent(int code, bool mayBeSent)
    {
        var read = ReadFrames.Of(ServerFrames.Close(code, "why"), []);
        read.Fault.ShouldBe(mayBeSent ? WebSocketFault.None : WebSocketFault.BadClose);
        if (mayBeSent) read.Seen.Single().ShouldStartWith($"Close {code} ");
    }

    [Fact] // 7.3.1, 7.3.2, 7.5.1
    public void A_close_may_be_empty_but_not_one_byte_and_its_reason_is_text()
    {
        ReadFrames.Of(ServerFrames.Frame(0x88, []), []).Seen.ShouldBe(["Close 1005 "]);
        ReadFrames.Of(ServerFrames.Frame(0x88, [3]), []).Fault.ShouldBe(WebSocketFault.BadClose);
        ReadFrames.Of(ServerFrames.Frame(0x88, [3, 0xE8, 0xC0, 0xAF]), []).Fault.ShouldBe(WebSocketFault.BadText);
    }

    [Fact]
    public void A_message_over_the_limit_ends_the_connection_before_it_has_come()
    {
        ReadFrames.Of(ServerFrames.Frame(0x82, new byte[100]), [], limit: 100).Fault.ShouldBe(WebSocketFault.None);
        ReadFrames.Of(ServerFrames.Frame(0x82, new byte[101])[..4], [], limit: 100).Fault.ShouldBe(WebSocketFault.MessageTooLarge);
        byte[] pieces = [.. ServerFrames.Frame(0x02, new byte[60]), .. ServerFrames.Frame(0x80, new byte[60])];
        ReadFrames.Of(pieces, [], limit: 100).Fault.ShouldBe(WebSocketFault.MessageTooLarge);
    }

    [Fact] // 12, 13
    public void A_packed_message_is_taken_only_where_packing_was_agreed_on()
    {
        var deflate = new WebSocketDeflate();
        var text = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("ünpacked ", 1000)));
        var packed = deflate.Pack(text).ToArray();
        packed.Length.ShouldBeLessThan(text.Length / 10);
        ReadFrames.Of(ServerFrames.Frame(0xC1, packed), []).Fault.ShouldBe(WebSocketFault.ReservedBits);
        ReadFrames.Of(ServerFrames.Frame(0xC1, packed), [], mayCompress: true).Seen.Single().ShouldBe($"packed text {Convert.ToHexString(packed)}");
        ReadFrames.Of([.. ServerFrames.Frame(0x41, packed[..5]), .. ServerFrames.Frame(0xC0, packed[5..])], [], mayCompress: true)
            .Fault.ShouldBe(WebSocketFault.ReservedBits, "only the first frame says so");
        deflate.TryUnpack(packed, 1 << 20, out var whole).ShouldBe(WebSocketFault.None);
        whole.ToArray().ShouldBe(text);
    }

    [Fact]
    public void An_empty_packed_message_is_empty_again()
    {
        var deflate = new WebSocketDeflate();
        var packed = deflate.Pack([]).ToArray();
        deflate.TryUnpack(packed, 10, out var whole).ShouldBe(WebSocketFault.None);
        whole.Length.ShouldBe(0);
    }

    [Fact]
    public void A_compression_bomb_stops_at_the_limit()
    {
        var deflate = new WebSocketDeflate();
        var bomb = deflate.Pack(new byte[50_000_000]).ToArray();
        bomb.Length.ShouldBeLessThan(1_000_000);
        var before = GC.GetAllocatedBytesForCurrentThread();
        var fault = new WebSocketDeflate().TryUnpack(bomb, 1_000_000, out _);
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(10_000_000, "the limit, and what came packed");
        fault.ShouldBe(WebSocketFault.MessageTooLarge);
        deflate.TryUnpack([0xFF, 0xFF, 0xFF], 1000, out _).ShouldBe(WebSocketFault.BadCompression);
    }

    [Fact]
    public void Malformed_streams_never_break_the_reader_and_no_split_changes_its_verdict()
    {
        var (whole, failed) = (0, 0);
        FuzzRounds.Run(100_000, 20261125, random => ("frames.bin", Stream(random)), (_, bytes) =>
        {
            var read = ReadFrames.Of(bytes, [], limit: 1000, mayCompress: true);
            var cuts = Enumerable.Range(1, Math.Max(0, bytes.Length - 1)).Where(i => (i * 7 + bytes.Length) % 3 == 0).ToArray();
            var split = ReadFrames.Of(bytes, cuts, limit: 1000, mayCompress: true);
            split.Fault.ShouldBe(read.Fault);
            split.Seen.ShouldBe(read.Seen);
            if (read.Fault == WebSocketFault.None) whole++;
            else failed++;
        });
        whole.ShouldBeGreaterThan(500, "the inputs must hit both sides");
        failed.ShouldBeGreaterThan(500);
    }

    private static byte[] Stream(Random random)
    {
        var stream = new MemoryStream();
        int[] firsts = [0x81, 0x82, 0x01, 0x02, 0x80, 0x00, 0x89, 0x8A, 0x88, 0xC1];
        for (var i = random.Next(1, 6); i > 0; i--)
        {
            var payload = new byte[random.Next(4) == 0 ? random.Next(300) : random.Next(8)];
            foreach (ref var b in payload.AsSpan()) b = (byte)random.Next('a', 'z');
            if (random.Next(6) == 0) random.NextBytes(payload);
            stream.Write(ServerFrames.Frame(random.Next(20) == 0 ? random.Next(256) : firsts[random.Next(firsts.Length)], payload));
        }
        var bytes = stream.ToArray();
        if (random.Next(3) == 0) bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
        return bytes;
    }
}
