namespace Dyno.Cli;

/// <summary>A call that is not carried out; each reason says what to do instead.</summary>
internal sealed class CapException(ImmutableArray<string> reasons) : Exception(string.Join('\n', reasons))
{
    public CapException(string reason) : this([reason])
    {
    }
}
