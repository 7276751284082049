using Dyno.Inputs.Problems;
using Dyno.Inputs.Requests;

namespace Dyno.Inputs;

/// <summary>A kind of input file.</summary>
/// <param name="Extension">With its dot.</param>
/// <param name="Description">What it is, in a word or two.</param>
/// <param name="Recognises">Whether content without a known extension is of this kind.</param>
/// <param name="Read">Reads it: path as given, content, where problems go.</param>
internal sealed record FileKind(
    string Extension, string Description, Func<byte[], bool> Recognises, Func<string, byte[], ProblemList, RequestSet> Read)
{
    public bool HasExtensionOf(string path) => path.EndsWith(Extension, StringComparison.OrdinalIgnoreCase);
}
