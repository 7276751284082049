namespace Dyno.Profiling.Tests;

public sealed class StackTests
{
    private static readonly CodeFrame Endpoint = new("Shop.Program.Main.lambda", FrameKind.User);
    private static readonly CodeFrame Build = new("Shop.OrderService.BuildAsync", FrameKind.User);
    private static readonly CodeFrame Ask = new("Shop.Inventory.AskAsync", FrameKind.User);
    private static readonly CodeFrame Resume = new("System.Threading.Tasks.Task.RunContinuations", FrameKind.Framework);
    private static readonly CodeFrame Concat = new("System.String.Concat", FrameKind.Framework);

    [Fact]
    public void Behind_an_await_the_callee_does_not_contain_its_caller() =>
        LogicalStack.Of([Ask, Resume, Build, Concat]).ShouldBe([Build, Concat]);

    [Fact]
    public void A_sample_belongs_to_the_deepest_method_of_the_user_and_to_its_call() =>
        StackOwner.Keys([Endpoint, Build, Concat]).ShouldBe([Build.Name, $"{Build.Name} > {Concat.Name}"]);

    [Fact]
    public void Own_code_is_a_call_of_itself() => StackOwner.Keys([Endpoint, Build]).Last().ShouldBe($"{Build.Name} > (itself)");

    [Fact]
    public void Without_a_method_of_the_user_an_area_is_named()
    {
        ImmutableArray<CodeFrame> kestrel = [new("System.Threading.Thread.StartCallback", FrameKind.Framework), new("Microsoft.AspNetCore.Server.Kestrel.Core.Internal.Http.HttpParser.ParseRequestLine", FrameKind.Framework)];

        StackOwner.Keys(kestrel).ShouldBe(["(Microsoft.AspNetCore.Server)"]);
        StackOwner.Keys([new CodeFrame("[libcoreclr.so]", FrameKind.Native)]).ShouldBe(["(libcoreclr.so)"]);
        StackOwner.Keys([new CodeFrame("[kernel] read", FrameKind.Kernel)]).ShouldBe(["(kernel)"]);
    }

    [Fact]
    public void Equal_stacks_are_added_up_and_written_as_folded_stacks()
    {
        var tally = new StackTally();
        tally.Add([Endpoint, Build, Build], 2);
        tally.Add([Endpoint, Build], 1);
        tally.Add([Endpoint], 5);

        tally.ToText().ShouldBe("u:Shop.Program.Main.lambda 5\nu:Shop.Program.Main.lambda;u:Shop.OrderService.BuildAsync 3\n");
        tally.Total.ShouldBe(8);
    }
}
