namespace Dyno.Inputs.Tests;

/// <summary>From <c>--data</c> to a plan.</summary>
public sealed class FeedPlanTests : IDisposable
{
    private readonly string _file = Path.Combine(Path.GetTempPath(), $"dyno-feed-{Guid.NewGuid():N}.csv");

    public FeedPlanTests() => File.WriteAllText(_file, "id,name\n1,Ann\n2,Bo\n3,Cy\n");

    public void Dispose() => File.Delete(_file);

    private LoadRequest Request => new() { Target = "http://localhost:5000/users/{{id}}", DataFile = _file };

    [Theory]
    [InlineData("# @data users.csv", "id\n1,2\n", "users.csv:2:3: the row has 2 values, and there is 1 column (id)")]
    [InlineData("# @data users.csv", null, "there is no file")]
    [InlineData("# @data users.csv randm", "id\n1\n", "the order \"randm\" is not known")]
    public void A_broken_data_file_is_one_mistake_and_its_columns_are_none(string directive, string? rows, string message)
    {
        var folder = Directory.CreateTempSubdirectory("dyno-feed-");
        var path = Path.Combine(folder.FullName, "a.http");
        File.WriteAllText(path, $"{directive}\nGET http://localhost/{{{{id}}}}\n");
        if (rows is not null) File.WriteAllText(Path.Combine(folder.FullName, "users.csv"), rows);

        var refused = Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = path }));

        refused.Problems.ShouldHaveSingleItem().ToString().ShouldContain(message);
        folder.Delete(recursive: true);
    }

    [Fact]
    public void Unique_rows_make_loops_into_as_many_iterations()
    {
        var plan = InputReader.Read(Request with { DataOrder = "unique", Connections = 2 });
        plan.Scenarios[0].Executor.ShouldBeOfType<SharedIterations>().Iterations.ShouldBe(3);
        plan.Options["data-order"].ShouldBe("unique");
    }

    [Fact]
    public void Rows_that_do_not_suffice_are_refused_with_what_fits()
    {
        Refused(Request with { DataOrder = "unique", Iterations = 4 })
            .ShouldBe("--data-order: 4 iterations need as many rows, but the data has 3  -> write -i 3, or add rows");
        Refused(Request with { DataOrder = "unique", Rate = "1/s", Duration = "5s" })
            .ShouldBe("--data-order: the rate starts 5 iterations, but the data has 3 rows  -> write -d 3s, or add rows");
        Refused(Request with { DataOrder = "unique", Iterations = 3, WarmUp = "1s" })
            .ShouldBe("--data-order: the measurement needs all 3 rows, and a warm-up needs at least one more row  -> write --warmup 0, or add rows");
        Refused(Request with { DataOrder = "unique", ExecutionSegment = "0:1/2" }).ShouldContain("its own part of the file");
    }

    [Fact]
    public void A_warm_up_has_unique_rows_of_its_own_at_the_end_of_the_file()
    {
        File.WriteAllText(_file, "id,name\n" + string.Concat(Enumerable.Range(0, 50).Select(i => $"{i},n\n")));
        var unique = Request with { DataOrder = "unique", WarmUp = "1s" };

        InputReader.Read(unique).Scenarios[0].Executor.ShouldBeOfType<SharedIterations>().Iterations.ShouldBe(45);
        FeedOf(unique).WarmUpRows.ShouldBe(5);
        FeedOf(unique with { Iterations = 30 }).WarmUpRows.ShouldBe(20);
        FeedOf(unique with { Rate = "10/s", Duration = "4s" }).WarmUpRows.ShouldBe(10);
        FeedOf(unique with { WarmUp = null }).WarmUpRows.ShouldBe(0);

        static DataFeed FeedOf(LoadRequest request)
        {
            var problems = new ProblemList();
            var feed = FeedChoice.OfCommandLine(request, problems)!.Feed;
            feed = UniqueRows.Fit(LoadShape.Read(request, new FileSettings(), problems), feed, problems).Feed!;
            problems.ThrowIfAny();
            return feed;
        }
    }

    [Fact]
    public void A_slot_without_a_column_names_the_nearest()
    {
        Refused(Request with { Headers = ["X-Name: {{nam}}"] })
            .ShouldEndWith("the data has no column \"nam\"  -> write {{name}}");
        Refused(Request with { Target = "http://localhost:5000/" }).ShouldEndWith("write {{id}} in a URL, a header, a body or a message");
    }

    [Fact]
    public void Braces_of_a_body_that_are_no_column_are_sent_and_said()
    {
        var warnings = new List<Problem>();
        InputReader.Read(Request with { Body = "Dear {{customer}}" }, warnings);
        warnings.Single().What.ShouldContain("{{customer}} is sent unchanged");
    }

    [Fact]
    public void A_row_that_would_break_a_header_line_is_refused()
    {
        File.WriteAllText(_file, "id,name\n1,\"Ann\r\nX-Evil: 1\"\n");
        Refused(Request with { Headers = ["X-Name: {{name}}"] }).ShouldContain("a row of the feed has a line break");
    }

    [Fact]
    public void An_order_needs_data() =>
        Refused(new LoadRequest { Target = "localhost", DataOrder = "random" }).ShouldEndWith("give --data FILE as well");

    [Fact]
    public void A_file_that_is_not_there_is_named() =>
        Refused(Request with { DataFile = "none.csv" }).ShouldBe("--data: there is no file \"none.csv\"  -> name a file that can be read");

    private static string Refused(LoadRequest request) => Should.Throw<UserFault>(() => { InputReader.Read(request); }).Message;
}
