using System.Collections.Immutable;

namespace Dyno.Cli.Mcp;

/// <summary>A call that is not carried out; each reason says what to do instead.</summary>
internal sealed class RefusedException(ImmutableArray<string> reasons) : Exception(string.Join('\n', reasons))
{
    public RefusedException(string reason) : this([reason])
    {
    }
}
