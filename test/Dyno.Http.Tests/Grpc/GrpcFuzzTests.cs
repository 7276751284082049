using Dyno.Http.Grpc;
using Dyno.Http.Tests.Grpc.Protos;
using Dyno.Results.Problems;
using Dyno.Testing;
using Google.Protobuf;

namespace Dyno.Http.Tests.Grpc;

/// <summary>Damaged messages and descriptors, as a server may send them: each is read or refused.</summary>
public sealed class GrpcFuzzTests
{
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

    private static byte[] Damaged(byte[] whole, Random random)
    {
        var bytes = whole.ToArray();
        for (var flips = random.Next(1, 5); flips > 0; flips--) bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
        return random.Next(4) == 0 ? bytes[..random.Next(bytes.Length)] : bytes;
    }
}
