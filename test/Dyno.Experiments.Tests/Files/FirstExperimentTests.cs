namespace Dyno.Experiments.Tests;

/// <summary>Small solutions as users have them: what is recognised in each, and that the experiment reads.</summary>
public sealed class FirstExperimentTests : IDisposable
{
    private const string Web = """<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>""";

    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-first-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData("""app.MapGet("/", () => "hi"); app.MapGet("/products/{id:int}", (int id) => id); app.MapGet("/products", () => "all");""", "/products")]
    [InlineData("""var api = app.MapGroup("/api"); var v1 = api.MapGroup("v1/"); v1.MapGet("orders", () => "all");""", "/api/v1/orders")]
    [InlineData("""app.MapGroup("/shop").MapGet("/", () => "all");""", "/shop")]
    [InlineData("""app.MapGet("/health", () => "ok"); app.MapGet("/deliveries", () => "all");""", "/deliveries")]
    [InlineData("""app.MapGet("/orders/{id}", (int id) => id);""", "/orders/1")]
    [InlineData("// app.MapGet(\"/old\", () => 1);\napp.MapGet(\"/new\", () => 2);", "/new")]
    [InlineData("""app.MapGet("/odd\"}, evil: true", () => 1); app.MapGet("/even", () => 2);""", "/even")]
    public void A_minimal_api_is_loaded_at_a_path_that_it_maps(string program, string path)
    {
        Write("src/Shop/Shop.csproj", Web);
        Write("src/Shop/Program.cs", $"var app = WebApplication.Create(args);\n{program}\napp.Run();");

        var first = FirstExperiment.For(_folder);

        first.Found.ShouldBe($"src/Shop/Shop.csproj is a minimal API; the load is GET {path}.");
        Read(first).Variants[0].Load.ShouldBe(path);
    }

    [Theory]
    [InlineData("""[ApiController, Route("api/[controller]")] public class ProductsController : ControllerBase { [HttpGet] public string All() => "all"; }""", "/api/Products")]
    [InlineData("[Mvc.ApiController]\n[Mvc.Route(\"api/stock\")]\npublic class StockController : Mvc.ControllerBase\n{\n    [Mvc.HttpGet]\n    public string Levels() => \"full\";\n}", "/api/stock")]
    [InlineData("[ApiController]\n[Route(\"[controller]/[action]\")]\npublic sealed class StockController(Db db) : ControllerBase\n{\n [HttpGet]\n public Task<IActionResult> Levels() => null;\n}", "/Stock/Levels")]
    [InlineData("[Route(\"x\")]\npublic class AController : ControllerBase { [HttpGet(\"{id}\")]\n public string One(int id) => \"\";\n [HttpGet(\"/absolute\", Name = \"n\")]\n public string Two() => \"\"; }", "/absolute")]
    public void Controllers_are_loaded_at_a_route(string controller, string path)
    {
        Write("Shop.csproj", Web);
        Write("Controllers/Some.cs", controller);

        var first = FirstExperiment.For(_folder);

        first.Found.ShouldBe($"Shop.csproj is an API of controllers; the load is GET {path}.");
        Read(first).Variants[0].Load.ShouldBe(path);
    }

    [Fact]
    public void A_gRPC_service_is_called_with_the_types_of_its_project()
    {
        Write("Greeter.csproj", """<Project Sdk="Microsoft.NET.Sdk.Web"><ItemGroup><Protobuf Include="Protos\*.proto" GrpcServices="Server" /></ItemGroup></Project>""");
        Write("Program.cs", """app.MapGet("/", () => "use a gRPC client");""");
        Write("Protos/greet.proto", """
            syntax = "proto3"; package greet.v1;
            service Greeter { rpc Watch (HelloRequest) returns (stream HelloReply); rpc SayHello (HelloRequest) returns (HelloReply); }
            message HelloRequest { string name = 1; } message HelloReply { string message = 1; }
            """);

        var first = FirstExperiment.For(_folder);

        first.Found.ShouldBe("Greeter.csproj is a gRPC service; the load is calls of greet.v1.Greeter/SayHello.");
        var variant = Read(first).Variants[0];
        variant.Load.ShouldBe("grpc://localhost/greet.v1.Greeter/SayHello");
        variant.Shape.ProtoFiles.ShouldBe([Path.Combine(_folder, "Protos", "greet.proto")]);
    }

    [Fact]
    public void A_hub_gets_a_script_that_calls_it()
    {
        Write("Chat.csproj", Web);
        Write("Program.cs", """app.MapHub<Chat.Hubs.Room>("/rooms");""");
        Write("Hubs/Room.cs", """
            public class Room : Hub
            {
                public override Task OnConnectedAsync() => Task.CompletedTask;
                public Task Post(Message message) => Clients.All.SendAsync("posted", message);
                public async Task<string> Say(string text, int times) => text;
            }
            public record Message(string Text);
            """);

        var first = FirstExperiment.For(_folder);

        first.Found.ShouldBe("Chat.csproj is a SignalR hub; the load is calls of Say at /rooms.");
        first.LoadName.ShouldBe("hub.js");
        first.LoadText!.ShouldContain("target: 'Say', arguments: ['dyno', 1]");
        Read(first).Variants[0].Load.ShouldBe(Path.Combine(_folder, "hub.js"));
    }

    [Theory]
    [InlineData("<Project Sdk=\"Microsoft.NET.Sdk\"><Sdk Name=\"Aspire.AppHost.Sdk\" Version=\"13.0.0\" />")]
    [InlineData("<Project Sdk=\"Aspire.AppHost.Sdk/13.6.4\">")]
    [InlineData("<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><IsAspireHost>true</IsAspireHost></PropertyGroup>")]
    public void Of_an_app_host_the_first_API_is_measured_with_its_databases(string project)
    {
        AppHost(project);

        var first = FirstExperiment.For(_folder);

        first.Found.ShouldBe("src/Shop.Api/Shop.Api.csproj is a minimal API of the Aspire app host src/Shop.AppHost/Shop.AppHost.csproj, "
            + "with orders (postgres), cache (redis); the load is GET /orders.");
        var plan = Read(first);
        plan.Services.Select(service => $"{service.Name} {service.Kind}").ShouldBe(["orders postgres", "cache redis"]);
        first.Text.ShouldContain("# The app host also gives it events (AddRabbitMQ)");
    }

    private void AppHost(string project)
    {
        Write("src/Shop.AppHost/Shop.AppHost.csproj", project + """
            <ItemGroup><ProjectReference Include="..\Shop.Web\Shop.Web.csproj" /><ProjectReference Include="..\Shop.Api\Shop.Api.csproj" /></ItemGroup></Project>
            """);
        Write("src/Shop.AppHost/AppHost.cs", """
            var builder = DistributedApplication.CreateBuilder(args);
            var server = builder.AddPostgres("pg").WithDataVolume();
            var orders = server.AddDatabase("orders");
            var cache = builder.AddRedis("cache");
            var events = builder.AddRabbitMQ("events");
            var api = builder.AddProject<Projects.Shop_Api>("api").WithReference(orders).WithReference(cache).WithReference(events);
            builder.AddProject<Projects.Shop_Web>("web").WithReference(api);
            builder.Build().Run();
            """);
        Write("src/Shop.Api/Shop.Api.csproj", Web);
        Write("src/Shop.Api/Program.cs", """app.MapGet("/orders", () => "all");""");
        Write("src/Shop.Web/Shop.Web.csproj", Web);
        Write("src/Shop.Web/Program.cs", """app.MapGet("/page", () => "page");""");
    }

    [Fact]
    public void An_app_host_of_one_file_is_recognised()
    {
        Write("apphost.cs", "#:sdk Aspire.AppHost.Sdk@13.6.4\n#:project src/Api\nvar builder = DistributedApplication.CreateBuilder(args);\nbuilder.AddCSharpApp(\"api\", \"src/Api\");\n");
        Write("src/Api/Api.csproj", Web);
        Write("src/Api/Program.cs", """app.MapGet("/all", () => "all");""");

        FirstExperiment.For(_folder).Found.ShouldBe("src/Api/Api.csproj is a minimal API of the Aspire app host apphost.cs; the load is GET /all.");
    }

    [Fact]
    public void The_file_of_requests_beside_the_project_comes_before_one_elsewhere()
    {
        Write("a/curl.http", "GET http://localhost/a");
        Write("src/Shop/Shop.csproj", Web);
        Write("src/Shop/Shop.http", "GET http://localhost/shop");

        Read(FirstExperiment.For(_folder)).Variants[0].Load.ShouldBe(Path.Combine(_folder, "src", "Shop", "Shop.http"));
    }

    [Fact]
    public void A_project_that_says_nothing_is_loaded_at_its_root_and_names_that_need_quotes_have_them()
    {
        Write("my, shop/My {Shop}.csproj", Web);

        var first = FirstExperiment.For(_folder);

        first.Found.ShouldEndWith("is a web project; the load is GET /.");
        Read(first).Variants[0].Load.ShouldBe("/");
    }

    [Fact]
    public void Without_a_web_project_the_message_says_what_to_type() =>
        Should.Throw<UserFault>(() => FirstExperiment.For(_folder)).Problems[0].ToString().ShouldContain("dyno init src/Shop");

    private void Write(string file, string text)
    {
        var path = Path.Combine(_folder, file);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }

    private ExperimentPlan Read(FirstExperiment first)
    {
        Write("experiment.yaml", first.Text);
        if (first.LoadName is { } name) Write(name, first.LoadText!);
        return ExperimentReader.Read(Path.Combine(_folder, "experiment.yaml"), new());
    }
}
