using System.Globalization;

namespace Dyno.Inputs.Tests;

/// <summary>A load on several instances of one program.</summary>
public sealed class InstancesTests : IDisposable
{
    private static readonly Uri First = new("http://127.0.0.1:5001");
    private static readonly Uri Second = new("http://127.0.0.1:5002");

    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-instances-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void A_load_that_says_nothing_is_dealt_out_in_equal_shares()
    {
        var plan = Read("GET http://localhost/hello\n", request => request with { Connections = 5, Duration = "1s" });
        plan.Scenarios.Select(s => s.Name).ShouldBe(["default @1", "default @2"]);
        plan.Scenarios.Select(AddressOf).ShouldBe([First, Second]);
        plan.Scenarios.Sum(UsersOf).ShouldBe(5);
        plan.Scenarios.Select(UsersOf).ShouldBe([3L, 2]);
    }

    [Theory]
    [InlineData(100)]
    [InlineData(7)]
    public void The_shares_of_a_rate_are_the_whole_rate(int rate)
    {
        var plan = Read("GET http://localhost/hello\n", request => request with { Rate = $"{rate}/s", Duration = "1s", Connections = 10 });
        plan.Scenarios.Length.ShouldBe(2);
        plan.Scenarios.Select(s => s.Share.Text).ShouldBe(["0/2:1/2", "1/2:2/2"]);
    }

    [Fact]
    public void Requests_that_name_their_instance_stay_together()
    {
        var plan = Read("""
            ### change
            # @instance 1
            PUT http://localhost/books/1

            ### read
            # @instance 2
            GET http://localhost/books/1

            ### anywhere
            GET http://localhost/books/2
            """);
        var scenario = plan.Scenarios.ShouldHaveSingleItem();
        scenario.Share.IsWhole.ShouldBeTrue();
        scenario.Workload.Steps.Select(s => new Uri(s.Url!).Port).ShouldBe([5001, 5002, 5001]);
    }

    [Fact]
    public void A_request_that_waits_for_another_goes_to_the_instance_it_names()
    {
        var plan = Read("""
            # @name change
            # @instance 1
            PUT http://localhost/books/1

            ###
            # @after change
            # @instance 2
            GET http://localhost/books/1
            """);
        plan.Scenarios.ShouldHaveSingleItem().Share.IsWhole.ShouldBeTrue();
    }

    [Theory]
    [InlineData("3", "there is no instance 3")]
    [InlineData("0", "this is not an instance")]
    [InlineData("two", "this is not an instance")]
    public void An_instance_that_is_not_there_is_refused(string number, string sentence) =>
        Should.Throw<UserFault>(() => Read($"# @instance {number}\nGET http://localhost/hello\n")).Message.ShouldContain(sentence);

    [Fact]
    public void One_instance_refuses_what_is_meant_for_a_second() =>
        Should.Throw<UserFault>(() => Read("# @instance 2\nGET http://localhost/hello\n", request => request with { Instances = [First] }))
            .Message.ShouldContain("start more with --instances 2");

    [Fact]
    public void Without_a_program_under_test_the_directive_has_no_effect() =>
        Read("# @instance 2\nGET http://localhost:4000/hello\n", request => request with { RebaseTo = null, Instances = [] })
            .Scenarios.ShouldHaveSingleItem().Workload.Steps.Select(s => new Uri(s.Url!).Port).ShouldBe([4000]);

    [Fact]
    public void A_share_of_a_load_is_not_dealt_out_once_more() =>
        Should.Throw<UserFault>(() => Read("GET http://localhost/hello\n", request => request with { ExecutionSegment = "0:1/2" }))
            .Message.ShouldContain("cannot be divided among instances");

    // What falls to a scenario of the five users of the whole.
    private static long UsersOf(ScenarioPlan scenario) => scenario.Share.Stripe.CountBelow(scenario.Executor.MaxVirtualUsers);

    private static Uri AddressOf(ScenarioPlan scenario) => new(new Uri(scenario.Workload.Steps[0].Url!).GetLeftPart(UriPartial.Authority));

    private TestPlan Read(string text, Func<LoadRequest, LoadRequest>? change = null)
    {
        var file = Path.Combine(_folder, string.Create(CultureInfo.InvariantCulture, $"{Guid.NewGuid():N}.http"));
        File.WriteAllText(file, text);
        var request = new LoadRequest { Target = file, RebaseTo = First, Instances = [First, Second] };
        return InputReader.Read(change is null ? request : change(request));
    }
}
