namespace Dyno.Inputs;

/// <summary>A kind of input file.</summary>
/// <param name="Extensions">With their dots; the first is the usual one.</param>
/// <param name="Description">A word or two that name the kind.</param>
/// <param name="Recognises">Whether content without a known extension is of this kind.</param>
internal sealed record FileKind(
    ImmutableArray<string> Extensions, string Description, Func<ContentSample, bool> Recognises, Func<InputContext, RequestSet> Read)
{
    /// <summary>Whether files of tools that Dyno does not read look like this kind, or have its ending.</summary>
    public bool HasForeignLookalikes { get; init; }

    public bool HasExtensionOf(string path) => Extensions.Any(e => path.EndsWith(e, StringComparison.OrdinalIgnoreCase));
}
