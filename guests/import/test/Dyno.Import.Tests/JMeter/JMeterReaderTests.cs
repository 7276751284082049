using Dyno.Load;

namespace Dyno.Import.Tests;

public sealed class JMeterReaderTests
{
    private static readonly string Folder = Path.Combine(RepositoryRoot.Path, "guests", "import", "test", "Dyno.Import.Tests", "JMeter");

    [Fact]
    public void A_thread_group_with_a_time_loops_for_it_after_its_ramp()
    {
        var executor = ExecutorOf("login", new LoadRequest()).ShouldBeOfType<RampingVus>();

        executor.Stages.ShouldBe([new(TimeSpan.FromSeconds(5), 20), new(TimeSpan.FromSeconds(55), 20)]);
    }

    [Fact]
    public void A_thread_group_with_loops_has_as_many_iterations_as_its_threads_together()
    {
        var executor = ExecutorOf("assertions", new LoadRequest()).ShouldBeOfType<SharedIterations>();

        executor.VirtualUsers.ShouldBe(10);
        executor.Iterations.ShouldBe(100);
    }

    // 10 users within 10 s, kept until 70 s, gone at 80 s; at 30 s 20 more within 10 s, kept until 60 s, where they all leave at once.
    [Fact]
    public void The_rows_of_an_ultimate_thread_group_add_up() =>
        ExecutorOf("ultimate", new LoadRequest()).ShouldBeOfType<RampingVus>().Stages.ShouldBe(
        [
            new(TimeSpan.FromSeconds(10), 10), new(TimeSpan.FromSeconds(20), 10), new(TimeSpan.FromSeconds(10), 30), new(TimeSpan.FromSeconds(20), 30),
            new(TimeSpan.Zero, 10), new(TimeSpan.FromSeconds(10), 10), new(TimeSpan.FromSeconds(10), 0),
        ]);

    [Fact]
    public void A_concurrency_thread_group_climbs_in_steps() =>
        ExecutorOf("concurrency", new LoadRequest()).ShouldBeOfType<RampingVus>().Stages.ShouldBe(
        [
            new(TimeSpan.Zero, 25), new(TimeSpan.FromSeconds(10), 25), new(TimeSpan.Zero, 50), new(TimeSpan.FromSeconds(10), 50),
            new(TimeSpan.Zero, 75), new(TimeSpan.FromSeconds(10), 75), new(TimeSpan.Zero, 100), new(TimeSpan.FromSeconds(70), 100),
        ]);

    [Fact]
    public void Arrivals_are_a_rate()
    {
        var executor = ExecutorOf("arrivals", new LoadRequest()).ShouldBeOfType<ConstantArrivalRate>();

        (executor.Rate, executor.TimeUnit, executor.Duration).ShouldBe((1200, TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(2)));
    }

    [Fact]
    public void The_command_line_wins_over_the_load_of_the_plan()
    {
        ExecutorOf("ultimate", new LoadRequest { Connections = 3, Duration = "2s" }).ShouldBeOfType<MaxThroughput>().Connections.ShouldBe(3);
        ExecutorOf("login", new LoadRequest { Rate = "7/s" }).ShouldBeOfType<ConstantArrivalRate>().Rate.ShouldBe(7);
        ExecutorOf("login", new LoadRequest { Duration = "2s" }).ShouldBeOfType<ConstantVus>().Duration.ShouldBe(TimeSpan.FromSeconds(2));
    }

    [Fact]
    public void A_login_is_sent_once_by_each_user_and_its_token_and_cookies_hold_for_the_others()
    {
        var set = Read("login");

        set.Requests[0].Once.ShouldBe(OnceFor.EachUser);
        set.Requests[0].Headers.ShouldNotContain(h => h.Name == "Authorization"); // its value comes from this very answer
        set.Requests.Skip(1).ShouldAllBe(r => r.After.Contains("Login") && r.Headers.Any(h => h.Value.Written == "Bearer {{Login.response.body.$.token}}"));
        set.Settings.Delay.ShouldBe(TimeSpan.FromMilliseconds(300));
    }

