namespace Dyno.Import.Tests;

public sealed class BruReaderTests
{
    private static readonly string Shop = Path.Combine(RepositoryRoot.Path, "guests", "import", "test", "Dyno.Import.Tests", "Bruno", "Shop");

    [Theory]
    [InlineData("")]
    [InlineData("bruno.json")]
    public void A_collection_is_read_in_the_order_in_which_Bruno_runs_it(string file)
    {
        var problems = new ProblemList();
        var set = Read(Path.Combine(Shop, file), problems, "dev");

        problems.ThrowIfAny();
        set.Name.ShouldBe("Shop");
        set.InputKind.ShouldBe("bruno");
        set.Requests.Select(r => r.Name).ShouldBe(["Sign in / Login", "Orders / Archive / Old", "Orders / Create", "Orders / List", "Health"]);
        set.Requests.Select(r => VariableValue.Flatten(r.Url).Written).ShouldBe(
        [
            "http://localhost:5000/login", "http://localhost:5000/orders/old?kind=folder", "http://localhost:5000/orders?kind=request",
            "http://localhost:5000/orders?kind=folder", "http://localhost:5000/health?kind=collection",
        ]);
    }

    [Fact]
    public void Headers_and_authorization_come_from_the_nearest_level_and_a_token_from_the_answer_of_the_login()
    {
        var set = Read(Shop, new ProblemList(), "dev");

        Header(set.Requests[0], "Authorization").ShouldBeNull(); // the folder says none
        Header(set.Requests[2], "X-Folder").ShouldBe("own");
        Header(set.Requests[3], "X-Folder").ShouldBe("orders");
        Header(set.Requests[3], "X-Client").ShouldBe("shop");
        Header(set.Requests[3], "Authorization").ShouldBe("Bearer {{Login.response.body.$.token}}");
        set.Requests[3].Sources.OfType<AnswerValue>().ShouldHaveSingleItem().ShouldBe(new AnswerValue("Login", ExchangeSide.Response, ExchangePart.Body, "$.token"));
        Header(set.Requests[4], "Authorization").ShouldBeNull();
    }

    [Fact]
    public void What_is_not_read_is_named_with_its_file()
    {
        var problems = new ProblemList();
        Read(Shop, problems, "dev");

        problems.Warnings.Select(w => w.What).ShouldBe(
        [
            "\"Sign in / Login\": Dyno does not take the value of \"odd\": res.body.items.map(i => i.id)",
            "\"Socket\" is left out: it is a WebSocket",
            "scripts are not run: script:pre-request of the collection",
        ], ignoreOrder: true);
        problems.Warnings.ShouldAllBe(w => w.Source.EndsWith(".bru") && w.Line > 0);
    }

    [Fact]
    public void A_secret_of_the_environment_waits_for_a_value()
    {
        var problem = Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = Shop, HttpEnvironment = "dev" })).Problems.ShouldHaveSingleItem();

        problem.What.ShouldContain("\"password\" has no value");
        InputReader.Read(new LoadRequest { Target = Shop, HttpEnvironment = "dev", Variables = ["password=p"] }).Scenarios.Length.ShouldBe(2);
    }

    [Fact]
    public void A_single_request_takes_what_its_folders_and_its_collection_say()
    {
        var set = Read(Path.Combine(Shop, "Orders", "list.bru"), new ProblemList(), "dev");

        var request = set.Requests.ShouldHaveSingleItem();
        VariableValue.Flatten(request.Url).Written.ShouldBe("http://localhost:5000/orders?kind=folder");
        Header(request, "X-Client").ShouldBe("shop");
        Header(request, "Authorization").ShouldBe("Bearer {{token}}");
    }

    [Fact]
    public void A_folder_selects_its_requests()
    {
        var plan = InputReader.Read(new LoadRequest { Target = Shop, HttpEnvironment = "dev", RequestNames = ["Orders"], Variables = ["password=p", "token=t"] });

        plan.Scenarios.ShouldHaveSingleItem();
        InputReader.ReadRequests(new LoadRequest { Target = Shop, HttpEnvironment = "dev", RequestNames = ["orders"], Variables = ["token=t"] })
            .Select(r => r.Name).ShouldBe(["Orders / Archive / Old", "Orders / Create", "Orders / List"]);
    }

    [Fact]
    public void An_environment_that_does_not_exist_is_named()
    {
        var problems = new ProblemList();
        Read(Shop, problems, "prod");

        Should.Throw<UserFault>(problems.ThrowIfAny).Message.ShouldContain("prod");
    }

    private static RequestSet Read(string path, ProblemList problems, string environment) =>
        RequestSetReader.Read(new LoadRequest { Target = path, HttpEnvironment = environment }, [], problems);

    private static string? Header(RequestDraft request, string name) =>
        request.Headers.Where(h => h.Name == name).Select(h => h.Value.Written).FirstOrDefault();
}
