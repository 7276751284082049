using Google.Protobuf;

namespace Dyno.Http.Tests;

/// <summary>JSON to the wire and back by descriptor, beside Google's own library.</summary>
public class MessageTests
{
    private static readonly GrpcSchema Schema = ProtoFiles.Read([Path.Combine(GrpcDriverTests.Folder, "echo.proto")], []);
    internal static readonly MessageType Type = Schema.Message("dyno.test.Everything")!;

    internal const string All = """
        {
          "aDouble": 1.5, "aFloat": "Infinity", "anInt32": -7, "anInt64": "-9007199254740993", "aUint32": 4000000000, "aUint64": "18446744073709551615",
          "aSint32": -3, "aSint64": "-4", "aFixed32": 5, "aFixed64": "6", "aSfixed32": -7, "aSfixed64": "-8", "aBool": true, "aString": "ü \n \" 🐉",
          "someBytes": "AQID/w==", "kind": "SQUARE", "numbers": [1, -2, 300], "texts": ["a", ""], "counts": {"x": 1, "y": 2},
          "points": {"-5": {"x": 1, "y": 2}}, "point": {"x": 0.25}, "right": 0, "perhaps": 0, "at": "2026-11-25T08:00:00.120Z", "took": "-1.500s",
          "wrapped": "w", "anything": {"n": null, "l": [1, "two", false], "o": {"p": 3}}, "mask": "aString,point.x", "inner": {"inner": {"aBool": true}},
          "path": [{"x": 1}, {}, {"y": 2}]
        }
        """;

    [Fact]
    public void Every_kind_of_field_is_written_as_Googles_library_writes_it_and_read_back()
    {
        var expected = Google.Protobuf.JsonParser.Default.Parse<Everything>(All);
        var wire = Write(All);
        Everything.Parser.ParseFrom(wire).ShouldBe(expected);
        var json = WireToJson.Text(Type, wire);
        Google.Protobuf.JsonParser.Default.Parse<Everything>(json).ShouldBe(expected);
        Google.Protobuf.JsonParser.Default.Parse<Everything>(WireToJson.Text(Type, expected.ToByteArray())).ShouldBe(expected);
    }

    [Fact]
    public void Both_names_of_a_field_numbers_of_enums_and_unpadded_base64_are_understood()
    {
        var message = Everything.Parser.ParseFrom(Write("""{"an_int32": 1e2, "kind": 1, "someBytes": "-_8", "anInt64": 12, "aBool": false, "point": null,}"""));
        message.ShouldBe(new Everything { AnInt32 = 100, Kind = Kind.Round, SomeBytes = ByteString.CopyFrom(0xFB, 0xFF), AnInt64 = 12 });
    }

    [Fact]
    public void What_is_not_there_is_written_with_its_default_so_that_a_condition_can_look_at_it()
    {
        var json = WireToJson.Text(Schema.Message("dyno.test.GetReply")!, default);
        json.ShouldBe("""{"value":"","number":0,"items":[]}""");
    }

    /// <summary>A set of 64 bits has no room for the oneof with the number 64, which was taken for the one with the number 0.</summary>
    [Fact]
    public void A_type_may_have_more_than_64_oneofs()
    {
        var oneOfs = string.Concat(Enumerable.Range(0, 300).Select(n => $"oneof o{n} {{ int32 a{n} = {2 * n + 1}; int32 b{n} = {2 * n + 2}; }}\n"));
        var file = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName() + ".proto");
        File.WriteAllText(file, $"syntax = \"proto3\"; message Many {{ {oneOfs} }}");
        try
        {
            var many = ProtoFiles.Read([file], []).Message("Many")!;
            Should.NotThrow(() => JsonToWire.Write(many, "{ \"a0\": 1, \"b64\": 1, \"a128\": 1, \"a299\": 1 }"u8, new byte[64]));
            Should.Throw<GrpcMessageException>(() => JsonToWire.Write(many, "{ \"a299\": 1, \"b299\": 1 }"u8, new byte[64])).Message.ShouldBe("b299: another field of its oneof is set already");
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Theory]
    [InlineData("""{"numbers": 1}""", "numbers: this field is repeated")]
    [InlineData("""{"point": {"z": 1}}""", "point: shapes.Point has no field \"z\"; it has x, y")]
    [InlineData("""{"kind": "OVAL"}""", "write \"UNKNOWN\", \"ROUND\", \"SQUARE\"")]
    [InlineData("""{"left": "a", "right": 1}""", "another field of its oneof")]
    [InlineData("""{"someBytes": "***"}""", "not base64")]
    [InlineData("""{"at": "yesterday"}""", "write \"2026-01-31T12:00:00Z\"")]
    [InlineData("""{"aUint32": -1}""", "out of range")]
    [InlineData("""{"anInt32": 1.5}""", "not a whole number")]
    [InlineData("""[]""", "written as an object")]
    [InlineData("""{} {}""", "")]
    public void A_text_that_does_not_fit_is_told_with_the_place(string json, string word) =>
        Should.Throw<GrpcMessageException>(() => Write(json)).Message.ShouldContain(word);

    internal static byte[] Write(string json)
    {
        var text = Encoding.UTF8.GetBytes(json);
        var room = new byte[JsonToWire.MaxLength(text.Length)];
        return room[..JsonToWire.Write(Type, text, room)];
    }
}
