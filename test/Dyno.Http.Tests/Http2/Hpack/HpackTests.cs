namespace Dyno.Http.Tests;

/// <summary>The examples of RFC 7541, Appendix C, both ways, and what no decoder may accept.</summary>
public class HpackTests
{
    private static readonly string[] First = [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com"];
    private static readonly string[] Second = [.. First, "cache-control: no-cache"];
    private static readonly string[] Third = [":method: GET", ":scheme: https", ":path: /index.html", ":authority: www.example.com", "custom-key: custom-value"];
    private static readonly string[] Found = [":status: 302", "cache-control: private", "date: Mon, 21 Oct 2013 20:13:21 GMT", "location: https://www.example.com"];
    private static readonly string[] Moved = [":status: 307", .. Found[1..]];

    private static readonly string[] WithCookie =
    [
        ":status: 200", "cache-control: private", "date: Mon, 21 Oct 2013 20:13:22 GMT", "location: https://www.example.com", "content-encoding: gzip",
        "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
    ];

    [Theory]
    [InlineData(10, 5, "0A")]
    [InlineData(1337, 5, "1F9A0A")]
    [InlineData(42, 8, "2A")]
    public void Numbers_are_written_and_read_as_in_C_1(int value, int prefix, string hex)
    {
        var room = new byte[HpackInteger.MaxLength];
        var length = HpackInteger.Write(value, prefix, 0, room);
        Convert.ToHexString(room, 0, length).ShouldBe(hex);
        var at = 0;
        HpackInteger.Read(room.AsSpan(0, length), ref at, prefix, out var read).ShouldBe(HpackFault.None);
        (read, at).ShouldBe((value, length));
    }

    [Theory]
    [InlineData("400A637573746F6D2D6B65790D637573746F6D2D686561646572", "custom-key: custom-header", 55)]
    [InlineData("040C2F73616D706C652F70617468", ":path: /sample/path", 0)]
    [InlineData("100870617373776F726406736563726574", "password: secret", 0)]
    [InlineData("82", ":method: GET", 0)]
    public void Fields_are_read_as_in_C_2(string hex, string field, int tableSize)
    {
        var decoder = new HpackDecoder(4096, 65_536);
        Read(decoder, hex).ShouldBe([field]);
        decoder.Table.Size.ShouldBe(tableSize);
    }

    [Fact]
    public void Requests_without_Huffman_code_are_as_in_C_3() => BothWays(4096, useHuffman: false, [57, 110, 164],
        (First, "828684410F7777772E6578616D706C652E636F6D"),
        (Second, "828684BE58086E6F2D6361636865"),
        (Third, "828785BF400A637573746F6D2D6B65790C637573746F6D2D76616C7565"));

    [Fact]
    public void Requests_with_Huffman_code_are_as_in_C_4() => BothWays(4096, useHuffman: true, [57, 110, 164],
        (First, "828684418CF1E3C2E5F23A6BA0AB90F4FF"),
        (Second, "828684BE5886A8EB10649CBF"),
        (Third, "828785BF408825A849E95BA97D7F8925A849E95BB8E8B4BF"));

    [Fact]
    public void Answers_without_Huffman_code_drive_fields_out_as_in_C_5() => BothWays(256, useHuffman: false, [222, 222, 215],
        (Found, "4803333032580770726976617465611D4D6F6E2C203231204F637420323031332032303A31333A323120474D546E1768747470733A2F2F7777772E6578616D706C652E636F6D"),
        (Moved, "4803333037C1C0BF"),
        (WithCookie, "88C1611D4D6F6E2C203231204F637420323031332032303A31333A323220474D54C05A04677A69707738666F6F3D4153444A4B48514B425A584F5157454F50495541585157454F49553B206D61782D6167653D333630303B2076657273696F6E3D31"));

    [Fact]
    public void Answers_with_Huffman_code_drive_fields_out_as_in_C_6() => BothWays(256, useHuffman: true, [222, 222, 215],
        (Found, "488264025885AEC3771A4B6196D07ABE941054D444A8200595040B8166E082A62D1BFF6E919D29AD171863C78F0B97C8E9AE82AE43D3"),
        (Moved, "4883640EFFC1C0BF"),
        (WithCookie, "88C16196D07ABE941054D444A8200595040B8166E084A62D1BFFC05A839BD9AB77AD94E7821DD7F2E6C7B335DFDFCD5B3960D5AF27087F3672C1AB270FB5291F9587316065C003ED4EE5B1063D5007"));

    [Theory]
    [InlineData("80", nameof(HpackFault.BadIndex))]
    [InlineData("BE", nameof(HpackFault.BadIndex))]
    [InlineData("7E0161", nameof(HpackFault.BadIndex))]
    [InlineData("FFFFFFFFFFFF7F", nameof(HpackFault.BadInteger))]
    [InlineData("FFFFFFFFFF0F", nameof(HpackFault.BadInteger))]
    [InlineData("FF", nameof(HpackFault.Truncated))]
    [InlineData("40", nameof(HpackFault.Truncated))]
    [InlineData("40056162", nameof(HpackFault.Truncated))]
    [InlineData("4081FF0161", nameof(HpackFault.BadHuffman))] // a byte of padding
    [InlineData("408100" + "0161", nameof(HpackFault.BadHuffman))] // padding of zeros
    [InlineData("4084FFFFFFFF0161", nameof(HpackFault.BadHuffman))] // the end-of-text code
    [InlineData("3FE21F", nameof(HpackFault.BadTableSize))] // 4097
    [InlineData("8220", nameof(HpackFault.BadTableSize))] // behind a field
    public void What_no_decoder_may_accept_is_refused(string hex, string fault)
    {
        var decoder = new HpackDecoder(4096, 65_536);
        decoder.Decode(Convert.FromHexString(hex), new byte[65_536], new Fields()).ToString().ShouldBe(fault);
    }

    [Fact]
    public void A_bomb_of_references_to_a_large_field_ends_at_the_limit()
    {
        var decoder = new HpackDecoder(4096, 65_536);
        var value = new string('x', 4000);
        var encoder = new HpackEncoder(4096, useHuffman: false);
        var first = new byte[8192];
        var length = encoder.Write("bomb"u8, Encoding.ASCII.GetBytes(value), HeaderIndexing.Always, first);
        decoder.Decode(first.AsSpan(0, length), new byte[65_536], new Fields()).ShouldBe(HpackFault.None);
        byte[] block = [.. Enumerable.Repeat((byte)0xBE, 1000)];
        decoder.Decode(block, new byte[65_536], new Fields()).ShouldBe(HpackFault.TooLarge);
    }

    [Fact]
    public void Any_fields_come_back_as_they_were_also_when_the_table_changes_its_size()
    {
        var random = new Random(7541);
        for (var round = 0; round < 200; round++)
        {
            var (encoder, decoder) = (new HpackEncoder(4096, random.Next(2) == 0), new HpackDecoder(4096, 65_536));
            for (var block = 0; block < 20; block++)
            {
                if (random.Next(4) == 0) encoder.Resize(random.Next(5000));
                var fields = Enumerable.Range(0, random.Next(1, 8)).Select(_ => (Name: $"n{random.Next(12)}", Value: Value(random))).ToArray();
                var room = new byte[16_384];
                var written = encoder.Begin(room);
                foreach (var (name, value) in fields)
                    written += encoder.Write(Encoding.ASCII.GetBytes(name), Encoding.Latin1.GetBytes(value), (HeaderIndexing)random.Next(4),
                        room.AsSpan(written));
                Read(decoder, Convert.ToHexString(room, 0, written)).ShouldBe(fields.Select(f => $"{f.Name}: {f.Value}"));
                decoder.Table.Size.ShouldBe(encoder.Table.Size);
                decoder.Table.Count.ShouldBe(encoder.Table.Count);
            }
        }
    }

    [Fact]
    public void A_table_smaller_than_the_other_side_knows_of_is_confirmed_even_by_an_encoder_that_has_a_smaller_one_yet()
    {
        var encoder = new HpackEncoder(50, useHuffman: true);
        var room = new byte[16];
        encoder.Begin(room).ShouldBe(0);
        encoder.Resize(100);
        room.AsSpan(0, encoder.Begin(room)).ToArray().ShouldBe([0x3F, 19]); // 50
        encoder.Resize(80);
        encoder.Begin(room).ShouldBe(0);
        encoder.Resize(0);
        encoder.Resize(60);
        room.AsSpan(0, encoder.Begin(room)).ToArray().ShouldBe([0x20, 0x3F, 19]); // the smallest in between, then the last
    }

    [Fact]
    public void Every_byte_comes_back_from_the_Huffman_code()
    {
        byte[] all = [.. Enumerable.Range(0, 256).Select(i => (byte)i)];
        var code = new byte[1024];
        var length = HuffmanCode.Encode(all, code);
        length.ShouldBe(HuffmanCode.LengthOf(all));
        var back = new byte[256];
        HuffmanCode.Decode(code.AsSpan(0, length), back).ShouldBe(256);
        back.ShouldBe(all);
        HuffmanCode.Decode(code.AsSpan(0, length), new byte[100]).ShouldBe(-2);
    }

    private static string Value(Random random) => random.Next(3) switch
    {
        0 => $"v{random.Next(6)}",
        1 => new string([.. Enumerable.Range(0, random.Next(200)).Select(_ => (char)random.Next(256))]),
        _ => new string('y', random.Next(700)),
    };

    private static void BothWays(int tableBytes, bool useHuffman, int[] sizes, params (string[] Fields, string Hex)[] blocks)
    {
        var (encoder, decoder) = (new HpackEncoder(tableBytes, useHuffman), new HpackDecoder(tableBytes, 65_536));
        foreach (var ((fields, hex), size) in blocks.Zip(sizes))
        {
            var room = new byte[1024];
            var written = 0;
            foreach (var field in fields)
            {
                var colon = field.IndexOf(": ", StringComparison.Ordinal);
                written += encoder.Write(Encoding.ASCII.GetBytes(field[..colon]), Encoding.ASCII.GetBytes(field[(colon + 2)..]),
                    HeaderIndexing.Always, room.AsSpan(written));
            }
            Convert.ToHexString(room, 0, written).ShouldBe(hex);
            Read(decoder, hex).ShouldBe(fields);
            encoder.Table.Size.ShouldBe(size);
            decoder.Table.Size.ShouldBe(size);
        }
    }

    private static List<string> Read(HpackDecoder decoder, string hex)
    {
        var fields = new Fields();
        decoder.Decode(Convert.FromHexString(hex), new byte[65_536], fields).ShouldBe(HpackFault.None);
        return fields.Seen;
    }

    private sealed class Fields : IHeaderSink
    {
        public List<string> Seen { get; } = [];

        public void OnField(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value) => Seen.Add($"{Encoding.Latin1.GetString(name)}: {Encoding.Latin1.GetString(value)}");
    }
}
