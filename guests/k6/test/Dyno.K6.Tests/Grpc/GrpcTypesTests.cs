using Dyno.K6.Tests.Grpc.Protos;
using Google.Protobuf;
using Google.Protobuf.Reflection;
using Grpc.Reflection;

namespace Dyno.K6.Tests;

/// <summary>Where clients of k6/net/grpc have their types from, beside .proto files: a set of descriptors, and the server.</summary>
public sealed class GrpcTypesTests : IDisposable
{
    private const string Order = "7 a book BOOK {\"here\":3} 2026-05-04T03:02:01Z";

    // One call, whose answer needs an import, an enum, a map and a well-known type.
    private const string Call = """
        const order = client.invoke('shop.Orders/Get', { id: 7 }).message;
          console.log([order.id, order.items[0].name, order.items[0].kind, JSON.stringify(order.stock), order.at].join(' '));
        """;

    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-k6-types-").FullName;

    public static TheoryData<bool, VuLayout> Reflections => new()
    {
        { true, VuLayout.Isolated }, { true, VuLayout.Dense }, { false, VuLayout.Isolated }, { false, VuLayout.Dense },
    };

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task A_set_of_descriptors_that_protoc_wrote_is_enough_for_calls(VuLayout layout)
    {
        await using var server = await OrderServer.StartAsync();
        var outcome = await RunAsync(layout, $$"""
            client.loadProtoset('{{Write("orders.protoset", SetOf(WithImports(OrdersReflection.Descriptor)))}}');
            """, $"if (__ITER === 0) client.connect('{server.Address}', {{ plaintext: true }}); {Call}");

        outcome.Error.ShouldBe("");
        outcome.LogLines.ShouldBe(Enumerable.Repeat(Order, 4));
    }

    [Fact]
    public async Task The_methods_of_a_set_are_told_as_those_of_proto_files()
    {
        var outcome = await RunAsync(VuLayout.Isolated, $$"""
            const methods = client.loadProtoset('{{Write("orders.protoset", SetOf(WithImports(OrdersReflection.Descriptor)))}}');
            """, "for (const m of methods) console.log([m.fullMethod, m.package, m.service, m.isClientStream, m.isServerStream].join(' '));", 1);

        outcome.Error.ShouldBe("");
        outcome.LogLines.ShouldBe(["/shop.Orders/Get shop Orders false false", "/shop.Orders/Watch shop Orders false true"]);
    }

    [Fact]
    public async Task A_set_is_looked_for_beside_the_script_and_added_to_what_was_loaded_before()
    {
        Write("orders.protoset", SetOf(WithImports(OrdersReflection.Descriptor)));
        Write("other.proto", "syntax = \"proto3\"; package other; service More { rpc Get (It) returns (It); } message It { string name = 1; }"u8.ToArray());
        await using var server = await OrderServer.StartAsync();
        var outcome = await RunAsync(VuLayout.Isolated, """
            client.load([], 'other.proto');
            client.loadProtoset('orders.protoset');
            """, $$"""
            client.connect('{{server.Address}}', { plaintext: true }); {{Call}}
            console.log(client.invoke('other.More/Get', {}).status === grpc.StatusUnimplemented);
            """, 1);

        outcome.Error.ShouldBe("");
        outcome.LogLines.ShouldBe([Order, "true"]);
    }

    [Fact]
    public async Task A_set_without_its_imports_a_proto_file_and_no_file_are_told_apart()
    {
        var half = Write("half.protoset", SetOf([OrdersReflection.Descriptor]));
        var text = Write("orders.proto", "syntax = \"proto3\"; package shop;"u8.ToArray());

        (await RunAsync(VuLayout.Isolated, $"client.loadProtoset('{half}');", "")).Error.ShouldContain("no .proto file declares the type of items: \"shop.Item\"");
        (await RunAsync(VuLayout.Isolated, $"client.loadProtoset('{text}');", "")).Error.ShouldContain("is not a descriptor set");
        (await RunAsync(VuLayout.Isolated, "client.loadProtoset('none.protoset');", "")).Error.ShouldContain("there is no file");
    }

    [Theory, MemberData(nameof(Reflections))]
    public async Task A_server_that_speaks_one_version_of_reflection_tells_its_types(bool isAlpha, VuLayout layout)
    {
        await using var server = await OrderServer.StartAsync(app => Reflect(app, isAlpha));
        var outcome = await RunAsync(layout, "", $"client.connect('{server.Address}', {{ plaintext: true, reflect: true }}); {Call} client.close();");

        outcome.Error.ShouldBe("");
        outcome.LogLines.ShouldBe(Enumerable.Repeat(Order, 4));
    }

    [Fact]
    public async Task Streams_have_their_types_by_reflection_too()
    {
        await using var server = await OrderServer.StartAsync(app => Reflect(app, isAlpha: false));
        var outcome = await RunAsync(VuLayout.Isolated, "", $$"""
            client.connect('{{server.Address}}', { plaintext: true, reflect: true });
              const stream = new grpc.Stream(client, 'shop.Orders/Watch'), seen = [];
              stream.on('data', (order) => seen.push(order.id));
              stream.on('end', () => console.log(seen.join()));
              stream.write({ id: 3 });
              stream.end();
            """, 1);

        outcome.Error.ShouldBe("");
        outcome.LogLines.ShouldBe(["1,2,3"]);
    }

    [Fact]
    public async Task A_server_without_reflection_is_named_where_its_types_are_asked_for()
    {
        await using var server = await OrderServer.StartAsync();
        var outcome = await RunAsync(VuLayout.Isolated, "", $$"""
            try { client.connect('{{server.Address}}', { plaintext: true, reflect: true }); } catch (e) { console.log(e.message); }
            """, 1);

        outcome.LogLines.ShouldBe([$"{server.Address} does not offer gRPC reflection"]);
    }

    private static void Reflect(WebApplication app, bool isAlpha)
    {
        if (isAlpha) app.MapGrpcService<ReflectionServiceImpl>();
        else app.MapGrpcService<ReflectionV1ServiceImpl>();
    }

    private static IEnumerable<FileDescriptor> WithImports(FileDescriptor file) =>
        file.Dependencies.SelectMany(WithImports).Append(file).DistinctBy(f => f.Name);

    private static byte[] SetOf(IEnumerable<FileDescriptor> files) => new FileDescriptorSet { File = { files.Select(f => f.ToProto()) } }.ToByteArray();

    private string Write(string name, byte[] content)
    {
        var file = Path.Combine(_folder, name);
        File.WriteAllBytes(file, content);
        return file;
    }

    private Task<ScriptOutcome> RunAsync(VuLayout layout, string initialize, string iteration, int iterations = 4) => ScriptRunner.RunAsync($$"""
        import grpc from 'k6/net/grpc';
        export const options = { vus: {{Math.Min(iterations, 2)}}, iterations: {{iterations}} };
        const client = new grpc.Client();
        {{initialize}}
        export default function () {
          {{iteration}}
        }
        """, change: r => r with { Layout = layout, Folder = _folder });
}
