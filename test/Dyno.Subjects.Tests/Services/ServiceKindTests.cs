namespace Dyno.Subjects.Tests;

public sealed class ServiceKindTests
{
    [Fact]
    public void Every_kind_there_is_can_be_started_and_no_other() =>
        Service.Starters.Keys.ShouldBe(ServiceKind.All.Select(kind => kind.Name), ignoreOrder: true);

    [Fact]
    public void Kinds_are_told_as_the_end_of_a_sentence() => ServiceKind.NamesInWords.ShouldBe("postgres, redis or command");
}
