using Dyno.Inputs;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>The options of requests are declared in one room and recorded in another: neither may have one that the other lacks.</summary>
public sealed class RecordedOptionsTests
{
    private static readonly RequestKind Kind = new();

    [Fact]
    public void Every_option_that_shapes_a_load_of_requests_stands_in_the_record()
    {
        var run = new Command("run") { Kind.Target };
        foreach (var option in Kind.RunGroups.SelectMany(group => group.Options)) run.Add(option);

        Kind.Setting.Count.ShouldBeGreaterThan(50);
        Kind.Setting.Where(option => !RecordOf(run, option).Contains(NameOf(option))).Select(option => option.Name)
            .ShouldBeEmpty("add a line to SetOptions: who reads a result cannot see that the option was given");
    }

    [Fact]
    public void The_record_has_no_name_that_is_not_an_option() =>
        SetOptions.Names.Except(Kind.Setting.Select(NameOf)).ShouldBeEmpty("the option is gone, or called otherwise");

    private static IEnumerable<string> RecordOf(Command run, Option option)
    {
        string[] value = option.Arity.MaximumNumberOfValues == 0 ? [] : [ValueOf(option)];
        var parsed = run.Parse(["http://localhost/", option.Name, .. value]);
        parsed.Errors.ShouldBeEmpty(option.Name);
        return ((AskedRequests)Kind.Read(parsed, [], []).Load).Asked.Set.Keys;
    }

    // Two flags set one thing.
    private static string NameOf(Option option) => option.Name is "--http2" or "--http3" ? "http-version" : option.Name[2..];

    private static string ValueOf(Option option) => option.ValueType == typeof(int?) || option.ValueType == typeof(long?) ? "1" : option.HelpName!.Split('|')[0];
}