    [Fact]
    public void Values_are_taken_by_regular_expression_boundaries_xpath_and_jmespath()
    {
        var paths = Read("extract").Requests.SelectMany(r => r.Sources).OfType<AnswerValue>().Select(a => (a.Request, a.Part, a.Path)).Distinct();

        paths.ShouldBe(
        [
            ("Form", ExchangePart.Body, "~name=\"csrf\" value=\"([^\"]+)\""), ("Form", ExchangePart.Body, "~(?s)<title>(.*?)</title>"),
            ("Send", ExchangePart.Body, "//order/@id"), ("Xml", ExchangePart.Body, "$.person.names[0]"), ("Form", ExchangePart.Header, "Location"),
        ], ignoreOrder: true);
    }

    [Fact]
    public void Properties_are_given_as_variables()
    {
        var plan = InputReader.Read(new LoadRequest { Target = PathOf("extract"), Variables = ["host=127.0.0.1", "port=81"] });

        plan.Scenarios[0].Workload.ShouldBeOfType<SequenceWorkload>();
        Read("extract", new LoadRequest { Variables = ["host=127.0.0.1", "port=81"] }).Requests.ShouldAllBe(r => VariableValue.Flatten(r.Url).Written.StartsWith("http://127.0.0.1:81/"));
        Read("extract").Requests.ShouldAllBe(r => VariableValue.Flatten(r.Url).Written.StartsWith("http://localhost:5000/"));
    }

    [Fact]
    public void A_data_set_names_the_columns_of_its_file()
    {
        var set = Read("rows");

        var feed = set.Settings.Feed.ShouldNotBeNull().Feed.ShouldNotBeNull();
        feed.Columns.ShouldBe(["user", "pass"]);
        feed.Rows.Select(r => string.Join('|', r)).ShouldBe(["ann|a", "bob|b"]);
        feed.Order.ShouldBe(FeedOrder.Unique);
        set.Requests[0].Sources.OfType<FeedColumn>().Select(c => c.Column).ShouldBe(["user", "pass"]);
    }

    [Fact]
    public void One_of_several_thread_groups_is_loaded_by_its_name()
    {
        var path = Path.Combine(Folder, "Malformed", "two-groups.jmx");
        var plan = InputReader.Read(new LoadRequest { Target = path, RequestNames = ["Buy"], Duration = "1s" });

        plan.Scenarios.ShouldHaveSingleItem();
        InputReader.ReadRequests(new LoadRequest { Target = path, RequestNames = ["Buy"] }).ShouldHaveSingleItem().Name.ShouldBe("Buy / B");
    }

    [Fact]
    public void What_is_left_out_is_named_with_its_path_its_place_and_what_to_do()
    {
        var problems = new ProblemList();
        Corpus.Read(PathOf("controllers"), problems);

        problems.Warnings.ShouldAllBe(w => w.Line > 0 && w.Column > 0);
        problems.Warnings.ShouldContain(w => w.What.Contains("\"Shop / Thread Group / Groovy\" (JSR223Sampler) is left out") && w.WriteInstead!.Contains("C#"));
        problems.Warnings.ShouldContain(w => w.What.Contains("\"Shop / Thread Group / Query\" (JDBCSampler) is left out"));
        problems.Warnings.ShouldContain(w => w.What.Contains("\"Shop / Before\" (SetupThreadGroup) is left out"));
        Read("controllers").Requests.Select(r => r.Name).ShouldBe(
            ["Three times / Page", "Three times / Page", "Three times / Page", "Always / Always", "Maybe / Maybe", "Simple / Inside", "One of / X", "One of / Y"]);
    }

    [Fact]
    public void The_pause_is_the_mean_of_the_timers_and_the_throughput_becomes_a_hint()
    {
        var problems = new ProblemList();
        var set = Corpus.Read(PathOf("timers"), problems);

        set.Settings.Delay.ShouldNotBeNull().ShouldBe(TimeSpan.FromMilliseconds((100 + 300 + 300 + 300) / 3.0), TimeSpan.FromMilliseconds(0.01));
        problems.Warnings.ShouldContain(w => w.WriteInstead!.Contains("--rate 3.3333/s"));
    }

    private static string PathOf(string name) => Path.Combine(Folder, "Corpus", name + ".jmx");

    private static RequestSet Read(string name, LoadRequest? request = null)
    {
        var problems = new ProblemList();
        var set = RequestSetReader.Read((request ?? new LoadRequest()) with { Target = PathOf(name) }, [], problems);
        problems.ThrowIfAny();
        return set;
    }

    private static ExecutorPlan ExecutorOf(string name, LoadRequest request) => InputReader.Read(request with { Target = PathOf(name) }).Scenarios[0].Executor;
}
