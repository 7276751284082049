namespace Dyno.Scenarios.Tests;

public sealed class CodeNameTests
{
    private static readonly Func<Func<string>> Nested = static () => static () => CodeName.Of(Nested!);

    [Fact]
    public void Code_is_named_as_its_author_knows_it()
    {
        var captured = 7;
        static void Local() => throw new NotSupportedException();
        void Capturing() => captured++;

        CodeName.Of(Code_is_named_as_its_author_knows_it).ShouldBe("CodeNameTests.Code_is_named_as_its_author_knows_it");
        CodeName.Of(() => captured++).ShouldBe("a lambda in CodeNameTests.Code_is_named_as_its_author_knows_it");
        CodeName.Of(static () => { }).ShouldBe("a lambda in CodeNameTests.Code_is_named_as_its_author_knows_it");
        CodeName.Of(Local).ShouldBe("Local in CodeNameTests.Code_is_named_as_its_author_knows_it");
        CodeName.Of(Capturing).ShouldBe("Capturing in CodeNameTests.Code_is_named_as_its_author_knows_it");
        CodeName.Of(new List<int>().Clear).ShouldBe("List.Clear");
        Func<Func<int>> outer = () => () => captured;
        CodeName.Of(outer()).ShouldBe("a lambda in CodeNameTests.Code_is_named_as_its_author_knows_it");
        Nested()().ShouldStartWith("a lambda in ");
    }
}
