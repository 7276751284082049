namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>From a project to a first comparison, with no word written by hand.</summary>
[Trait("Length", "Long")]
public sealed class InitTests : EndToEndTest
{
    private const string Minimal = """
        app.MapGet("/health", () => "ok");
        var shop = app.MapGroup("/shop");
        shop.MapGet("/products", () => new[] { "apple", "pear" });
        """;

    private const string Controllers = """
        app.MapControllers();
        """;

    private const string Hub = """
        app.MapHub<Room>("/room");
        """;

    public InitTests() => Workspace.Environment["TMPDIR"] = Workspace.Folder; // a lock of its own

    [Theory]
    [InlineData("a minimal API; the load is GET /shop/products.", "", Minimal, "")]
    [InlineData("an API of controllers; the load is GET /api/stock.", "builder.Services.AddControllers();", Controllers,
        "[Microsoft.AspNetCore.Mvc.ApiController]\n[Microsoft.AspNetCore.Mvc.Route(\"api/stock\")]\npublic class StockController : Microsoft.AspNetCore.Mvc.ControllerBase\n{\n    [Microsoft.AspNetCore.Mvc.HttpGet]\n    public string Levels() => \"full\";\n}\n")]
    [InlineData("a SignalR hub; the load is calls of Say at /room.", "builder.Services.AddSignalR();", Hub,
        "public class Room : Microsoft.AspNetCore.SignalR.Hub\n{\n    public string Say(string text) => text;\n}\n")]
    public async Task The_experiment_that_init_writes_runs(string found, string services, string endpoints, string types)
    {
        Write("Directory.Build.props", "<Project />"); // no settings of a repository above
        Write("src/Shop/Shop.csproj", """
            <Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>
            """);
        Write("src/Shop/Program.cs", $"""
            var builder = WebApplication.CreateBuilder(args);
            builder.Logging.ClearProviders();
            {services}
            var app = builder.Build();
            {endpoints}
            app.Run();
            """);
        if (types.Length > 0) Write("src/Shop/Types.cs", types);

        var init = await DynoAsync("init");
        init.ExitCode.ShouldBe(0, init.ToString());
        init.Out.ShouldContain(found);
        await ComparesAsync();
        (await DynoAsync("init")).Error.ShouldContain("already exists");
    }

    [Fact]
    public async Task A_gRPC_service_is_compared_by_calls_of_its_own()
    {
        Write("Directory.Build.props", "<Project />");
        Write("Greeter.csproj", """
            <Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
            <ItemGroup><PackageReference Include="Grpc.AspNetCore" Version="2.85.0" /><Protobuf Include="Protos/greet.proto" GrpcServices="Server" /></ItemGroup></Project>
            """);
        Write("appsettings.json", """{ "Kestrel": { "EndpointDefaults": { "Protocols": "Http2" } } }""");
        Write("Protos/greet.proto", """
            syntax = "proto3"; package greet; option csharp_namespace = "Greet";
            service Greeter { rpc SayHello (HelloRequest) returns (HelloReply); }
            message HelloRequest { string name = 1; }
            message HelloReply { string message = 1; }
            """);
        Write("Program.cs", """
            using Greet;
            using Grpc.Core;
            var builder = WebApplication.CreateBuilder(args);
            builder.Logging.ClearProviders();
            builder.Services.AddGrpc();
            var app = builder.Build();
            app.MapGrpcService<Hello>();
            app.Run();
            class Hello : Greeter.GreeterBase
            {
                public override Task<HelloReply> SayHello(HelloRequest request, ServerCallContext context) => Task.FromResult(new HelloReply { Message = "Hello" });
            }
            """);

        var init = await DynoAsync("init");
        init.ExitCode.ShouldBe(0, init.ToString());
        init.Out.ShouldContain("a gRPC service; the load is calls of greet.Greeter/SayHello.");
        await ComparesAsync();
    }

    // One brief round: whether each variant answered what was sent, not which one is faster.
    private async Task ComparesAsync()
    {
        var outcome = await DynoAsync("compare", "experiment.yaml", "--rounds", "1", "-d", "1s", "--result", "comparison.json");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var trials = Directory.GetFiles(Workspace[".dyno/experiments/"], "????-*.json", SearchOption.AllDirectories).Select(File.ReadAllText)
            .Select(text => JsonNode.Parse(text)!["figures"]!.AsObject()).ToList();
        trials.Count.ShouldBeGreaterThanOrEqualTo(2, outcome.ToString());
        foreach (var figures in trials)
        {
            new[] { "rate", "iterations" }.Max(name => figures[name]?.GetValue<double>() ?? 0).ShouldBeGreaterThan(0, outcome.ToString());
            (figures["errors"]?.GetValue<double>() ?? 0).ShouldBe(0, outcome.ToString());
        }
    }

    private void Write(string file, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Workspace[file])!);
        File.WriteAllText(Workspace[file], text);
    }
}
