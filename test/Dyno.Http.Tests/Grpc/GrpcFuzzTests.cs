using Google.Protobuf;

namespace Dyno.Http.Tests;

/// <summary>Damaged messages and descriptors, as a server may send them: each is read or refused.</summary>
public sealed class GrpcFuzzTests
{
    private const string Edition = """
        edition = "2023";
        package e;
        option features.field_presence = IMPLICIT;
        import "shapes.proto";
        service S { rpc M (stream Req) returns (Res) { option deprecated = true; } }
        message Req {
          string name = 1 [default = "a\x41\n"];
          repeated int32 xs = 2 [features.repeated_field_encoding = EXPANDED];
          Req child = 3 [features.message_encoding = DELIMITED];
          oneof choice { string left = 4; shapes.Point right = 5; }
          map<string, Req> more = 6;
          reserved 7 to 9, 20;
          extensions 100 to max;
          enum Kind { A = 0; B = -1; }
        }
        extend Req { int32 extra = 100; }
        message Res { string name = 1; }
        """;

    [Fact]
    public void Damaged_messages_never_break_the_reader()
    {
        var whole = Everything.Parser.ParseFrom(MessageTests.Write(MessageTests.All)).ToByteArray();
        var (read, refused) = (0, 0);
        FuzzRounds.Run(20_000, 11, random => ("message.bin", Damaged(whole, random)), (_, bytes) =>
        {
            try
            {
                WireToJson.Text(MessageTests.Type, bytes);
                read++;
            }
            catch (Exception e) when (e is GrpcMessageException or ArgumentException or InvalidOperationException)
            {
                refused++;
            }
        });
        read.ShouldBeGreaterThan((read + refused) / 20);
        refused.ShouldBeGreaterThan((read + refused) / 20);
    }

    [Fact]
    public void Damaged_descriptors_make_a_schema_or_are_refused()
    {
        var whole = EchoReflection.Descriptor.SerializedData.ToByteArray();
        var (read, refused) = (0, 0);
        FuzzRounds.Run(20_000, 13, random => ("descriptor.bin", Damaged(whole, random)), (_, bytes) =>
        {
            try
            {
                Read(bytes);
                read++;
            }
            catch (UserFault)
            {
                refused++;
            }
        });
        read.ShouldBeGreaterThan(0);
        refused.ShouldBeGreaterThan((read + refused) / 20);
    }

    [Fact]
    public void Damaged_proto_files_make_a_schema_or_are_refused()
    {
        string[] whole = [.. Directory.GetFiles(GrpcDriverTests.Folder, "*.proto").Select(File.ReadAllText), Edition];
        var (read, refused) = (0, 0);
        FuzzRounds.Run(2_000, 31, random => ("damaged.proto", Encoding.UTF8.GetBytes(Damaged(whole[random.Next(whole.Length)], random))), (_, bytes) =>
        {
            try
            {
                GrpcTypes.OfFiles(["damaged.proto"], [GrpcDriverTests.Folder], path => Path.GetFileName(path) == "damaged.proto" ? bytes
                    : File.Exists(path) ? File.ReadAllBytes(path) : null);
                read++;
            }
            catch (UserFault)
            {
                refused++;
            }
        });
        read.ShouldBeGreaterThan(0);
        refused.ShouldBeGreaterThan((read + refused) / 20);
    }

    [Fact]
    public void A_descriptor_may_nest_only_so_deep()
    {
        byte[] nested = [];
        for (var depth = 0; depth < 200; depth++)
        {
            var room = new byte[nested.Length + 10];
            var writer = new WireWriter(room);
            writer.Tag(depth == 199 ? 4 : 3, 2); // message_type of the file, nested_type of a message
            writer.Bytes(nested);
            nested = room[..writer.Length];
        }
        Should.Throw<UserFault>(() => Read(nested)).Message.ShouldContain("64 deep");
    }

    private static void Read(byte[] file)
    {
        var room = new byte[file.Length + 10];
        var writer = new WireWriter(room);
        writer.Tag(1, 2);
        writer.Bytes(file);
        var set = room[..writer.Length];
        GrpcTypes.OfSet("set.pb", _ => set);
    }

    private static string Damaged(string whole, Random random)
    {
        const string Signs = "{}[]()<>;=,.\"'\\/*-09aZ\n\0é";
        var text = new StringBuilder(whole);
        for (var times = random.Next(1, 4); times > 0; times--)
        {
            var at = random.Next(text.Length);
            var length = Math.Min(random.Next(1, 40), text.Length - at);
            switch (random.Next(4))
            {
                case 0: text[at] = Signs[random.Next(Signs.Length)]; break;
                case 1: text.Remove(at, length); break;
                case 2: text.Insert(at, text.ToString(at, length)); break;
                default: text.Insert(at, new string(Signs[random.Next(Signs.Length)], random.Next(1, 300))); break;
            }
            if (text.Length == 0) break;
        }
        return text.ToString();
    }

    private static byte[] Damaged(byte[] whole, Random random)
    {
        var bytes = whole.ToArray();
        for (var flips = random.Next(1, 5); flips > 0; flips--) bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
        return random.Next(4) == 0 ? bytes[..random.Next(bytes.Length)] : bytes;
    }
}
