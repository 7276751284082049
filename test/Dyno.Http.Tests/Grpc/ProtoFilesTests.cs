namespace Dyno.Http.Tests;

public sealed class ProtoFilesTests
{
    // The bytes are those of protoc 35.1 and protobufjs 8.8.1.
    [Theory]
    [InlineData("""
        edition = "2023";
        package e;
        message Req { string name = 1; repeated int32 xs = 2; Req child = 3 [features.message_encoding = DELIMITED]; }
        """, """{"name":"x","xs":[1,2],"child":{"name":"k"}}""", "0A0178120201021B0A016B1C")]
    [InlineData("""
        edition = "2023";
        package e;
        option features.field_presence = IMPLICIT;
        option features.repeated_field_encoding = EXPANDED;
        option features.message_encoding = DELIMITED;
        message Sub { string s = 1; }
        message Req { repeated int32 a = 1; string key = 2; int32 n = 3; Sub sub = 4; repeated Sub subs = 5; map<string, Sub> m = 6; }
        """, """{"a":[1,2],"key":"","n":0,"sub":{"s":"x"},"subs":[{"s":"y"}],"m":{"k":{"s":"z"}}}""", "08010802230A0178242B0A01792C32080A016B12030A017A")]
    [InlineData("""
        edition = "2023";
        package e;
        message Req { repeated int32 a = 1; int32 n = 2 [features.field_presence = IMPLICIT]; int32 e = 3; oneof o { int32 x = 4; } }
        """, """{"a":[],"n":0,"e":0,"x":0}""", "18002000")]
    [InlineData("""
        syntax = "proto3";
        package e;
        message Req { repeated int32 a = 1; int32 n = 2; string s = 3; optional int32 o = 4; }
        """, """{"a":[1],"n":0,"s":"","o":0}""", "0A01012000")]
    [InlineData("""
        syntax = "proto2";
        package e;
        message Req { repeated int32 a = 1; repeated int32 b = 2 [packed = true]; optional int32 n = 3; }
        """, """{"a":[1,2],"b":[1,2],"n":0}""", "08010802120201021800")]
    public void Fields_are_written_as_the_syntax_or_the_edition_says(string proto, string json, string expected)
    {
        var type = Read(proto).Message("e.Req")!;
        Hex(type, json).ShouldBe(expected);
    }

    [Fact]
    public void A_delimited_field_of_an_answer_is_read()
    {
        var type = Read("""
            edition = "2023";
            package e;
            message Sub { string s = 1; }
            message Rep { Sub sub = 1 [features.message_encoding = DELIMITED]; repeated int32 a = 2; }
            """).Message("e.Rep")!;
        WireToJson.Text(type, Convert.FromHexString("0B0A01780C12020102")).ShouldBe("""{"sub":{"s":"x"},"a":[1,2]}""");
    }

    // message Req { Req child = 1 [features.message_encoding = DELIMITED]; repeated int32 xs = 2; } of edition 2023, as a descriptor.
    [Fact]
    public void Features_count_in_descriptors_too()
    {
        var child = Part(2, [.. Text(1, "child"), .. Number(3, 1), .. Number(4, 1), .. Number(5, 11), .. Text(6, ".e.Req"), .. Part(8, Part(21, Number(5, 2)))]);
        var xs = Part(2, [.. Text(1, "xs"), .. Number(3, 2), .. Number(4, 3), .. Number(5, 5)]);
        var file = Part(1, [.. Text(1, "e.proto"), .. Text(2, "e"), .. Part(4, [.. Text(1, "Req"), .. child, .. xs]), .. Text(12, "editions"), .. Number(14, 1000)]);
        var type = ProtoFiles.ReadSet("e.protoset", _ => file).Message("e.Req")!;
        Hex(type, """{"child":{"xs":[1]},"xs":[2]}""").ShouldBe("0B1201010C120102");
    }

    [Theory]
    [InlineData("syntax = \"proto2\"; package e; message Req { required int32 id = 1; optional Req r = 2; }", "{}", "e.Req needs the field \"id\": it is required")]
    [InlineData("syntax = \"proto2\"; package e; message Req { required int32 id = 1; optional Req r = 2; }", """{"id":1,"r":{}}""", "r: e.Req needs the field \"id\"")]
    [InlineData("edition = \"2023\"; package e; message Req { int32 id = 1 [features.field_presence = LEGACY_REQUIRED]; }", """{"id":null}""", "e.Req needs the field \"id\"")]
    [InlineData("syntax = \"proto2\"; package e; message Req { extensions 100 to 200; }", """{"[e.more]":1}""", "[e.more] is an extension, which Dyno does not send")]
    public void A_missing_required_field_is_an_error(string proto, string json, string what) =>
        Should.Throw<GrpcMessageException>(() => Hex(Read(proto).Message("e.Req")!, json)).Message.ShouldContain(what);

    [Theory]
    [InlineData("import \"/etc/other.proto\";", "a.proto:2: the import \"/etc/other.proto\" leaves the folders of imports")]
    [InlineData("import \"../other.proto\";", "the import \"../other.proto\" leaves")]
    [InlineData("import public \"C:\\\\other.proto\";", "leaves the folders")]
    [InlineData("message M { NESTED }", "nested more than 64 deep")]
    [InlineData("message M { FIELDS }", "more than 10,000 statements")]
    public void A_file_that_the_parser_does_not_bear_is_refused_with_its_reason(string body, string what)
    {
        body = body.Replace("NESTED", string.Concat(Enumerable.Repeat("message N {", 70)) + new string('}', 70), StringComparison.Ordinal)
            .Replace("FIELDS", string.Concat(Enumerable.Range(1, 10_001).Select(i => $"int32 f{i} = {i};")), StringComparison.Ordinal);
        Should.Throw<UserFault>(() => Read("syntax = \"proto3\";\n" + body)).Message.ShouldContain(what);
    }

    [Theory]
    [InlineData(@"\x")]
    [InlineData(@"\xZZ")]
    [InlineData(@"\400")]
    [InlineData(@"\u12")]
    [InlineData(@"\ud800")]
    [InlineData(@"\U00110000")]
    [InlineData(@"\UFFFFFFFF")]
    [InlineData(@"\")]
    public void No_escape_in_an_option_is_an_internal_error(string escape)
    {
        try
        {
            Read($"syntax = \"proto3\";\noption java_package = \"a{escape}\";\nmessage M {{}}");
        }
        catch (UserFault refused)
        {
            refused.Hint.ShouldNotBeNullOrEmpty();
        }
    }

    private static GrpcSchema Read(string proto) =>
        ProtoFiles.Read(["/p/a.proto"], [], path => path == "/p/a.proto" ? Encoding.UTF8.GetBytes(proto) : null);

    private static string Hex(MessageType type, string json)
    {
        var text = Encoding.UTF8.GetBytes(json);
        var room = new byte[JsonToWire.MaxLength(text.Length)];
        return Convert.ToHexString(room.AsSpan(0, JsonToWire.Write(type, text, room)));
    }

    private static byte[] Text(int field, string text) => Part(field, Encoding.UTF8.GetBytes(text));

    private static byte[] Part(int field, byte[] content) => [.. Varint((uint)field << 3 | 2), .. Varint((uint)content.Length), .. content];

    private static byte[] Number(int field, uint number) => [.. Varint((uint)field << 3), .. Varint(number)];

    private static IEnumerable<byte> Varint(uint value)
    {
        for (; value >= 0x80; value >>= 7) yield return (byte)(value | 0x80);
        yield return (byte)value;
    }
}
