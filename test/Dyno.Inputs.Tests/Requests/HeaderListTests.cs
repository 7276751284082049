using System.Collections.Immutable;

namespace Dyno.Inputs.Tests;

public sealed class HeaderListTests
{
    [Fact]
    public void Headers_of_the_command_line_replace_those_of_the_file_whatever_their_case()
    {
        ImmutableArray<HeaderField> file = [new("Accept", "a"), new("X-Keep", "1"), new("accept", "b")];
        ImmutableArray<HeaderField> line = [new("ACCEPT", "c")];

        HeaderList.Override(file, line).ShouldBe([new("X-Keep", "1"), new("ACCEPT", "c")]);
    }
}
